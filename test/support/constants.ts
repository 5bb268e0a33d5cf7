/** The constants that were chosen by measuring, as one table: name, value, unit, meaning and bench. */
import { filesUnder, textOf } from './sources.ts'

const ROOMS = [
  ...['find', 'path', 'route', 'proof', 'shape', 'cells', 'wave', 'atlas'],
  ...['entry', 'level', 'metric', 'hub', 'live', 'traveller', 'world', 'crowd', 'fleet', 'pool', 'tiles'],
]

/** The bench that measures what a constant of these files changes; the longest match counts. */
const BENCHES: readonly (readonly [path: string, bench: string])[] = [
  ['path/', 'bench:pays'],
  ['route/', 'bench:pays'],
  ['route/hub', 'bench:rivals'],
  ['hub/', 'bench:rivals'],
  ['atlas/', 'bench:pays'],
  ['proof/', 'bench'],
  ['find/', 'bench'],
  ['find/field.ts', 'bench:fields'],
  ['find/find-in-steps.ts', 'bench:requests'],
  ['find/passes.ts', 'bench:requests'],
  ['find/shared-field.ts', 'bench:requests'],
  ['find/warm-up.ts', 'bench:cold'],
  ['shape/', 'none: its tests'],
  ['cells/', 'bench'],
  ['wave/', 'bench:fields'],
  ['entry/', 'bench:pays'],
  ['level/', 'bench'],
  ['metric/', 'bench'],
  ['live/', 'bench:living'],
  ['traveller/', 'bench:travellers'],
  ['world/', 'bench:worlds'],
  ['crowd/', 'bench:crowd'],
  ['crowd/requests.ts', 'bench:requests'],
  ['fleet/', 'bench:fleets'],
  ['pool/', 'bench:service'],
  ['tiles/', 'bench:farm'],
]

/** The last word of a name that is a unit, and how the table calls it. */
const UNITS: Readonly<Record<string, string>> = {
  ENTRIES_A_BLOCK: 'entries a block',
  BYTES_A_CELL: 'bytes a cell',
  CELLS_PER_REGION: 'cells a region',
  CELLS: 'cells',
  UNITS: 'units',
  SHARE: 'share',
  SHARES: 'shares',
  GREED: 'factor',
  WORTH: 'share',
  EXPENSIVE: 'factor',
  GAIN: 'share',
  APART: 'factor',
  REGIONS: 'regions',
  LEVELS: 'levels',
  LEVEL: 'level',
  BLOCKS: 'blocks',
  ENTRIES: 'entries',
  EXPANSIONS: 'expansions',
  LANDMARKS: 'landmarks',
  TREES: 'trees',
  DEPTH: 'entries',
  BUCKETS: 'buckets',
  STEPS: 'steps',
  SPLITS: 'splits',
  SWEEPS: 'sweeps',
  TRIES: 'tries',
  ASKS: 'questions',
  MS: 'ms',
}

/** Names of file formats, bits and codes, which no bench chooses. */
const FIXED =
  /BITS|MASK|SHIFT|WORD|FORMAT|^NO_|^WAY_|^TABLE_|^LENGTH_|^ROUNDING|^SAME_|HUBS_OF_ENTRY|^SQUARE|STEP_NUMBERS|^RIM_/

interface Constant {
  readonly name: string
  readonly value: string
  readonly unit: string
  readonly meaning: string
}

export function constantsPage(): string {
  const sections = ROOMS.flatMap(room => filesUnder(`src/${room}`).filter(file => file.endsWith('.ts'))).flatMap(
    file => {
      const constants = constantsIn(textOf(file))
      if (constants.length === 0) return []
      const path = file.slice('src/'.length)
      const [, bench] = BENCHES.filter(([begin]) => path.startsWith(begin)).sort((a, b) => b[0].length - a[0].length)[0]
      return constants.map(
        ({ name, value, unit, meaning }) =>
          `| \`${name}\` | ${value} | ${unit} | ${meaning} | \`${path}\` | ${bench} |`,
      )
    },
  )
  return [
    '# Constants',
    '',
    'Written from the sources by `npx vitest run test/house/constants.test.ts -u`. A unit of cost is 1/70 of a straight step over cost 1.',
    'The last column names the command, after `npm run`, that measures what a constant changes.',
    '',
    '| constant | value | unit | meaning | file | bench |',
    '|---|---:|---|---|---|---|',
    ...sections,
    '',
  ].join('\n')
}

/** Constants with a unit, each with the first sentence of the comment above it or above its group. */
function constantsIn(text: string): Constant[] {
  const found: Constant[] = []
  let meaning = ''
  let comment: string[] | null = null
  for (const line of text.split('\n')) {
    if (line.startsWith('/*')) comment = []
    if (comment !== null) {
      comment.push(
        line
          .replace(/^\/?\*+\/?|\*\/$/g, '')
          .replace(/^ \*\/?/, '')
          .trim(),
      )
      if (line.endsWith('*/')) {
        meaning = comment
          .join(' ')
          .trim()
          .split(/(?<=[^.]\.)\s/)[0]
        comment = null
      }
      continue
    }
    const constant = /^(?:export )?const ([A-Z][A-Z0-9_]+) = (.+)$/.exec(line)
    if (constant === null) {
      if (line !== '') meaning = ''
      continue
    }
    const [, name, value] = constant
    const unit = unitOf(name)
    if (unit === undefined || value === '{' || FIXED.test(name) || !/^[\d._A-Z([{][\w\s.*/+<()[\]{}:,]*$/.test(value))
      continue
    found.push({ name, value: value.replaceAll('|', '\\|'), unit, meaning })
  }
  return found
}

function unitOf(name: string): string | undefined {
  const known = Object.keys(UNITS).filter(unit => new RegExp(`(^|_)${unit}(_|$)`).test(name))
  return known.length === 0
    ? undefined
    : UNITS[known.sort((a, b) => name.lastIndexOf(b) - name.lastIndexOf(a) || b.length - a.length)[0]]
}
