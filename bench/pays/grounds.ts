/**
 * The maps that mechanisms are measured on: generated kinds, ground drawn in tiles, and public maps where a folder of them is
 * at hand. All are seeded, so that two runs ask the same questions of the same maps.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Random } from '../../src/base/random.ts'
import { type Grid, generate, type KindName, readMap } from '../../src/index.ts'
import { WORLD_KINDS } from '../world.ts'

export interface Ground {
  readonly name: string
  readonly make: () => Grid
}

/** One map as it is baked. */
export interface Setting extends Ground {
  readonly directions: 4 | 8
  readonly hubs: boolean
}

const SEED = 25
const FAR_SIDE_SHARE = 4
const PUBLIC_MAPS = [
  ...['Berlin_0_1024', 'Boston_1_1024', 'Denver_2_1024', 'NewYork_0_512', 'ost100d', 'orz700d', 'hrt000d', 'brc503d'],
  ...[
    'ht_0_hightown_n',
    'TheFrozenSea',
    'Expedition',
    'Aurora',
    'plunderisle',
    'AR0044SR',
    'random512-30-0',
    '8room_000',
  ],
]

/** Squares of one cost each, drawn from a list. */
function tiles(side: number, tile: number, costs: readonly number[]): Grid {
  const random = new Random(SEED)
  const across = Math.ceil(side / tile)
  const costOfTile = Array.from({ length: across * across }, () => costs[random.below(costs.length)])
  return drawn(side, (x, y) => costOfTile[Math.floor(y / tile) * across + Math.floor(x / tile)])
}

function drawn(side: number, costAt: (x: number, y: number) => number): Grid {
  const cost = new Uint8Array(side * side)
  for (let y = 0; y < side; y++) for (let x = 0; x < side; x++) cost[y * side + x] = costAt(x, y)
  return { width: side, height: side, cost }
}

/** A maze whose walls can be walked, at this cost. */
function mazeOfRoads(side: number, costOfWall: number): Grid {
  const maze = generate('maze', { width: side, height: side, seed: SEED })
  return { ...maze, cost: Uint8Array.from(maze.cost, cost => (cost === 0 ? costOfWall : 1)) }
}

const kind = (name: KindName, side: number): Ground => ({
  name,
  make: () => generate(name, { width: side, height: side, seed: SEED }),
})

/** All settings; those of public maps where there is a folder of them, the largest where the side is that of full runs. */
export function settingsOf(side: number, folder: string | undefined): Setting[] {
  const made: Ground[] = [
    ...WORLD_KINDS.map(name => kind(name, side)),
    ...[16, 32, 64].map(tile => ({ name: `tiles of ${tile}`, make: () => tiles(side, tile, [1, 5, 40, 200]) })),
    { name: 'checkers', make: () => drawn(side, (x, y) => (((x >> 5) + (y >> 5)) % 2 === 0 ? 1 : 200)) },
    { name: 'roads on lines of blocks', make: () => drawn(side, (x, y) => (x % 32 === 0 || y % 32 === 0 ? 1 : 12)) },
    { name: 'maze of roads', make: () => mazeOfRoads(side, 8) },
    { name: 'maze of roads in mud', make: () => mazeOfRoads(side, 40) },
  ]
  const files = folder === undefined ? [] : readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const found = PUBLIC_MAPS.flatMap(name => files.filter(file => basename(file) === `${name}.map`))
  const published = found.map(file => ({
    name: basename(file, '.map'),
    make: () => readMap(readFileSync(join(folder!, file))),
  }))
  const far = (['terrain', 'rooms', 'elevation'] as const).map(name => ({
    ...kind(name, FAR_SIDE_SHARE * side),
    name: `${name} x 4`,
  }))
  return [
    ...[...made, ...published].flatMap(ground => [
      { ...ground, directions: 8 as const, hubs: false },
      { ...ground, name: `${ground.name}, hubs`, directions: 8 as const, hubs: true },
    ]),
    ...made.map(ground => ({ ...ground, name: `${ground.name}, 4 directions`, directions: 4 as const, hubs: false })),
    ...far.map(ground => ({ ...ground, directions: 8 as const, hubs: false })),
  ]
}
