/**
 * Proves of an opened atlas what opening it does not: that its cells give its regions, tables, landmarks and hubs. Most of that is
 * made again as a bake makes it, and compared. Each proof rests on those before it. It takes no longer than the bake on one thread,
 * since it chooses neither entries nor landmarks.
 */
import type { AtlasColumns } from './atlas/columns.ts'
import { endRegionOf, firstRegionOf, planeCountOf, regionCountOf } from './atlas/islands.ts'
import { IsthmusError } from './base/errors.ts'
import { allocatePrivate } from './base/memory.ts'
import { finish } from './base/work.ts'
import { listsByRegion } from './entry/slots.ts'
import { measuringHubs } from './hub/measure.ts'
import { TableFiller, type TableJob } from './level/table-filler.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from './map/terrain.ts'
import { landmarksProof, levelsProof, type Proof } from './proof/file-proofs.ts'
import { BlockLabeller } from './region/label.ts'

/** Tables that are made between two reports of progress: those of this many blocks or regions. */
const PARTS_AT_ONCE = 64

const regionsProof: Proof = {
  name: 'regions',
  run({ terrain, labels }, onProgress) {
    const { regionsOfBlock, firstPlaneOfBlock, planeBits } = labels
    const labeller = new BlockLabeller()
    const blocks = terrain.costOfBlock.length
    const looked = `the regions of all ${blocks} blocks, by flooding each`
    for (let block = 0; block < blocks; block++) {
      onProgress(block / blocks)
      const count = labeller.label(terrain.rowBits, block << BLOCK_SHIFT)
      const length = planeCountOf(count) * BLOCK_SIDE_CELLS
      const first = firstPlaneOfBlock[block] * BLOCK_SIDE_CELLS
      const isSame =
        count === regionCountOf(regionsOfBlock, block) &&
        areEqual(labeller.planes.subarray(0, length), planeBits.subarray(first, first + length))
      if (!isSame) return { looked, problem: `The regions of block ${block} are not the pieces of its ground.` }
    }
    return { looked, problem: '' }
  },
}

const groundProof: Proof = {
  name: 'ground',
  run(columns, onProgress) {
    const problem = problemOfTables(columns, 0, onProgress)
    return { looked: `all ${columns.levels[0].pairCount} costs of level 0, and the ways`, problem }
  },
}

const tablesProof: Proof = {
  name: 'tables',
  run(columns, onProgress) {
    const { length } = columns.levels
    let pairs = 0
    for (let level = 1; level < length; level++) {
      const onPart = (fraction: number) => onProgress((level - 1 + fraction) / (length - 1))
      const problem = problemOfTables(columns, level, onPart)
      if (problem !== '') return { looked: `the costs of level ${level}`, problem }
      pairs += columns.levels[level].pairCount
    }
    return { looked: `all ${pairs} costs above level 0, and the ways`, problem: '' }
  },
}

const hubsProof: Proof = {
  name: 'hubs',
  run({ hubs: told, levels }, onProgress) {
    const { hubCountOfEntry, hubGaps, hubSteps, level } = told!
    const looked = `${hubSteps.length} hubs of entries and steps to them`
    const { entryCount } = levels[level]
    const made = finish(measuringHubs(levels, level, Infinity, hubCount => onProgress(hubCount / entryCount)))
    const isSame =
      areEqual(made.hubCountOfEntry, hubCountOfEntry) &&
      areEqual(made.hubGaps, hubGaps) &&
      areEqual(made.hubSteps, hubSteps)
    return { looked, problem: isSame ? '' : 'What entries say of hubs is not so.' }
  },
}

/** What there is to prove of an atlas. */
export function proofsOf({ hubs }: AtlasColumns): readonly Proof[] {
  const proofs = [regionsProof, levelsProof, groundProof, tablesProof, landmarksProof]
  return hubs === undefined ? proofs : [...proofs, hubsProof]
}

/** Throws ATLAS_DAMAGED with the first contradiction, where there is one. */
export function prove(columns: AtlasColumns): void {
  for (const { name, run } of proofsOf(columns)) {
    const { problem } = run(columns, () => {})
    if (problem === '') continue
    throw new IsthmusError(
      'ATLAS_DAMAGED',
      `The atlas is damaged: its ${name} are not true. ${problem} Bake the map again.`,
    )
  }
}

/** Makes the tables of a level again. Returns a sentence on the first that differs; empty where none does. */
function problemOfTables(columns: AtlasColumns, level: number, onProgress: (fraction: number) => void): string {
  const graph = columns.levels[level]
  const { regionsOfBlock } = columns.labels
  const job = tableJob(columns, level)
  const filler = new TableFiller(job)
  const parts = level === 0 ? regionsOfBlock.length >> 1 : graph.regionCount
  for (let part = 0; part < parts; part += PARTS_AT_ONCE) {
    onProgress(part / parts)
    const last = Math.min(parts, part + PARTS_AT_ONCE) - 1
    const made = finish(filler.fill(part, last + 1))
    const [first, end] =
      level === 0 ? [firstRegionOf(regionsOfBlock, part), endRegionOf(regionsOfBlock, last)] : [part, last + 1]
    for (let region = first; region < end; region++) {
      const own = made.subarray(
        job.tableOfRegion[region],
        region + 1 < end ? job.tableOfRegion[region + 1] : made.length,
      )
      const at = graph.tableOfRegion[region]
      if (areEqual(own, graph.tables.subarray(at, at + own.length))) continue
      const source = level === 0 ? 'its cells give' : `level ${level - 1} gives`
      return `The table of region ${region} of level ${level} is not the one that ${source}.`
    }
  }
  return ''
}

function tableJob({ terrain, labels, levels }: AtlasColumns, level: number): TableJob {
  const slots = levels[level]
  const tableOfRegion = new Int32Array(slots.regionCount)
  if (level === 0) return { stage: 'cost', terrain, regionsOfBlock: labels.regionsOfBlock, slots, tableOfRegion }
  const lower = levels[level - 1]
  const children = finish(listsByRegion(lower.parentOfRegion, slots.regionCount, allocatePrivate))
  return { stage: 'lift', lower, children, slots, tableOfRegion }
}

function areEqual(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
