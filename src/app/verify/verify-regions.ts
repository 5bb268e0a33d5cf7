/**
 * Regions and islands are exactly the connected pieces of ground: each block of each level is flooded, and last the
 * whole map. All cells of a piece have one number, no two pieces share one, none is left over, and walls have none. A piece
 * that is closed off, a whole island, may have no number on the levels above.
 */
import { counted } from '../cli/words.ts'
import { Flood } from './plain-flood.ts'
import type { Check, Finding, Subject } from './verify-check.ts'

export const regionsCheck: Check = {
  name: 'regions',
  run(subject, onProgress) {
    const { atlas } = subject
    const { levels } = atlas.stats()
    let regions = 0
    for (const { level, blockSideCells, regions: count } of levels) {
      regions += count
      const problem = checkLabels(subject, {
        side: blockSideCells,
        count,
        what: `region of level ${level}`,
        hasAll: level === 0,
        labelOf: (x, y) => atlas.regionOf(x, y, level),
        onProgress: fraction => onProgress((level + fraction) / levels.length),
      })
      if (problem !== '') return { looked: `the regions of level ${level}`, problem }
    }
    return {
      looked: `${counted(regions, 'region')} on ${counted(levels.length, 'level')}, by flooding each block`,
      problem: '',
    }
  },
}

export const islandsCheck: Check = {
  name: 'islands',
  run(subject, onProgress): Finding {
    const { atlas, grid } = subject
    const problem = checkLabels(subject, {
      side: Math.max(grid.width, grid.height),
      count: atlas.islandCount,
      what: 'island',
      hasAll: true,
      labelOf: (x, y) => atlas.islandOf(x, y),
      onProgress,
    })
    return { looked: `${counted(atlas.islandCount, 'island')}, by flooding the whole map`, problem }
  },
}

const NO_LABEL = -1

interface Labelling {
  /** Of the squares that bound the pieces, in cells. */
  readonly side: number
  /** Numbers run from 0 to count - 1. */
  readonly count: number
  readonly what: string
  /** Whether closed pieces have numbers too. */
  readonly hasAll: boolean
  labelOf(x: number, y: number): number
  onProgress(fraction: number): void
}

function checkLabels({ grid }: Subject, labelling: Labelling): string {
  const { side, count, what, labelOf } = labelling
  const flood = new Flood(grid)
  const isTaken = new Uint8Array(count)
  let pieces = 0
  let closed = 0
  let cells = 0
  let label = -1
  const onPiece = (x: number, y: number) => {
    pieces++
    label = labelOf(x, y)
    if (label === NO_LABEL && !labelling.hasAll) {
      closed++
      return ''
    }
    if (!(label >= 0 && label < count)) return `Cell ${x},${y} is in ${what} ${label}, but there are 0 to ${count - 1}.`
    if (isTaken[label] === 1) return `Cell ${x},${y} is in ${what} ${label}, which is another piece of ground.`
    isTaken[label] = 1
    return ''
  }
  const onCell = (x: number, y: number) => {
    // The flood itself moves in rings; cells heard are a fair measure of how far it is.
    if ((++cells & 0xffff) === 0) labelling.onProgress(cells / grid.cost.length)
    const here = labelOf(x, y)
    if (here === NO_LABEL && label === NO_LABEL && leadsOut(grid, x, y, side)) {
      return `Cell ${x},${y} is in no ${what}, but leads out of its block.`
    }
    return here === label ? '' : `Cell ${x},${y} is in ${what} ${here}, but it is connected to ${what} ${label}.`
  }
  for (let top = 0; top < grid.height; top += side) {
    for (let left = 0; left < grid.width; left += side) {
      const problem = flood.square(left, top, side, onPiece, onCell)
      if (problem !== '') return problem
    }
  }
  if (pieces - closed !== count)
    return `The map has ${pieces - closed} pieces of ground where the atlas has ${count} (${what}).`
  return problemOfWalls(grid, labelOf, what)
}

/** Whether a step from the free cell (x, y) leads into another square of `side` cells. */
function leadsOut({ width, height, cost }: Subject['grid'], x: number, y: number, side: number): boolean {
  const leads = (toX: number, toY: number) => {
    if (toX < 0 || toY < 0 || toX >= width || toY >= height || cost[toY * width + toX] === 0) return false
    return Math.floor(toX / side) !== Math.floor(x / side) || Math.floor(toY / side) !== Math.floor(y / side)
  }
  return leads(x + 1, y) || leads(x - 1, y) || leads(x, y + 1) || leads(x, y - 1)
}

function problemOfWalls(grid: Subject['grid'], labelOf: (x: number, y: number) => number, what: string): string {
  for (let cell = 0; cell < grid.cost.length; cell++) {
    if (grid.cost[cell] !== 0) continue
    const x = cell % grid.width
    const y = (cell - x) / grid.width
    if (labelOf(x, y) !== -1) return `Cell ${x},${y} is a wall, but the atlas has it in ${what} ${labelOf(x, y)}.`
  }
  return ''
}
