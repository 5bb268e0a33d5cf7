/**
 * Makes atlases, worlds and files in the page: readers and writers of maps, the bake, and maps that change. It is a file of its
 * own, loaded when something is first drawn, dropped or saved. A page that only looks never loads it.
 */

import { countsOf } from '../../../atlas/columns.ts'
import { atlasSizeBytes } from '../../../atlas/layout.ts'
import { isAtlas } from '../../../atlas/travellers-file.ts'
import { bakeWith } from '../../../bake.ts'
import { IsthmusError } from '../../../base/errors.ts'
import { refuseMap } from '../../../base/given.ts'
import { Atlas } from '../../../find/atlas.ts'
import { exact } from '../../../find/extra-exact.ts'
import { syntaxOf } from '../../../format/syntax.ts'
import { nameOfFile } from '../../../format/world/fields.ts'
import { readWorld } from '../../../format/world/read-world.ts'
import { type LiveMap, openLive } from '../../../live.ts'
import type { Grid } from '../../../map/grid.ts'
import { readMap, writeMovingAi, writePngMap, writeRaw } from '../../../maps.ts'
import { bakeWorldWith } from '../../../world/bake-world.ts'
import { isWorld } from '../../../world/world-file.ts'
import type { Brought, BroughtFile, Stroke } from '../protocol.ts'

/** A page bakes on its own thread or on that of its worker. */
const noThreads = () => Promise.reject(new IsthmusError('WORKER_FAILED', 'A page bakes on one thread.'))

function bakeGrid(grid: Grid): Promise<Uint8Array> {
  return bakeWith(noThreads, grid)
}

const NOTES_TOLD_MAX = 3

/** Opens an atlas, or bakes a map. An editor's map finds the files that it names among those that were brought with it. */
export async function atlasOfFiles(files: readonly BroughtFile[]): Promise<Brought> {
  const { name, bytes } = mainOf(files)
  if (isAtlas(bytes)) return { title: name, bytes, note: '' }
  if (isWorld(bytes)) {
    refuseMap('This is a world of several maps, which has a page of its own: isthmus view FILE shows it.')
  }
  if (syntaxOf(bytes) === null) return { title: name, bytes: await bakeGrid(readMap(bytes)), note: '' }
  const { maps, portals, notes } = await readWorld(name, path => fileNamed(files, path))
  const [grid, ...others] = Object.values(maps)
  if (others.length > 0) {
    refuseMap(`${name} has ${others.length + 1} maps, and this page shows one: isthmus view ${name} shows them all.`)
  }
  const left = portals.length === 0 ? [] : [`isthmus view ${name} shows its portals too.`]
  return { title: name, bytes: await bakeGrid(grid), note: noteOf([...left, ...notes]) }
}

/** Opens a world, or bakes one from any other file: an editor's maps with their portals, a single map, an atlas. */
export async function worldOfFiles(files: readonly BroughtFile[]): Promise<Brought> {
  const { name, bytes } = mainOf(files)
  if (isWorld(bytes)) return { title: name, bytes, note: '' }
  const list = () => files.map(file => file.name)
  const { notes, ...source } = isAtlas(bytes)
    ? { maps: { [nameOfFile(name)]: bytes }, portals: [], notes: [] }
    : await readWorld(name, path => fileNamed(files, path), { list })
  return { title: name, bytes: await bakeWorldWith(bakeGrid, source), note: noteOf(notes) }
}

function noteOf(notes: readonly string[]): string {
  return notes.slice(0, NOTES_TOLD_MAX).join(' ')
}

/** The main file: the world or map of an editor. The others are its maps, tilesets and pictures. */
function mainOf(files: readonly BroughtFile[]): BroughtFile {
  const named = (ending: RegExp) => files.find(({ name }) => ending.test(name))
  return named(/\.world$/i) ?? named(/\.(tmx|tmj|ldtk)$/i) ?? files[0]
}

function fileNamed(files: readonly BroughtFile[], path: string): Uint8Array {
  const file = files.find(({ name }) => name === path.slice(path.lastIndexOf('/') + 1))
  if (file !== undefined) return file.bytes
  throw new Error('drop it on the page together with the map, or start isthmus view with the map')
}

/** The cells of a map as a file of their own: a picture, or the plainest format that holds its costs. */
export function mapFileOf(
  { terrain, width, height }: Atlas,
  form: 'map' | 'png',
): { ending: string; bytes: Uint8Array<ArrayBuffer> } {
  const cost = new Uint16Array(width * height)
  for (let y = 0, cell = 0; y < height; y++) {
    for (let x = 0; x < width; x++) cost[cell++] = terrain.costAt(x, y)
  }
  const grid: Grid = { width, height, cost }
  if (form === 'png') return { ending: 'png', bytes: writePngMap(grid).slice() }
  const isPlain = cost.every(one => one <= 1)
  return { ending: isPlain ? 'map' : 'raw', bytes: (isPlain ? writeMovingAi(grid) : writeRaw(grid)).slice() }
}

/** A version of the map. */
export type DrawnNews = ReturnType<DrawnMap['commit']>

/** All strokes from pressing the brush down to releasing it: the costs of the cells before and after. */
interface Gesture {
  readonly number: number
  readonly before: Map<number, number>
  readonly after: Map<number, number>
}

const ORDERED_CELLS_MAX = 4096 * 4096
/** More than anyone undoes. */
const GESTURES_MAX = 500

/**
 * A map that is drawn on: a commit of its strokes repairs what they touch, and gives the next version. Gestures can be
 * undone and made again. The page numbers islands and regions as a bake does, so each version is put in that order after
 * the commit. On large maps that would take too long, and islands keep the numbers that they got.
 */
export class DrawnMap {
  private readonly live: LiveMap
  private readonly orderedCellsMax: number
  private readonly done: Gesture[] = []
  private readonly undone: Gesture[] = []
  /** Costs of cells that the next commit sets. */
  private readonly drawn = new Map<number, number>()
  private stroke = 0
  private committed = 0

  constructor(file: Uint8Array, orderedCellsMax = ORDERED_CELLS_MAX) {
    this.live = openLive(file, null, { extras: exact })
    this.orderedCellsMax = orderedCellsMax
  }

  /** Whether strokes wait for a commit. */
  get isBehind(): boolean {
    return this.committed < this.stroke
  }

  /** Makes a version of all strokes up to `stroke`, and counts the gestures that can be undone, and made again. */
  commit() {
    const { live, drawn, stroke } = this
    for (const [cell, cost] of drawn) live.set(cell % live.width, Math.floor(cell / live.width), cost)
    drawn.clear()
    this.committed = stroke
    const fromMs = performance.now()
    const { version, cells, islandsMerged, islandsSplit } = live.commit()
    const elapsedUs = 1000 * (performance.now() - fromMs)
    const [undoCount, redoCount] = [this.done.length, this.undone.length]
    return { version, stroke, cells, islandsMerged, islandsSplit, elapsedUs, undoCount, redoCount }
  }

  /** The newest version. */
  snapshot(): Atlas {
    const { live } = this
    if (live.width * live.height > this.orderedCellsMax) return live.snapshot()
    const columns = live.inOrder()
    return new Atlas(columns, atlasSizeBytes(countsOf(columns)), exact)
  }

  /** An atlas file of the newest version. */
  save(): Uint8Array<ArrayBuffer> {
    return this.live.save()
  }

  /** Leaves out areas off the map. Gestures undone before cannot be made again. */
  draw({ number, areas, cost, gesture }: Stroke): void {
    const { live, drawn } = this
    this.stroke = number
    const { before, after } = this.gestureOf(gesture)
    for (const area of areas) {
      const xEnd = Math.min(live.width, area.x + area.width)
      const yEnd = Math.min(live.height, area.y + area.height)
      for (let y = Math.max(0, area.y); y < yEnd; y++) {
        for (let x = Math.max(0, area.x); x < xEnd; x++) {
          const cell = y * live.width + x
          const known = drawn.get(cell) ?? live.costAt(x, y)
          if (known === cost) continue
          if (!before.has(cell)) before.set(cell, known)
          after.set(cell, cost)
          drawn.set(cell, cost)
        }
      }
    }
    if (after.size === 0) this.done.pop()
    else this.undone.length = 0
  }

  /** Undoes the last gesture, or makes the last undone one again. */
  step(step: 'undo' | 'redo', stroke: number): void {
    const { done, undone } = this
    const [from, to] = step === 'undo' ? [done, undone] : [undone, done]
    const gesture = from.pop()
    this.stroke = stroke
    if (gesture === undefined) return
    to.push(gesture)
    for (const [cell, cost] of step === 'undo' ? gesture.before : gesture.after) this.drawn.set(cell, cost)
  }

  private gestureOf(number: number): Gesture {
    const last = this.done.at(-1)
    if (last?.number === number) return last
    if (this.done.length === GESTURES_MAX) this.done.shift()
    const begun = { number, before: new Map(), after: new Map() }
    this.done.push(begun)
    return begun
  }
}
