/**
 * A 4-ary min-heap of numbered items with float keys. It keeps its arrays from use to use and grows when it must. Equal
 * keys come out in an order that depends on the calls alone, so searches repeat exactly.
 */
import { doubled } from './growing.ts'

export class Heap {
  size = 0
  /** The key of the item that was popped last. */
  poppedKey = 0
  private keys: Float64Array
  private items: Int32Array

  constructor(capacity = 1024) {
    this.keys = new Float64Array(capacity)
    this.items = new Int32Array(capacity)
  }

  clear(): void {
    this.size = 0
  }

  /** The key that `pop` takes next. The heap must not be empty. */
  get leastKey(): number {
    return this.keys[0]
  }

  push(key: number, item: number): void {
    if (this.size === this.keys.length) this.grow()
    const { keys, items } = this
    let i = this.size++
    while (i > 0) {
      const parent = (i - 1) >> 2
      if (keys[parent] <= key) break
      keys[i] = keys[parent]
      items[i] = items[parent]
      i = parent
    }
    keys[i] = key
    items[i] = item
  }

  /** Takes out the item with the lowest key. The heap must not be empty. */
  pop(): number {
    const { keys, items } = this
    const top = items[0]
    this.poppedKey = keys[0]
    const size = --this.size
    const key = keys[size]
    const item = items[size]
    let i = 0
    for (let child = 1; child < size; child = 4 * i + 1) {
      const end = child + 4 < size ? child + 4 : size
      let least = child
      for (let c = child + 1; c < end; c++) if (keys[c] < keys[least]) least = c
      if (keys[least] >= key) break
      keys[i] = keys[least]
      items[i] = items[least]
      i = least
    }
    keys[i] = key
    items[i] = item
    return top
  }

  private grow(): void {
    this.keys = doubled(this.keys)
    this.items = doubled(this.items)
  }
}
