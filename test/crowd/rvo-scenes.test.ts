/** The scenes of RVO2, as the bench runs them: all arrive, in today's time, and nobody overlaps another or a wall. */
import { expect, it } from 'vitest'
import { runScene } from '../../bench/crowd-run.ts'
import { crowdScenes } from '../../bench/crowd-scenes.ts'
import { depthInWall, meanOf, moved, STARTS } from '../support/crowd-scene.ts'

const SHARE_MAX = 0.01
/** Of the steps at which units are judged. */
const EVERY = 4

it.each([
  ['Circle', 250, 513],
  ['Blocks', 100, 319],
  ['Roadmap', 100, 489],
])('in %s all %s arrive, after %s seconds on average at most', async (name, count, secondsMax) => {
  const scene = crowdScenes(0).find(one => one.name === name)!
  const seconds: number[] = []
  for (const start of STARTS) {
    let [inWall, steps] = [0, 0]
    const outcome = await runScene({ ...scene, units: moved(scene.units, start) }, (crowd, atlas, numbers) => {
      if (scene.walls.length === 0 || ++steps % EVERY > 0) return
      for (const [i, { radius }] of scene.units.entries()) {
        inWall = Math.max(inWall, depthInWall(atlas, crowd.x[numbers[i]], crowd.y[numbers[i]], radius))
      }
    })
    expect(outcome).toMatchObject({ units: count, arrived: count })
    // Units may overlap by half a percent of a radius.
    expect(outcome.least).toBeGreaterThanOrEqual(0.9974)
    expect(inWall).toBeLessThan(SHARE_MAX)
    seconds.push(outcome.meanSeconds)
  }
  expect(meanOf(seconds)).toBeLessThanOrEqual(secondsMax)
})
