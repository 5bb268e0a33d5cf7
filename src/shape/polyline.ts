/**
 * Waypoints while they are shaped: their cells, and the cost of the straight segment to each from the one before. It
 * keeps its arrays between uses.
 */
import { doubled } from '../base/growing.ts'

export class Polyline {
  count = 0
  x = new Int32Array(256)
  y = new Int32Array(256)
  /** costTo[i] is the cost of the segment from waypoint i - 1 to i, in cell lengths; 0 for the first. */
  costTo = new Float64Array(256)
  /** 1 if neither the waypoint nor its neighbours have changed since it was last looked at. */
  isSettled = new Uint8Array(256)

  clear(): void {
    this.count = 0
  }

  push(x: number, y: number, cost: number): void {
    if (this.count === this.x.length) this.grow()
    const at = this.count++
    this.x[at] = x
    this.y[at] = y
    this.costTo[at] = cost
    this.unsettle(at - 1, at + 1)
  }

  set(at: number, x: number, y: number, costTo: number, costOn: number): void {
    this.x[at] = x
    this.y[at] = y
    this.costTo[at] = costTo
    this.costTo[at + 1] = costOn
    this.unsettle(at - 1, at + 2)
  }

  insert(at: number, x: number, y: number, cost: number): void {
    if (this.count === this.x.length) this.grow()
    this.shift(at, at + 1)
    this.x[at] = x
    this.y[at] = y
    this.costTo[at] = cost
    this.count++
    this.unsettle(at - 1, at + 2)
  }

  /** Removes waypoints from..to - 1. The segment that closes the gap costs `cost`. */
  remove(from: number, to: number, cost: number): void {
    this.shift(to, from)
    this.count -= to - from
    this.costTo[from] = cost
    this.unsettle(from - 1, from + 1)
  }

  lengthTo(at: number): number {
    const dx = this.x[at] - this.x[at - 1]
    const dy = this.y[at] - this.y[at - 1]
    return Math.sqrt(dx * dx + dy * dy)
  }

  cost(): number {
    let sum = 0
    for (let i = 1; i < this.count; i++) sum += this.costTo[i]
    return sum
  }

  /** The waypoints as x, y pairs. A path that returns to its cell may repeat a waypoint; it is listed once. */
  toCells(): Int32Array {
    const cells = new Int32Array(2 * this.count)
    let length = 0
    for (let i = 0; i < this.count; i++) {
      if (length > 0 && cells[length - 2] === this.x[i] && cells[length - 1] === this.y[i]) continue
      cells[length++] = this.x[i]
      cells[length++] = this.y[i]
    }
    return length === cells.length ? cells : cells.slice(0, length)
  }

  private unsettle(from: number, to: number): void {
    for (let at = Math.max(0, from); at < to; at++) this.isSettled[at] = 0
  }

  private grow(): void {
    this.x = doubled(this.x)
    this.y = doubled(this.y)
    this.costTo = doubled(this.costTo)
    this.isSettled = doubled(this.isSettled)
  }

  /** Moves waypoints so that the one at `from` comes to `to`. */
  private shift(from: number, to: number): void {
    for (const column of [this.x, this.y, this.costTo, this.isSettled]) column.copyWithin(to, from, this.count)
  }
}
