/**
 * The entries on the borders of a tile. Along a border of blocks the bake's own selection says where paths may cross; of
 * those that join the same two regions of the halo's size one is kept for each bucket: where ground is even the one nearest
 * to the middle, else the one with the cheapest way through. All of it follows from cells that both neighbours look at, so
 * both choose the same, and what is left out can be reached by what is kept.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { type AnyCrossing, stepOverUnits, xOf, yOf } from '../atlas/crossing.ts'
import { islandOfCell, regionAbove, regionOfCell } from '../atlas/islands.ts'
import type { Point } from '../base/answer.ts'
import { EAST, SOUTH } from '../entry/candidates.ts'
import { CrossingSelection } from '../entry/select.ts'
import { THROUGH_CELLS } from '../entry/stretch-cover.ts'
import { DX, DY } from '../map/movement.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { bucketSideOf, type Plan, tileOf, windowOf } from './tile-plan.ts'

export interface SeamEntries {
  /** The cell on the tile's own side, in the window. */
  readonly pointOf: readonly Point[]
  readonly sideOf: Uint8Array
  readonly placeOf: Int32Array
  readonly islandOf: Int32Array
}

interface Candidate {
  readonly point: Point
  readonly place: number
  /** What the way through costs. */
  readonly units: number
  readonly fromMiddle: number
}

export class SeamSelection {
  private readonly plan: Plan
  private readonly index: number
  private readonly columns: AtlasColumns
  private readonly selection: CrossingSelection
  private readonly levelOfHalo: number

  constructor(plan: Plan, index: number, columns: AtlasColumns) {
    this.plan = plan
    this.index = index
    this.columns = columns
    this.selection = new CrossingSelection(columns.terrain, columns.labels)
    this.levelOfHalo = Math.log2(plan.halo / BLOCK_SIDE_CELLS)
  }

  choose(): SeamEntries {
    const chosen = [0, 1, 2, 3].flatMap(side => this.onSide(side).map(candidate => ({ side, ...candidate })))
    return {
      pointOf: chosen.map(({ point }) => point),
      sideOf: Uint8Array.from(chosen, ({ side }) => side),
      placeOf: Int32Array.from(chosen, ({ place }) => place),
      islandOf: Int32Array.from(chosen, ({ point }) => islandOfCell(this.columns, point.x, point.y)),
    }
  }

  /** Those on the border to the neighbour in a direction, along it; none at the edge of the map. */
  private onSide(side: number): Candidate[] {
    const { plan, index } = this
    const tile = tileOf(plan, index)
    const window = windowOf(plan, index)
    const beyondX = side === 0 ? tile.x + tile.width : side === 2 ? tile.x - 1 : tile.x
    const beyondY = side === 1 ? tile.y + tile.height : side === 3 ? tile.y - 1 : tile.y
    if (beyondX < 0 || beyondY < 0 || beyondX >= plan.width || beyondY >= plan.height) return []
    const isUpright = (side & 1) === 0
    // The border is the eastern or southern one of the blocks on its near side.
    const near = (isUpright ? beyondX - window.x : beyondY - window.y) - (side < 2 ? 1 : 0)
    const along = isUpright ? tile.y - window.y : tile.x - window.x
    const best = new Map<string, Candidate>()
    const length = isUpright ? tile.height : tile.width
    for (let from = 0; from < length; from += BLOCK_SIDE_CELLS) {
      const x = (isUpright ? near : along + from) >> BLOCK_SHIFT
      const y = (isUpright ? along + from : near) >> BLOCK_SHIFT
      this.takeBorder(x, y, isUpright ? EAST : SOUTH, side, along, best)
    }
    return [...best.values()].sort((a, b) => a.place - b.place)
  }

  private takeBorder(
    blockX: number,
    blockY: number,
    direction: number,
    side: number,
    along: number,
    best: Map<string, Candidate>,
  ): void {
    const { terrain } = this.columns
    const bucketSide = bucketSideOf(this.plan)
    const { crossing: crossings, throughOf } = this.selection.ofBorder(blockX, blockY, direction)
    for (let i = 0; i < crossings.length; i++) {
      const crossing: AnyCrossing = crossings[i]
      const near = { x: xOf(crossing), y: yOf(crossing) }
      const far = { x: near.x + DX[direction], y: near.y + DY[direction] }
      const place = (direction === EAST ? near.y : near.x) - along
      const bucket = Math.floor(place / bucketSide)
      const units = throughOf[i] > 0 ? throughOf[i] : THROUGH_CELLS * stepOverUnits(terrain, crossing)
      const fromMiddle = Math.abs(2 * (place - bucket * bucketSide) - (bucketSide - 1))
      const candidate = { point: side < 2 ? near : far, place, units, fromMiddle }
      const key = `${bucket} ${this.regionOf(near)} ${this.regionOf(far)}`
      const other = best.get(key)
      if (other === undefined || isBetter(candidate, other)) best.set(key, candidate)
    }
  }

  /** Of the size of the halo: both neighbours have the same cells in it. */
  private regionOf({ x, y }: Point): number {
    const { labels, terrain, levels } = this.columns
    return regionAbove(levels, regionOfCell(labels, terrain.blockOf(x, y), x, y), this.levelOfHalo)
  }
}

function isBetter(candidate: Candidate, other: Candidate): boolean {
  if (candidate.units !== other.units) return candidate.units < other.units
  return candidate.fromMiddle < other.fromMiddle
}
