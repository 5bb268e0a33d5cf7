/**
 * A queue with a lane for each priority. The highest priority comes first; a lane is first in, first out.
 */
interface Lane<Item> {
  readonly priority: number
  /** Null for items that are no longer wanted. */
  readonly items: (Item | null)[]
  next: number
}

/** A lane drops the removed items at its front once they are more than this, and more than half of all. */
const REMOVED_MAX = 1000

export class Lanes<Item> {
  /** The highest priority first. */
  private readonly lanes: Lane<Item>[] = []

  push(priority: number, item: Item): void {
    let at = 0
    while (at < this.lanes.length && this.lanes[at].priority > priority) at++
    if (this.lanes[at]?.priority !== priority) this.lanes.splice(at, 0, { priority, items: [], next: 0 })
    const lane = this.lanes[at]
    if (lane.next > REMOVED_MAX && 2 * lane.next > lane.items.length) {
      lane.items.splice(0, lane.next)
      lane.next = 0
    }
    lane.items.push(item)
  }

  /** The first item that is still wanted. It stays in the queue; those before it are removed. */
  first(isWanted: (item: Item) => boolean): Item | null {
    while (this.lanes.length > 0) {
      const lane = this.lanes[0]
      for (; lane.next < lane.items.length; lane.next++) {
        const item = lane.items[lane.next]!
        if (isWanted(item)) return item
        lane.items[lane.next] = null
      }
      this.lanes.shift()
    }
    return null
  }
}
