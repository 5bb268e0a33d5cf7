/**
 * `npm run bench:travellers [MAP ..]`: a file of eight travellers, four kinds of two sizes, beside eight files of one: bytes and
 * the time to bake. Maps in the characters of MovingAI have their grounds by these; without any, three are generated.
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { bake, type Grounds, generate, groundFromTiles, type TravellerOptions } from '../src/index.ts'
import { gridOf } from '../src/map/footprint.ts'

const SIDE = 512
/** What a kind pays on grass, forest, swamp, road and water; rock is a wall to all. */
const KINDS = { soldier: [2, 3, 6, 1, 20], rider: [2, 9, 12, 1, 30], elf: [4, 3, 5, 3, 20], bird: [1, 1, 2, 1, 1] }
const NAMES = ['grass', 'forest', 'swamp', 'road', 'water', 'rock']
const SIZES = [1, 2]
const GROUND_OF_CHARACTER = {
  '.': 'grass',
  G: 'grass',
  T: 'forest',
  S: 'swamp',
  W: 'water',
  '=': 'road',
  '@': 'rock',
  O: 'rock',
}

const travellers: Record<string, TravellerOptions> = {}
for (const size of SIZES) {
  for (const [kind, paid] of Object.entries(KINDS)) {
    const costs = Object.fromEntries(paid.map((cost, i) => [NAMES[i], cost]))
    travellers[`${kind}-${size}`] = { costs, size }
  }
}

const given = process.argv.slice(2).map(path => [basename(path), drawn(readFileSync(path, 'latin1'))] as const)
const made = [1, 2, 3].map(seed => [`patches ${seed}`, patches(seed)] as const)
await measure('', patches(9), () => {}) // warms up
console.log('| map | bytes of one file | of eight | ratio | seconds of CPU | of eight | ratio |')
console.log('|---|---:|---:|---:|---:|---:|---:|')
for (const [name, grounds] of given.length > 0 ? given : made) await measure(name, grounds, console.log)

async function measure(name: string, grounds: Grounds, print: (row: string) => void): Promise<void> {
  const [together, togetherMs] = await timed(() => bake(grounds, { travellers }))
  let [bytes, ms] = [0, 0]
  for (const { costs, size = 1 } of Object.values(travellers)) {
    const [file, ownMs] = await timed(() => bake(gridOf(grounds, { costs, size })))
    bytes += file.length
    ms += ownMs
  }
  const ratio = (a: number, b: number) => (a / b).toFixed(2)
  const row = [
    together.length,
    bytes,
    ratio(together.length, bytes),
    ...[togetherMs, ms].map(all => (all / 1000).toFixed(1)),
  ]
  print(`| ${name} | ${row.join(' | ')} | ${ratio(togetherMs, ms)} |`)
}

async function timed<T>(run: () => Promise<T>): Promise<[T, number]> {
  const before = process.cpuUsage()
  const made = await run()
  const { user, system } = process.cpuUsage(before)
  return [made, (user + system) / 1000]
}

function patches(seed: number): Grounds {
  const [walls, swamp, heights] = (['terrain', 'terrain', 'elevation'] as const).map(
    (kind, i) => generate(kind, { width: SIDE, height: SIDE, seed: seed + 10 * i }).cost,
  )
  const tiles = Array.from(walls, (wall, cell) => {
    if (wall === 0) return 'rock'
    if (swamp[cell] === 0) return 'swamp'
    return heights[cell] > 6 ? 'forest' : cell % 97 === 0 ? 'road' : 'grass'
  })
  return groundFromTiles(tiles, SIDE, NAMES)
}

function drawn(text: string): Grounds {
  const lines = text.split(/\r?\n/)
  const rows = lines.slice(lines.indexOf('map') + 1).filter(row => row !== '')
  return groundFromTiles([...rows.join('')], rows[0].length, GROUND_OF_CHARACTER)
}
