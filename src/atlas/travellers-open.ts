/**
 * The bytes of a file of travellers -> who they are, and the columns of each when they are asked for. The file is checked once,
 * when it is opened: its table of sections, its description, and the length of every column. The numbers in a traveller's
 * columns are checked at its first use, when its terrain is made.
 */
import { NONE } from '../base/none.ts'
import { openSections, sectionOf } from '../base/section-file.ts'
import { gridOf } from '../map/footprint.ts'
import { checkGrounds, type Grounds } from '../map/grounds.ts'
import type { Directions } from '../map/movement.ts'
import { packTerrain } from '../map/pack.ts'
import { type Traveller, type Travellers, travellersOf } from '../map/traveller.ts'
import { checkedColumns, stillThere } from './columns.ts'
import type { AtlasCounts } from './layout.ts'
import { hold } from './level-graph.ts'
import { assemble, checkColumns, checkedCounts, type ViewOf, viewsOf } from './open-columns.ts'
import { keptColumns, TRAVELLERS_FILE, type TravellersFile } from './travellers-file.ts'
import { packedGroundBytes, unpackedGrounds } from './travellers-grounds.ts'
import { TableStore } from './travellers-tables.ts'
import { validateColumns } from './validate.ts'

/** Many regions may be of one record, of which a forger could make use: far more than any bake has. */
const TABLE_WORDS_A_CELL_MAX = 64
const TABLE_WORDS_FLAT_MAX = 1 << 16

/** What the description says, as JSON. */
interface About {
  readonly grounds: readonly string[]
  readonly travellers: readonly Traveller[]
}

export function openTravellersFile(given: Uint8Array): TravellersFile {
  const file = openSections(TRAVELLERS_FILE, given)
  const { grounds, travellers } = readAbout(sectionOf(file, 'about', 'uint8'))
  const counts = travellers.map((_, part) => {
    const own = checkedCounts(file, part)
    checkColumns(file, keptColumns(own), part)
    return own
  })
  const [{ width, height, directions }] = counts
  const isOneMap = (own: AtlasCounts) =>
    own.width === width && own.height === height && own.directions === directions && own.hubLevel === NONE
  hold(counts.every(isOneMap), 'travellers')
  const ground = readGround(sectionOf(file, 'grounds', 'uint8'), width, height, grounds)
  const store = new TableStore(sectionOf(file, 'endOfRecord', 'int32'), sectionOf(file, 'records', 'uint16'))
  const check = stillThere(file.bytes)
  return {
    travellers,
    ground,
    columnsOf: traveller => {
      check()
      const part = travellers.indexOf(traveller)
      const terrain = packTerrain(gridOf(ground, traveller), directions as Directions)
      const columns = withTables(counts[part], viewsOf(file, part), store)
      const opened = checkedColumns(assemble(counts[part], columns, terrain), check)
      validateColumns(opened)
      return opened
    },
  }
}

function readGround(packed: Uint8Array, width: number, height: number, names: readonly string[]): Grounds {
  const cellCount = width * height
  hold(packed.length === packedGroundBytes(cellCount, names.length), 'grounds')
  const ground = { width, height, groundOfCell: unpackedGrounds(packed, cellCount, names.length), names }
  hold(
    isSound(() => checkGrounds(ground)),
    'grounds',
  )
  return ground
}

/** The columns of a traveller's atlas, of which the file has all but the tables. */
function withTables({ width, height, levels }: AtlasCounts, view: ViewOf, store: TableStore): ViewOf {
  const tableWordsMax = TABLE_WORDS_FLAT_MAX + TABLE_WORDS_A_CELL_MAX * width * height
  const made = levels.map((_, level) => {
    const rowOfRegion = view<Int32Array>('rowOfRegion', level)
    const recordOfRegion = view<Int32Array>('recordOfRegion', level)
    const scaleOfRegion = view<Int32Array>('scaleOfRegion', level)
    return store.tablesOf({ rowOfRegion, recordOfRegion, scaleOfRegion }, tableWordsMax)
  })
  return <Type extends Int32Array | Uint16Array | Uint8Array>(name: string, level = NONE) => {
    if (name === 'tables') return made[level].tables as Type
    return name === 'tableOfRegion' ? (made[level].tableOfRegion as Type) : view<Type>(name, level)
  }
}

/** The description must pass the checks of the bake's own options. */
function readAbout(bytes: Uint8Array): About {
  let about: About | undefined
  const isReadable = isSound(() => {
    const { grounds, travellers } = JSON.parse(new TextDecoder().decode(bytes.slice())) as About
    const options: Travellers = Object.fromEntries(
      travellers.map(({ name, costs, size, turn }) => [name, { costs, size, turn }]),
    )
    about = { grounds, travellers: travellersOf(options, grounds) }
  })
  hold(isReadable && about !== undefined && about.travellers.length > 0, 'travellers')
  return about
}

function isSound(read: () => void): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}
