/**
 * The bytes of an atlas -> columns: views, nothing copied. Damage is found here, once. First the table of sections is checked,
 * then their lengths, then their numbers (validate.ts). What only a forger can have written is checked where it is read (`hold`
 * of level-graph.ts).
 */
import type { Level } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { openOwnSections, openSections, type SectionFile, sectionOf, wrongFile } from '../base/section-file.ts'
import type { Directions } from '../map/movement.ts'
import { BLOCK_CELLS_SHIFT, BLOCK_MASK, BLOCK_SHIFT, Terrain } from '../map/terrain.ts'
import { type AtlasColumns, type AtlasLevel, checkedColumns, stillThere } from './columns.ts'
import type { HubSteps } from './hubs.ts'
import { ATLAS, type AtlasCounts, type Column, columnsOf, FACTS, levelCountOf } from './layout.ts'
import { validateColumns } from './validate.ts'

export function openColumns(bytes: Uint8Array): AtlasColumns {
  const file = openSections(ATLAS, bytes)
  const counts = checkedCounts(file, 0)
  const columns = columnsOf(counts)
  checkColumns(file, columns, 0)
  if (file.rows.length !== columns.length) throw wrongFile(file.format, 'it has sections that no atlas has')
  const opened = atlasIn(file, counts)
  validateColumns(opened)
  return opened
}

/** The same of an atlas of one's own: what was damaged on its way is found, what a stranger has forged is not. */
export function openOwnColumns(bytes: Uint8Array): AtlasColumns {
  const file = openOwnSections(ATLAS, bytes)
  return atlasIn(file, countsIn(file, 0))
}

function atlasIn(file: SectionFile, counts: AtlasCounts): AtlasColumns {
  return checkedColumns(assemble(counts, viewsOf(file, 0)), stillThere(file.bytes))
}

/** What the facts of a part of a file say, and the lengths of its sections. */
export function countsIn(file: SectionFile, part: number): AtlasCounts {
  const facts = viewsOf(file, part)<Int32Array>('facts')
  const [width, height, directions, costMin, islands, landmarks, landmarkShift, hubLevel] = facts
  const lengthOf = (name: string, level = NONE) => file.find(name, level, part)?.length ?? 0
  const levelCount = file.rows.filter(row => row.name === 'regionsOfBlock' && row.part === part).length
  const levels = Array.from({ length: levelCount }, (_, level) => ({
    regions: lengthOf('parentOfRegion', level),
    entries: lengthOf('regionOfSide', level) >> 1,
    pairs: facts[facts.length - levelCount + level],
    tableWords: lengthOf('tables', level),
  }))
  const costBytes = file.find('costOfCell', NONE, part)?.type === 'uint16' ? 2 : 1
  const costBlocks = lengthOf('costOfCell') >> BLOCK_CELLS_SHIFT
  const planes = lengthOf('planeBits') >> BLOCK_SHIFT
  const own = { width, height, directions, costMin, islands, landmarks, landmarkShift, hubLevel, costBytes, costBlocks }
  return { ...own, planes, levels, hubs: lengthOf('hubSteps'), hubBytes: lengthOf('hubGaps') }
}

/** The same of a file that anybody may have written. */
export function checkedCounts(file: SectionFile, part: number): AtlasCounts {
  const facts = sectionOf(file, 'facts', 'int32', NONE, part)
  FACTS.forEach(([name, least, most], i) => {
    if (!(facts[i] >= least && facts[i] <= most))
      throw wrongFile(file.format, `its facts make no sense: ${name} is ${facts[i]}`)
  })
  const counts = countsIn(file, part)
  const { width, height, directions, hubLevel, levels } = counts
  const levelCount = levelCountOf((width + BLOCK_MASK) >> BLOCK_SHIFT, (height + BLOCK_MASK) >> BLOCK_SHIFT)
  const areLevels = levels.length === levelCount && facts.length === FACTS.length + levelCount
  const isSound = areLevels && hubLevel < levelCount && directions % 4 === 0
  if (!isSound) throw wrongFile(file.format, 'its facts make no sense')
  return counts
}

/** Every column is a section of its type and length. */
export function checkColumns(file: SectionFile, columns: readonly Column[], part: number): void {
  for (const { name, level, type, length } of columns) {
    const row = file.find(name, level, part)
    if (row?.type === type && row.length === length) continue
    const what = level === NONE ? name : `${name} of level ${level}`
    throw wrongFile(
      file.format,
      `its section ${what} has ${row?.length ?? 0} numbers (${row?.type}), not ${length} (${type})`,
    )
  }
}

export type ViewOf = <Type extends Int32Array | Uint16Array | Uint8Array>(name: string, level?: Level) => Type

/** The columns of a part of a file, by name. */
export function viewsOf(file: SectionFile, part: number): ViewOf {
  return <Type>(name: string, level = NONE) => file.view(file.find(name, level, part)!) as Type
}

/** An atlas of these columns; its terrain too, but where that is known from elsewhere. */
export function assemble(counts: AtlasCounts, column: ViewOf, known?: Terrain): AtlasColumns {
  const { width, height, costMin } = counts
  const directions = counts.directions as Directions
  const terrain =
    known ??
    new Terrain(width, height, directions, costMin, column('rowBits'), column('costOfBlock'), column('costOfCell'))
  const levels = counts.levels.map(({ regions, entries, pairs }, level): AtlasLevel => {
    const tables = column<Uint16Array>('tables', level)
    return {
      regionCount: regions,
      entryCount: entries,
      pairCount: pairs,
      regionsOfBlock: column('regionsOfBlock', level),
      parentOfRegion: column('parentOfRegion', level),
      rowOfRegion: column('rowOfRegion', level),
      slots: column('slots', level),
      regionOfSide: column('regionOfSide', level),
      tableOfRegion: column('tableOfRegion', level),
      tables,
      tableBytes: new Uint8Array(tables.buffer, tables.byteOffset, tables.byteLength),
    }
  })
  const labels = {
    regionsOfBlock: levels[0].regionsOfBlock,
    firstPlaneOfBlock: column<Int32Array>('firstPlaneOfBlock'),
    planeBits: column<Int32Array>('planeBits'),
  }
  const landmarks = {
    count: counts.landmarks,
    costToLandmark: column<Uint16Array>('costToLandmark'),
    shift: counts.landmarkShift,
  }
  const islandOfRegion = column<Int32Array>('islandOfRegion')
  return {
    terrain,
    labels,
    islandCount: counts.islands,
    islandOfRegion,
    landmarks,
    levels,
    hubs: hubsIn(counts, column),
  }
}

function hubsIn({ hubLevel }: AtlasCounts, column: ViewOf): HubSteps | undefined {
  if (hubLevel === NONE) return undefined
  return {
    level: hubLevel,
    hubCountOfEntry: column('hubCountOfEntry'),
    hubGaps: column('hubGaps'),
    hubSteps: column('hubSteps'),
  }
}
