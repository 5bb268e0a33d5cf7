/**
 * Dijkstra inside one block: the true costs from one cell to the cells of its region, and the moves to any of them. Bake
 * runs it from every entry, a query from its start and its goal.
 *
 * The block is loaded into a frame of walls (34 x 34), so the inner loop tests no bounds. On uniform terrain all steps
 * cost 70 or 99, so a ring of 128 buckets replaces the heap.
 */
import { DIAGONAL_UNITS, DX, DY, STRAIGHT_UNITS } from './movement.ts'
import type { Terrain } from './terrain.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from './terrain.ts'

const FRAME = BLOCK_SIDE_CELLS + 2
const FRAME_CELLS = FRAME * FRAME
const RING = 128
const FAR = 0x7fffffff

const OFFSET = Int32Array.from(DX, (dx, direction) => DY[direction] * FRAME + dx)

export class BlockFlood {
  private readonly terrain: Terrain
  private readonly directionCount: number
  private block = -1
  /** Costs are kept in units of `scale` units of the movement rule. */
  private readonly scale: number
  private readonly cost = new Uint8Array(FRAME_CELLS)
  private readonly dist = new Int32Array(FRAME_CELLS)
  private readonly isTarget = new Uint8Array(FRAME_CELLS)
  private targetsLeft = 0
  private source = 0

  private readonly headOfBucket = new Int32Array(RING).fill(-1)
  private readonly occupied = new Int32Array(RING / 32)
  private readonly next = new Int32Array(FRAME_CELLS)
  private readonly previous = new Int32Array(FRAME_CELLS)
  private readonly heap: Float64Array
  private heapSize = 0

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.directionCount = terrain.directions
    this.scale = terrain.isUniform ? 2 * terrain.costMin : 1
    this.heap = new Float64Array(terrain.isUniform ? 0 : 8 * BLOCK_SIDE_CELLS ** 2)
  }

  /** Loads block number `block`; nothing happens when it is loaded already. */
  load(block: number): void {
    if (this.block === block) return
    this.block = block
    const { terrain, cost } = this
    for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
      const bits = terrain.rowBits[(block << BLOCK_SHIFT) | row]
      const to = (row + 1) * FRAME + 1
      if (terrain.isUniform) {
        for (let i = 0; i < BLOCK_SIDE_CELLS; i++) cost[to + i] = (bits >>> i) & 1
      } else {
        const from = block * BLOCK_SIDE_CELLS ** 2 + row * BLOCK_SIDE_CELLS
        for (let i = 0; i < BLOCK_SIDE_CELLS; i++) cost[to + i] = terrain.costOfCell[from + i]
      }
    }
  }

  /** Names a cell that the next flood must reach; it ends when it has reached all of them. */
  addTarget(x: number, y: number): void {
    const cell = frameCell(x, y)
    if (this.isTarget[cell] === 0) {
      this.isTarget[cell] = 1
      this.targetsLeft++
    }
  }

  /** Floods the region of the loaded block's free cell (x, y) until all targets are reached, and forgets the targets. */
  flood(x: number, y: number): void {
    const { dist } = this
    dist.fill(FAR)
    const source = frameCell(x, y)
    this.source = source
    dist[source] = 0
    if (this.terrain.isUniform) this.floodUniform(source)
    else this.floodWeighted(source)
    if (this.targetsLeft > 0) this.isTarget.fill(0)
    this.targetsLeft = 0
  }

  /** Cost in units from the source to (x, y), a target of the last flood; Infinity where it lies in another region. */
  unitsTo(x: number, y: number): number {
    const dist = this.dist[frameCell(x, y)]
    return dist === FAR ? Infinity : dist * this.scale
  }

  /**
   * The runs of a cheapest path from the source to the target (x, y), last run first: out = direction, steps, ...
   * Where several paths are equal the one that turns late, seen from the target, is taken. Returns the numbers written.
   */
  runsBackFrom(x: number, y: number, out: Int32Array): number {
    const { dist, source } = this
    let cell = frameCell(x, y)
    let length = 0
    let direction = -1
    while (cell !== source) {
      if (direction < 0 || !this.isStepBack(cell, direction)) {
        direction = 0
        while (!this.isStepBack(cell, direction)) direction++
        out[length] = direction
        out[length + 1] = 0
        length += 2
      }
      out[length - 1]++
      cell -= OFFSET[direction]
    }
    return dist[cell] === 0 ? length : 0
  }

  /** Whether a cheapest path may enter `cell` by a step in `direction`. */
  private isStepBack(cell: number, direction: number): boolean {
    if (direction >= this.directionCount) return false
    const { cost, dist } = this
    const from = cell - OFFSET[direction]
    if (cost[from] === 0 || dist[from] === FAR) return false
    const step = (direction < 4 ? STRAIGHT_UNITS : DIAGONAL_UNITS) * (this.scale === 1 ? cost[from] + cost[cell] : 1)
    if (dist[from] + step !== dist[cell]) return false
    return direction < 4 || (cost[from + DX[direction]] !== 0 && cost[from + DY[direction] * FRAME] !== 0)
  }

  private floodUniform(source: number): void {
    const { cost, dist, headOfBucket, occupied, next, isTarget } = this
    const diagonals = this.directionCount === 8
    let current = 0
    this.insert(source, 0)
    for (;;) {
      current = this.nextBucket(current)
      if (current < 0) return
      const cell = headOfBucket[current]
      const follower = next[cell]
      headOfBucket[current] = follower
      if (follower >= 0) this.previous[follower] = -1
      else occupied[current >> 5] &= ~(1 << (current & 31))
      const d = dist[cell]
      if (isTarget[cell] !== 0) {
        isTarget[cell] = 0
        if (--this.targetsLeft === 0) break
      }
      const east = cost[cell + 1]
      const south = cost[cell + FRAME]
      const west = cost[cell - 1]
      const north = cost[cell - FRAME]
      if (east !== 0) this.relax(cell + 1, d + STRAIGHT_UNITS)
      if (south !== 0) this.relax(cell + FRAME, d + STRAIGHT_UNITS)
      if (west !== 0) this.relax(cell - 1, d + STRAIGHT_UNITS)
      if (north !== 0) this.relax(cell - FRAME, d + STRAIGHT_UNITS)
      if (!diagonals) continue
      if ((east & south & cost[cell + FRAME + 1]) !== 0) this.relax(cell + FRAME + 1, d + DIAGONAL_UNITS)
      if ((west & south & cost[cell + FRAME - 1]) !== 0) this.relax(cell + FRAME - 1, d + DIAGONAL_UNITS)
      if ((west & north & cost[cell - FRAME - 1]) !== 0) this.relax(cell - FRAME - 1, d + DIAGONAL_UNITS)
      if ((east & north & cost[cell - FRAME + 1]) !== 0) this.relax(cell - FRAME + 1, d + DIAGONAL_UNITS)
    }
    headOfBucket.fill(-1)
    occupied.fill(0)
  }

  private relax(cell: number, d: number): void {
    const old = this.dist[cell]
    if (old <= d) return
    if (old !== FAR) this.remove(cell, old)
    this.dist[cell] = d
    this.insert(cell, d)
  }

  private insert(cell: number, d: number): void {
    const bucket = d & (RING - 1)
    const head = this.headOfBucket[bucket]
    this.next[cell] = head
    this.previous[cell] = -1
    if (head >= 0) this.previous[head] = cell
    this.headOfBucket[bucket] = cell
    this.occupied[bucket >> 5] |= 1 << (bucket & 31)
  }

  private remove(cell: number, d: number): void {
    const before = this.previous[cell]
    const after = this.next[cell]
    if (after >= 0) this.previous[after] = before
    if (before >= 0) {
      this.next[before] = after
      return
    }
    const bucket = d & (RING - 1)
    this.headOfBucket[bucket] = after
    if (after < 0) this.occupied[bucket >> 5] &= ~(1 << (bucket & 31))
  }

  /** The first occupied bucket from `from` on, around the ring; -1 when all are empty. */
  private nextBucket(from: number): number {
    const { occupied } = this
    let word = from >> 5
    let bits = occupied[word] & (-1 << (from & 31))
    for (let i = 0; i < 5; i++) {
      if (bits !== 0) return (word << 5) | (31 - Math.clz32(bits & -bits))
      word = (word + 1) & 3
      bits = occupied[word]
    }
    return -1
  }

  private floodWeighted(source: number): void {
    const { cost, dist, isTarget } = this
    this.heapSize = 0
    this.push(source, 0)
    while (this.heapSize > 0) {
      const key = this.pop()
      const cell = key % 2048
      const d = (key - cell) / 2048
      if (d !== dist[cell]) continue
      if (isTarget[cell] !== 0) {
        isTarget[cell] = 0
        if (--this.targetsLeft === 0) return
      }
      for (let direction = 0; direction < this.directionCount; direction++) {
        const to = cell + OFFSET[direction]
        if (cost[to] === 0) continue
        if (direction >= 4 && (cost[cell + DX[direction]] === 0 || cost[cell + DY[direction] * FRAME] === 0)) continue
        const dTo = d + (direction < 4 ? STRAIGHT_UNITS : DIAGONAL_UNITS) * (cost[cell] + cost[to])
        if (dTo < dist[to]) {
          dist[to] = dTo
          this.push(to, dTo)
        }
      }
    }
  }

  private push(cell: number, d: number): void {
    const { heap } = this
    const key = d * 2048 + cell
    let i = this.heapSize++
    while (i > 0) {
      const parent = (i - 1) >> 1
      if (heap[parent] <= key) break
      heap[i] = heap[parent]
      i = parent
    }
    heap[i] = key
  }

  private pop(): number {
    const { heap } = this
    const top = heap[0]
    const size = --this.heapSize
    const key = heap[size]
    let i = 0
    for (let child = 1; child < size; child = 2 * i + 1) {
      if (child + 1 < size && heap[child + 1] < heap[child]) child++
      if (heap[child] >= key) break
      heap[i] = heap[child]
      i = child
    }
    heap[i] = key
    return top
  }
}

function frameCell(x: number, y: number): number {
  return ((y & BLOCK_MASK) + 1) * FRAME + (x & BLOCK_MASK) + 1
}
