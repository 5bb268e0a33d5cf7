/** Runs a scene with our crowd, for the bench and the tests. */
import { Crowd } from '../src/crowd.ts'
import { type Atlas, bake, openAtlas } from '../src/index.ts'
import type { CrowdScene } from './crowd-scenes.ts'
import type { CrowdReport } from './tables/crowd-table.ts'

export type Outcome = Omit<CrowdReport, 'scene' | 'program'>

/** `judge` looks at the crowd after each step. */
export async function runScene(
  scene: CrowdScene,
  judge: (crowd: Crowd, atlas: Atlas, numbers: readonly number[]) => void = () => {},
): Promise<Outcome> {
  const { units, tolerance, stepsMax, seconds } = scene
  const { atlas, crowd, numbers } = await crowdOf(scene)
  const arrivedAt = new Float64Array(units.length).fill(Infinity)
  const stepMs: number[] = []
  let least = Infinity
  for (let step = 0; step < stepsMax && arrivedAt.includes(Infinity); step++) {
    const startMs = performance.now()
    for (let i = 0; i < units.length && scene.via.length === 0; i++) {
      const dx = units[i].goalX - crowd.x[numbers[i]]
      const dy = units[i].goalY - crowd.y[numbers[i]]
      const distance = Math.max(1, Math.sqrt(dx * dx + dy * dy))
      crowd.wish(numbers[i], dx / distance, dy / distance)
    }
    crowd.step(seconds)
    stepMs.push(performance.now() - startMs)
    for (const [i, { goalX, goalY }] of units.entries()) {
      if (Math.hypot(goalX - crowd.x[numbers[i]], goalY - crowd.y[numbers[i]]) > tolerance) continue
      arrivedAt[i] = Math.min(arrivedAt[i], (step + 1) * seconds)
    }
    judge(crowd, atlas, numbers)
    if (step % (units.length < 1000 ? 4 : 20) === 0) least = Math.min(least, leastDistance(crowd, scene, numbers))
  }
  const times = arrivedAt.filter(time => time < Infinity)
  return {
    units: units.length,
    arrived: times.length,
    meanSeconds: times.reduce((sum, time) => sum + time, 0) / times.length,
    least,
    medianMs: stepMs.sort((a, b) => a - b)[stepMs.length >> 1],
  }
}

/** The units at their starts; those with points on their way are sent along their routes. */
export async function crowdOf(scene: CrowdScene) {
  const { units, horizon, sight, neighbours } = scene
  const atlas = await atlasOf(scene)
  const crowd = new Crowd(atlas, { horizon, sight, neighbours })
  const numbers = units.map(unit => crowd.add(scene.via.length > 0 ? { ...unit, speed: 1 } : unit))
  if (scene.via.length > 0) sendAlongRoutes(crowd, atlas, scene, numbers)
  return { atlas, crowd, numbers }
}

export async function atlasOf({ side, walls }: CrowdScene): Promise<Atlas> {
  const cost = new Uint8Array(side * side).fill(1)
  for (const { x, y, width, height } of walls) {
    for (let row = y; row < y + height; row++) cost.fill(0, row * side + x, row * side + x + width)
  }
  return openAtlas(await bake({ width: side, height: side, cost }))
}

/** Sends each unit along points, each visible from the one before. */
function sendAlongRoutes(crowd: Crowd, atlas: Atlas, { units }: CrowdScene, numbers: readonly number[]): void {
  const finder = atlas.finder()
  for (const [i, { x, y, goalX, goalY }] of units.entries()) {
    crowd.follow(numbers[i], finder.find(Math.floor(x), Math.floor(y), Math.floor(goalX), Math.floor(goalY)))
  }
}

function leastDistance({ x, y }: Crowd, { units }: CrowdScene, numbers: readonly number[]): number {
  const byX = [...numbers.keys()].sort((a, b) => x[numbers[a]] - x[numbers[b]])
  const widest = Math.max(...units.map(({ radius }) => radius))
  let least = Infinity
  for (let i = 0; i < byX.length; i++) {
    const a = byX[i]
    for (let j = i + 1; j < byX.length; j++) {
      const b = byX[j]
      const dx = x[numbers[b]] - x[numbers[a]]
      if (dx > 2 * widest) break
      least = Math.min(least, Math.hypot(dx, y[numbers[b]] - y[numbers[a]]) / (units[a].radius + units[b].radius))
    }
  }
  return least
}
