/** The scenes of RVO2, as the bench runs them: all arrive, in today's time, and nobody overlaps another or a wall. */
import { expect, it } from 'vitest'
import { runScene } from '../../bench/crowd-run.ts'
import { crowdScenes } from '../../bench/crowd-scenes.ts'
import { deepestOverlap, depthInWall } from '../support/crowd-scene.ts'

const scenes = crowdScenes(0)
const SHARE_MAX = 0.01

it.each([
  ['Circle', 250, 513],
  ['Blocks', 100, 319],
  ['Roadmap', 100, 489],
])('in %s all %s arrive, after %s seconds on average at most', async (name, count, secondsMax) => {
  const scene = scenes.find(one => one.name === name)!
  let [overlap, inWall] = [0, 0]
  const outcome = await runScene(scene, (crowd, atlas, numbers) => {
    overlap = Math.max(overlap, deepestOverlap(crowd, numbers, scene.units))
    for (const [i, { radius }] of scene.units.entries()) {
      inWall = Math.max(inWall, depthInWall(atlas, crowd.x[numbers[i]], crowd.y[numbers[i]], radius))
    }
  })
  expect(outcome).toMatchObject({ units: count, arrived: count })
  expect(outcome.meanSeconds).toBeLessThanOrEqual(secondsMax)
  // Units may overlap by half a percent of a radius.
  expect(outcome.least).toBeGreaterThanOrEqual(0.9974)
  expect(overlap).toBeLessThan(SHARE_MAX)
  expect(inWall).toBeLessThan(SHARE_MAX)
})

it.each([1, 5])('in Roadmap all settle within 20 cells of their goals from other starts, %s', async by => {
  const scene = scenes.find(one => one.name === 'Roadmap')!
  const units = scene.units.map((unit, i) => ({ ...unit, x: unit.x + (((i + 1) * 7919 * by) % 1000) * 1e-6 }))
  expect(await runScene({ ...scene, units })).toMatchObject({ arrived: 100 })
})
