/**
 * Random weighted worlds as nature makes them, for properties: costs that change slowly over smooth ground, fast on steep
 * ground, in jumps on terraces, or one way here and another there, some with walls. On such ground the cheapest cells
 * cost next to nothing beside what a way over a ridge costs, so all that a search is bounded by is far too wide.
 */
import { Random } from '../../src/base/random.ts'
import { type World, WorldArbitrary } from './worlds.ts'

type Height = (x: number, y: number) => number

/** Two of each length. */
const WAVES = 8
/** What the heights of all waves add up to, the longest being 1 high. */
const SHARES = 3.75
const COST_MAX = 255

/** What ground costs at a height of -1..1, from 1 to `top`. */
const costOfHeight: Record<string, (height: number, top: number) => number> = {
  smooth: (height, top) => 1 + ((top - 1) * (height + 1)) / 2,
  // Ridges along all heights of 0, and wide valleys of cost 1 between them.
  steep: (height, top) => 1 + (top - 1) * Math.max(0, 1 - 2.5 * Math.abs(height)) ** 2,
  terraced: (height, top) => top ** (Math.floor((height + 1) * 3.5) / 6),
}
const shapes = Object.keys(costOfHeight)
export const slopeKinds = [...shapes, 'mixed']

/** Everything follows from the seed; its remainder is the kind. Sides are sideMin..sideMax. */
export function slopedWorldOfSeed(seed: number, sideMin: number, sideMax: number): World {
  const random = new Random(seed)
  const kind = slopeKinds[seed % slopeKinds.length]
  const width = sideMin + random.below(sideMax - sideMin + 1)
  const height = sideMin + random.below(sideMax - sideMin + 1)
  const top = 20 + random.below(COST_MAX - 19)
  const wallShare = random.unit() < 0.6 ? 0 : 0.12 * random.unit()
  const heightAt = drawHeight(random)
  const patchAt = drawHeight(random)
  const cost = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const shape = kind === 'mixed' ? shapes[Math.floor(((patchAt(x, y) + 1) / 2) * 2.99)] : kind
      cost[y * width + x] = random.unit() < wallShare ? 0 : Math.round(costOfHeight[shape](heightAt(x, y), top))
    }
  }
  const directions = random.unit() < 0.3 ? 4 : 8
  return { grid: { width, height, cost }, directions, about: `seed ${seed}: ${kind} ground, costs to ${top}` }
}

/** Sloped worlds for fast-check, which shrinks them as it shrinks all worlds. */
export function slopedWorlds(sideMin: number, sideMax: number): WorldArbitrary {
  return new WorldArbitrary(seed => slopedWorldOfSeed(seed, sideMin, sideMax))
}

/** Heights of -1..1: waves of about 120 cells and down to 8, each along a line of its own and half as high as one twice as long. */
function drawHeight(random: Random): Height {
  const waves = Array.from({ length: WAVES }, (_, i) => {
    const octave = 2 ** (i >> 1)
    const turn = 2 * Math.PI * random.unit()
    const perCell = (2 * Math.PI * octave) / (64 + 128 * random.unit())
    const share = 1 / octave / SHARES
    return { perX: perCell * Math.cos(turn), perY: perCell * Math.sin(turn), shift: 2 * Math.PI * random.unit(), share }
  })
  return (x, y) => {
    let height = 0
    for (const { perX, perY, shift, share } of waves) height += share * Math.sin(perX * x + perY * y + shift)
    return height
  }
}
