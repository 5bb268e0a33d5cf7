/**
 * Describes a cell: free or not, its cost, its island, and the closest free cell.
 */
import type { OpenedMap } from '../../pool/opened-map.ts'
import type { Operation } from '../../pool/pool-program.ts'

export interface LocateJob {
  readonly x: number
  readonly y: number
  readonly traveller: string | undefined
}

export interface Located {
  readonly inside: boolean
  readonly free: boolean
  readonly cost: number
  readonly island: number | null
  readonly nearest: [number, number] | null
}

export const locate: Operation = (opened: OpenedMap, { x, y, traveller }: LocateJob) => {
  const { map } = opened
  const seen = traveller !== undefined && 'as' in map ? map.as(traveller) : map
  const { width, height } = opened.info
  const island = seen.islandOf(x, y)
  // A path from a cell to itself begins at the closest free cell.
  const near = opened.finder(traveller).find(x, y, x, y, { nearest: true })
  const answer: Located = {
    inside: x >= 0 && y >= 0 && x < width && y < height,
    free: island >= 0,
    cost: seen.costAt(x, y),
    island: island >= 0 ? island : null,
    nearest: near.status === 'found' ? [near.goal.x, near.goal.y] : null,
  }
  return { answer, moved: [] }
}
