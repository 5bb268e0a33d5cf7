/**
 * A binary min-heap of cells in two columns that double when they are full: what a textbook search keeps its open cells
 * in. Of equal keys the newest comes out first, which spares A* the many ties of open ground.
 */
export class CellHeap {
  size = 0
  private keys = new Float64Array(1024)
  private cells = new Int32Array(1024)

  push(key: number, cell: number): void {
    if (this.size === this.keys.length) this.grow()
    const { keys, cells } = this
    let slot = this.size++
    while (slot > 0) {
      const parent = (slot - 1) >> 1
      if (keys[parent] < key) break
      keys[slot] = keys[parent]
      cells[slot] = cells[parent]
      slot = parent
    }
    keys[slot] = key
    cells[slot] = cell
  }

  /** Takes out the cell with the lowest key. The heap must not be empty. */
  pop(): number {
    const { keys, cells } = this
    const lowest = cells[0]
    const size = --this.size
    const key = keys[size]
    let slot = 0
    for (let child = 1; child < size; child = 2 * slot + 1) {
      if (child + 1 < size && keys[child + 1] < keys[child]) child++
      if (keys[child] > key) break
      keys[slot] = keys[child]
      cells[slot] = cells[child]
      slot = child
    }
    keys[slot] = key
    cells[slot] = cells[size]
    return lowest
  }

  private grow(): void {
    const keys = new Float64Array(2 * this.keys.length)
    const cells = new Int32Array(2 * this.cells.length)
    keys.set(this.keys)
    cells.set(this.cells)
    this.keys = keys
    this.cells = cells
  }
}
