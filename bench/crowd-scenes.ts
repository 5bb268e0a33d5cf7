/**
 * The scenes for measuring crowds: three from RVO2, and a lattice whose halves change sides. Other programs get a scene
 * as text: see `npm run bench:crowd -- --help`.
 */
export interface CrowdUnit {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly speed: number
  readonly goalX: number
  readonly goalY: number
}

export interface CrowdScene {
  readonly name: string
  readonly side: number
  readonly seconds: number
  readonly neighbours: number
  readonly sight: number
  readonly horizon: number
  readonly stepsMax: number
  /** A unit this close to its goal has arrived. */
  readonly tolerance: number
  readonly units: readonly CrowdUnit[]
  readonly walls: readonly { x: number; y: number; width: number; height: number }[]
  /** Points on the units' way; none if they go straight to their goals. */
  readonly via: readonly { x: number; y: number }[]
}

/** The middle of the scenes with blocks, which is 0,0 in RVO2's. */
const MIDDLE = 108
const BLOCKS = [-40, 10].flatMap(x => [-40, 10].map(y => ({ x: MIDDLE + x, y: MIDDLE + y, width: 30, height: 30 })))
const VIA = [-42, -8, 8, 42].flatMap(x => [-42, -8, 8, 42].map(y => ({ x: MIDDLE + x, y: MIDDLE + y })))

export function crowdScenes(latticeSteps: number): CrowdScene[] {
  const rvo = { seconds: 0.25, neighbours: 10, sight: 15, stepsMax: 4000 }
  const blocks = { ...rvo, side: 2 * MIDDLE, horizon: 5, tolerance: 20, units: corners(), walls: BLOCKS }
  return [
    { ...rvo, name: 'Circle', side: 412, horizon: 10, tolerance: 1.5, units: circle(), walls: [], via: [] },
    { ...blocks, name: 'Blocks', via: [] },
    { ...blocks, name: 'Roadmap', via: VIA },
    {
      name: 'Lattice',
      side: 130,
      seconds: 0.1,
      neighbours: 10,
      sight: 3,
      horizon: 3,
      stepsMax: latticeSteps,
      tolerance: 1,
      units: lattice(),
      walls: [],
      via: [],
    },
  ]
}

export function sceneText(scene: CrowdScene): string {
  const { name, seconds, neighbours, sight, horizon, stepsMax, tolerance, units, walls, via } = scene
  return [
    `scene ${name} ${seconds} ${neighbours} ${sight} ${horizon} ${horizon} ${stepsMax} ${tolerance}`,
    ...units.map(one => `unit ${one.x} ${one.y} ${one.radius} ${one.speed} ${one.goalX} ${one.goalY}`),
    ...walls.map(({ x, y, width, height }) => `wall ${x} ${y} ${width} ${height}`),
    ...via.map(({ x, y }) => `via ${x} ${y}`),
    '',
  ].join('\n')
}

function circle(): CrowdUnit[] {
  return Array.from({ length: 250 }, (_, i) => {
    const [x, y] = [200 * Math.cos((i * Math.PI) / 125), 200 * Math.sin((i * Math.PI) / 125)]
    return { x: 206 + x, y: 206 + y, radius: 1.5, speed: 2, goalX: 206 - x, goalY: 206 - y }
  })
}

function corners(): CrowdUnit[] {
  return Array.from({ length: 100 }, (_, i) => {
    const [right, down] = [i & 1 ? 1 : -1, i & 2 ? 1 : -1]
    const [column, row] = [(i >> 2) % 5, Math.floor((i >> 2) / 5)]
    return {
      x: MIDDLE + right * (55 + 10 * column),
      y: MIDDLE + down * (55 + 10 * row),
      radius: 2,
      speed: 2,
      goalX: MIDDLE - 75 * right,
      goalY: MIDDLE - 75 * down,
    }
  })
}

function lattice(): CrowdUnit[] {
  return Array.from({ length: 10_000 }, (_, i) => {
    const [column, y] = [i % 100, 5.5 + Math.floor(i / 100)]
    const isLeft = column < 50
    const x = isLeft ? 5.5 + column : 15.5 + column
    return { x, y, radius: 0.3, speed: 1.5, goalX: isLeft ? x + 60 : x - 60, goalY: y }
  })
}
