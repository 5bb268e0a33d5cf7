/**
 * The grounds of a live map that several travellers share. An edit gives a cell another ground. Each traveller's costs
 * and footprint decide what that means to it. Grounds are those of the newest commit, so views may read them at any
 * time.
 */
import type { TravellersFile } from '../atlas/travellers-file.ts'
import { refuse } from '../base/given.ts'
import { listOf } from '../base/lists.ts'
import { finish, type Work } from '../base/work.ts'
import { gridOf } from '../map/footprint.ts'
import { COST_MAX_OF_BYTE } from '../map/grid.ts'
import { GROUNDS_MAX, type Grounds } from '../map/grounds.ts'
import { packTerrain } from '../map/pack.ts'
import { BLOCK_CELLS, BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import { meanCosts, type Traveller, wallsOf } from '../map/traveller.ts'
import { checkCost } from './area.ts'
import { Blocks } from './cell-pages.ts'
import { Footing } from './footing.ts'
import { LiveTerrain } from './live-terrain.ts'
import { type EditsOfBlock, readCosts } from './touched-blocks.ts'
import { Versions } from './versions.ts'

type Unit = Pick<Traveller, 'costs' | 'size'>

/** Whether an edit may have this value: a ground's number, or GROUNDS_MAX plus a cost that no ground has. */
export function isGroundValue(value: number, { names }: Pick<Grounds, 'names'>): boolean {
  return value >= 0 && (value < names.length || (value >= GROUNDS_MAX && value <= GROUNDS_MAX + COST_MAX_OF_BYTE))
}

export class LiveGrounds {
  readonly travellers: readonly Traveller[]
  /** The present grounds of the map. */
  readonly now: Grounds
  readonly blocks: Blocks
  /** Costs of nameless grounds, which are the same for all travellers. Their numbers follow those of named grounds. */
  private readonly costOfMade: number[] = []
  private readonly choiceOfWalls = new Map<string, LiveTerrain>()

  constructor({ ground, travellers }: TravellersFile) {
    this.travellers = travellers
    this.now = { ...ground, groundOfCell: ground.groundOfCell.slice() }
    this.blocks = new Blocks(ground.width, ground.height)
  }

  /**
   * The value of an edit. A name stands for its ground, a cost for the first ground that costs this traveller as much.
   * A wall stands for the last ground that is a wall to the most travellers. A cost that no ground has gets a ground of
   * its own, with that cost for all travellers.
   */
  valueOf(given: number | string, { costs }: Traveller): number {
    const { names } = this.now
    if (typeof given === 'string') {
      const ground = names.indexOf(given)
      if (ground < 0) refuse(`There is no ground '${given}': this map has ${names.join(', ')}.`)
      return ground
    }
    checkCost(given, COST_MAX_OF_BYTE)
    const priced = names.map(ground => costs[ground] ?? 0)
    let best = priced.indexOf(given)
    if (best < 0) return GROUNDS_MAX + given
    if (given > 0) return best
    const wallsOn = (ground: number) => this.travellers.filter(one => !(names[ground] in one.costs)).length
    for (let ground = best; ground < names.length; ground++) {
      if (priced[ground] === 0 && wallsOn(ground) >= wallsOn(best)) best = ground
    }
    return best
  }

  /** Groups edits (y * width + x -> value) by block; leaves out those that change nothing. */
  byBlock(edits: ReadonlyMap<number, number>): EditsOfBlock {
    const { groundOfCell } = this.now
    return this.placed([...edits].filter(([cell, value]) => groundOfCell[cell] !== this.groundOf(value)))
  }

  /** Groups edits by block, those that have already taken effect included. */
  placed(edits: Iterable<readonly [cell: number, value: number]>): EditsOfBlock {
    const { blocks } = this
    const edited = new Map<number, number[]>()
    for (const [cell, value] of edits) {
      listOf(edited, blocks.blockOf(cell)).push(blocks.placeOf(cell), this.groundOf(value))
    }
    return edited
  }

  /** The ground that an edit's value stands for; makes a nameless ground if needed. */
  private groundOf(value: number): number {
    if (value < GROUNDS_MAX) return value
    const { costOfMade, now } = this
    let made = costOfMade.indexOf(value - GROUNDS_MAX)
    if (made < 0) {
      if (now.names.length + costOfMade.length === GROUNDS_MAX) {
        refuse(
          `No ground costs ${value - GROUNDS_MAX}, and a map has at most ${GROUNDS_MAX}: give a cost that there is.`,
        )
      }
      made = costOfMade.push(value - GROUNDS_MAX) - 1
    }
    return now.names.length + made
  }

  /** The present grounds and travellers, for a file. Nameless grounds in use get names, cheaper ones first. */
  toSave(): { readonly grounds: Grounds; readonly travellers: readonly Traveller[] } {
    const { now, costOfMade, travellers } = this
    const isUsed = new Uint8Array(GROUNDS_MAX)
    for (const ground of now.groundOfCell) isUsed[ground] = 1
    const used = costOfMade.filter((_, i) => isUsed[now.names.length + i] === 1).sort((a, b) => a - b)
    if (used.length === 0) return { grounds: now, travellers }
    const numberOf = Uint8Array.from({ length: GROUNDS_MAX }, (_, ground) => {
      const cost = costOfMade[ground - now.names.length]
      return cost === undefined ? ground : now.names.length + used.indexOf(cost)
    })
    const names = [...now.names, ...used.map(cost => `cost ${cost}`)]
    const paid = Object.fromEntries(used.filter(cost => cost > 0).map(cost => [`cost ${cost}`, cost]))
    return {
      grounds: { ...now, names, groundOfCell: now.groundOfCell.map(ground => numberOf[ground]) },
      travellers: travellers.map(one => ({ ...one, costs: { ...one.costs, ...paid } })),
    }
  }

  /** Makes edits take effect. */
  apply(edits: EditsOfBlock): void {
    const { now } = this
    for (const [block, places] of edits) {
      for (let i = 0; i < places.length; i += 2) {
        now.groundOfCell[this.cellAt(block, places[i])] = places[i + 1]
      }
    }
  }

  /** The ground that this traveller's entries are chosen on; null if that is its own. */
  choiceOf(traveller: Traveller, { directions }: Terrain): LiveTerrain | null {
    const walls = wallsOf(traveller)
    const alike = this.travellers.filter(other => wallsOf(other) === walls)
    if (alike.length === 1) return null
    let choice = this.choiceOfWalls.get(walls)
    if (choice === undefined) {
      const { grounds, travellers } = this.toSave()
      const same = travellers.filter((_, i) => alike.includes(this.travellers[i]))
      const mean = gridOf(grounds, { costs: meanCosts(same), size: traveller.size })
      const packed = packTerrain(mean, directions)
      choice = new LiveTerrain(new Versions(), packed)
      finish(choice.fill(packed))
      this.choiceOfWalls.set(walls, choice)
    }
    return choice
  }

  /** Applies edits to the grounds that entries are chosen on. */
  *choose(edits: EditsOfBlock): Work<void> {
    for (const [walls, choice] of this.choiceOfWalls) {
      const alike = this.travellers.filter(other => wallsOf(other) === walls)
      const unit = { costs: meanCosts(alike), size: alike[0].size }
      const out = new Uint16Array(BLOCK_CELLS)
      const plain = this.plainCosts(unit, edits)
      const footing = new Footing(this.blocks, unit.size)
      for (const block of this.reachOf(edits, footing).keys()) {
        footing.write(block, plain, out)
        choice.set(block, out)
        yield
      }
    }
  }

  /**
   * The cells whose standing costs change for a traveller. With `isAll`, also free cells near the edits with the same
   * cost: entries may move because other travellers pay differently there.
   */
  *editsOf(unit: Unit, terrain: () => Terrain, edits: EditsOfBlock, isAll: boolean): Work<EditsOfBlock> {
    const footing = new Footing(this.blocks, unit.size)
    const plain = this.plainCosts(unit, edits)
    const out = new Uint16Array(BLOCK_CELLS)
    const known = new Uint16Array(BLOCK_CELLS)
    const found = new Map<number, number[]>()
    for (const [block, rows] of this.reachOf(edits, footing)) {
      footing.write(block, plain, out)
      readCosts(terrain(), block, known)
      const cells: number[] = []
      for (let place = 0; place < BLOCK_CELLS; place++) {
        if (((rows[place >> BLOCK_SHIFT] >>> (place & BLOCK_MASK)) & 1) === 0) continue
        if (out[place] !== known[place] || (isAll && out[place] > 0)) cells.push(place, out[place])
      }
      if (cells.length > 0) found.set(block, cells)
      yield
    }
    return found
  }

  /** Reads a traveller's costs of single cells, block after block. */
  readBlocks(unit: Unit, blocks: readonly number[], out: Uint16Array): void {
    const costOfGround = this.costsOf(unit)
    for (const [i, block] of blocks.entries()) this.read(block, costOfGround, out, i * BLOCK_CELLS)
  }

  /** A traveller's costs of single cells after the edits, by block. */
  private plainCosts(unit: Unit, edits: EditsOfBlock): (block: number) => Uint16Array {
    const costOfGround = this.costsOf(unit)
    const known = new Map<number, Uint16Array>()
    return block => {
      let costs = known.get(block)
      if (costs === undefined) {
        costs = new Uint16Array(BLOCK_CELLS)
        this.read(block, costOfGround, costs, 0)
        const places = edits.get(block) ?? []
        for (let i = 0; i < places.length; i += 2) costs[places[i]] = costOfGround[places[i + 1]]
        known.set(block, costs)
      }
      return costs
    }
  }

  private read(block: number, costOfGround: Uint16Array, out: Uint16Array, at: number): void {
    const { width, groundOfCell } = this.now
    out.fill(0, at, at + BLOCK_CELLS)
    this.blocks.forEachCell(block, (x, y, place) => {
      out[at + place] = costOfGround[groundOfCell[y * width + x]]
    })
  }

  /** The standing cells that edits may change: 32 rows of bits for each block. */
  private reachOf(edits: EditsOfBlock, { before, after }: Footing): Map<number, Int32Array> {
    const { blocks } = this
    const rowsOfBlock = new Map<number, Int32Array>()
    for (const [block, places] of edits) {
      const left = blocks.leftOf(block)
      const top = blocks.topOf(block)
      for (let i = 0; i < places.length; i += 2) {
        const x = left + (places[i] & BLOCK_MASK)
        const y = top + (places[i] >> BLOCK_SHIFT)
        for (let cellY = Math.max(0, y - after); cellY <= Math.min(blocks.height - 1, y + before); cellY++) {
          for (let cellX = Math.max(0, x - after); cellX <= Math.min(blocks.width - 1, x + before); cellX++) {
            const at = (cellY >> BLOCK_SHIFT) * blocks.wide + (cellX >> BLOCK_SHIFT)
            let rows = rowsOfBlock.get(at)
            if (rows === undefined) {
              rows = new Int32Array(BLOCK_SIDE_CELLS)
              rowsOfBlock.set(at, rows)
            }
            rows[cellY & BLOCK_MASK] |= 1 << (cellX & BLOCK_MASK)
          }
        }
      }
    }
    return rowsOfBlock
  }

  private costsOf({ costs }: Unit): Uint16Array {
    const ofNames = this.now.names.map(name => (Object.hasOwn(costs, name) ? costs[name] : 0))
    return Uint16Array.from([...ofNames, ...this.costOfMade])
  }

  private cellAt(block: number, place: number): number {
    const { blocks } = this
    return (blocks.topOf(block) + (place >> BLOCK_SHIFT)) * blocks.width + blocks.leftOf(block) + (place & BLOCK_MASK)
  }
}
