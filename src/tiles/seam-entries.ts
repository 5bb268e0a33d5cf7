/**
 * Chooses the entries on the borders of a tile. The selection that a bake uses between blocks lists the candidates. Of
 * those that join the same two regions of the halo's size, each bucket keeps one. On even ground it is the one nearest
 * to the middle, else the one with the cheapest way through. All this depends only on cells that both neighbours see.
 * So both choose the same entries, and every dropped entry can be reached through a kept one.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { type AnyCrossing, stepOverUnits, xOf, yOf } from '../atlas/crossing.ts'
import { islandOfCell, regionAbove, regionOfCell } from '../atlas/islands.ts'
import { entryIn, forEachEntry } from '../atlas/level-graph.ts'
import type { Point } from '../base/answer.ts'
import type { Entry } from '../base/ids.ts'
import { EAST, SOUTH } from '../entry/candidates.ts'
import { CrossingSelection } from '../entry/select.ts'
import { DX, DY } from '../map/movement.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { bucketSideOf, type Plan, tileOf, windowOf } from './tile-plan.ts'

interface Candidate {
  /** The cells on the western or northern side, and on the other. */
  readonly near: Point
  readonly far: Point
  readonly crossing: number
  readonly place: number
  readonly bucket: number
  /** Cost of the step over the border. */
  readonly units: number
  readonly fromMiddle: number
}

export function seamEntries(plan: Plan, index: number, columns: AtlasColumns) {
  const selection = new CrossingSelection(columns.terrain, columns.labels)
  const levelOfHalo = Math.log2(plan.halo / BLOCK_SIDE_CELLS)
  // Both neighbours have the same cells in regions of the halo's size.
  const regionAt = ({ x, y }: Point) =>
    regionAbove(columns.levels, regionOfCell(columns.labels, columns.terrain.blockOf(x, y), x, y), levelOfHalo)
  const chosen = [0, 1, 2, 3].flatMap(side => {
    const best = new Map<string, Candidate>()
    for (const candidate of candidatesOn(plan, index, columns, selection, side)) {
      const key = `${candidate.bucket} ${regionAt(candidate.near)} ${regionAt(candidate.far)}`
      const other = best.get(key)
      if (other === undefined || isBetter(candidate, other)) best.set(key, candidate)
    }
    const kept = [...best.values()].sort((a, b) => a.place - b.place)
    return kept.map(({ near, far, place, crossing }) => ({ side, place, crossing, point: side < 2 ? near : far }))
  })
  const entryOfCrossing = new Map<number, Entry>()
  forEachEntry(columns.levels[0], (word, crossing) => entryOfCrossing.set(crossing, entryIn(word)))
  return {
    /** The numbers among the entries of the atlas. */
    entryOf: Int32Array.from(chosen, ({ crossing }) => entryOfCrossing.get(crossing)!),
    sideOf: Uint8Array.from(chosen, ({ side }) => side),
    placeOf: Int32Array.from(chosen, ({ place }) => place),
    islandOf: Int32Array.from(chosen, ({ point }) => islandOfCell(columns, point.x, point.y)),
  }
}

/** Where paths may cross the border to the neighbour in a direction; nowhere at the edge of the map. */
function* candidatesOn(
  plan: Plan,
  index: number,
  { terrain }: AtlasColumns,
  selection: CrossingSelection,
  side: number,
): Generator<Candidate> {
  const tile = tileOf(plan, index)
  const window = windowOf(plan, index)
  const beyondX = side === 0 ? tile.x + tile.width : side === 2 ? tile.x - 1 : tile.x
  const beyondY = side === 1 ? tile.y + tile.height : side === 3 ? tile.y - 1 : tile.y
  if (beyondX < 0 || beyondY < 0 || beyondX >= plan.width || beyondY >= plan.height) return
  const isUpright = (side & 1) === 0
  const direction = isUpright ? EAST : SOUTH
  // The border is the eastern or southern one of the blocks on its near side.
  const border = (isUpright ? beyondX - window.x : beyondY - window.y) - (side < 2 ? 1 : 0)
  const along = isUpright ? tile.y - window.y : tile.x - window.x
  const length = isUpright ? tile.height : tile.width
  const bucketSide = bucketSideOf(plan)
  for (let from = along; from < along + length; from += BLOCK_SIDE_CELLS) {
    const [x, y] = isUpright ? [border, from] : [from, border]
    const { crossing: crossings } = selection.ofBorder(x >> BLOCK_SHIFT, y >> BLOCK_SHIFT, direction)
    for (let i = 0; i < crossings.length; i++) {
      const crossing: AnyCrossing = crossings[i]
      const near = { x: xOf(crossing), y: yOf(crossing) }
      const far = { x: near.x + DX[direction], y: near.y + DY[direction] }
      const place = (isUpright ? near.y : near.x) - along
      const bucket = Math.floor(place / bucketSide)
      const units = stepOverUnits(terrain, crossing)
      const fromMiddle = Math.abs(2 * (place - bucket * bucketSide) - (bucketSide - 1))
      yield { near, far, crossing, place, bucket, units, fromMiddle }
    }
  }
}

function isBetter(candidate: Candidate, other: Candidate): boolean {
  if (candidate.units !== other.units) return candidate.units < other.units
  return candidate.fromMiddle < other.fromMiddle
}
