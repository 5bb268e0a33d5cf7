/**
 * Travellers to whom the same cells are walls share regions, islands and entries. Entries are chosen where paths are cheap, which
 * differs between them: on a ground that costs the mean of what it costs them.
 */
import type { Traveller } from './traveller.ts'

/** The same for travellers to whom the same cells are walls. */
export function wallsOf({ costs, size }: Traveller): string {
  return JSON.stringify([size, Object.keys(costs).sort()])
}

/** What each ground costs travellers with the same walls on average. */
export function meanCosts(alike: readonly Traveller[]): Record<string, number> {
  const costs: Record<string, number> = {}
  for (const ground of Object.keys(alike[0].costs)) {
    costs[ground] = Math.round(alike.reduce((sum, traveller) => sum + traveller.costs[ground], 0) / alike.length)
  }
  return costs
}
