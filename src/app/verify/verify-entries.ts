/**
 * Entries lie where paths may cross a border, and wherever two regions of any level touch, at least one entry joins
 * them: else something reachable would be out of reach for the search.
 */
import type { Atlas, Grid } from '../../index.ts'
import { counted } from '../cli/words.ts'
import type { Check, Subject } from './verify-check.ts'

export const entriesCheck: Check = {
  name: 'entries',
  run(subject, onProgress) {
    const { atlas } = subject
    const { levels } = atlas.stats()
    const looked = `${counted(atlas.entryCount(0), 'entry', 'entries')}, and each border between two regions`
    let problem = problemOfPlaces(
      subject,
      levels.map(level => level.blockSideCells),
    )
    for (let level = 0; level < levels.length && problem === ''; level++) {
      onProgress(level / levels.length)
      problem = problemOfBorders(subject, level, levels[level].blockSideCells)
    }
    return { looked, problem }
  },
}

/** Each entry is two neighbouring free cells on both sides of a border of every level up to its rank, and is unique. */
function problemOfPlaces({ atlas, grid }: Subject, sideOfLevel: readonly number[]): string {
  const places = new Set<number>()
  const count = atlas.entryCount(0)
  for (let entry = 0; entry < count; entry++) {
    const [xA, yA, xB, yB] = atlas.entryCells(entry)
    const name = `Entry ${entry}, ${xA},${yA} to ${xB},${yB},`
    if (Math.abs(xA - xB) + Math.abs(yA - yB) !== 1) return `${name} is not a pair of neighbours.`
    if (!isFree(grid, xA, yA) || !isFree(grid, xB, yB)) return `${name} leads through a wall or off the map.`
    const rank = atlas.rankOf(entry)
    const side = sideOfLevel[rank]
    if (side === undefined) return `${name} has rank ${rank}, but the levels are 0 to ${sideOfLevel.length - 1}.`
    if (blockOf(grid, side, xA, yA) === blockOf(grid, side, xB, yB))
      return `${name} crosses no border of level ${rank}.`
    // One of the two cells and the direction to the other name the place.
    const first = Math.min(yA * grid.width + xA, yB * grid.width + xB)
    const place = first * 2 + (xA === xB ? 1 : 0)
    if (places.has(place)) return `${name} is there twice.`
    places.add(place)
    if (entry >= atlas.entryCount(rank) || (rank + 1 < sideOfLevel.length && entry < atlas.entryCount(rank + 1))) {
      return `${name} has rank ${rank}, but its number is not one of that rank.`
    }
  }
  return ''
}

/** Every two regions of the level that touch across a border have an entry between them that the level keeps. */
function problemOfBorders({ atlas, grid }: Subject, level: number, side: number): string {
  const joined = new Set<string>()
  for (let entry = atlas.entryCount(level) - 1; entry >= 0; entry--) {
    const [xA, yA, xB, yB] = atlas.entryCells(entry)
    joined.add(pairName(atlas.regionOf(xA, yA, level), atlas.regionOf(xB, yB, level)))
  }
  const check = (x0: number, y0: number, x1: number, y1: number) =>
    !isFree(grid, x0, y0) || !isFree(grid, x1, y1) || joined.has(regionsOf(atlas, level, x0, y0, x1, y1))
      ? ''
      : `No entry of level ${level} joins the regions of ${x0},${y0} and ${x1},${y1}, which touch.`
  for (let x = side; x < grid.width; x += side) {
    for (let y = 0; y < grid.height; y++) {
      const problem = check(x - 1, y, x, y)
      if (problem !== '') return problem
    }
  }
  for (let y = side; y < grid.height; y += side) {
    for (let x = 0; x < grid.width; x++) {
      const problem = check(x, y - 1, x, y)
      if (problem !== '') return problem
    }
  }
  return ''
}

function regionsOf(atlas: Atlas, level: number, x0: number, y0: number, x1: number, y1: number): string {
  return pairName(atlas.regionOf(x0, y0, level), atlas.regionOf(x1, y1, level))
}

function pairName(a: number, b: number): string {
  return a < b ? `${a},${b}` : `${b},${a}`
}

function isFree(grid: Grid, x: number, y: number): boolean {
  return x >= 0 && y >= 0 && x < grid.width && y < grid.height && grid.cost[y * grid.width + x] !== 0
}

function blockOf(grid: Grid, side: number, x: number, y: number): number {
  return Math.floor(y / side) * Math.ceil(grid.width / side) + Math.floor(x / side)
}
