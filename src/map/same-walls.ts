/**
 * Travellers with the same walls share regions, islands and entries. Entries belong where paths are cheap, which differs
 * between travellers, so the bake chooses them by mean costs.
 */
import type { Traveller } from './traveller.ts'

/** A key that is equal for travellers with the same walls. */
export function wallsOf({ costs, size }: Traveller): string {
  return JSON.stringify([size, Object.keys(costs).sort()])
}

/** The mean cost of each ground for travellers with the same walls. */
export function meanCosts(alike: readonly Traveller[]): Record<string, number> {
  const costs: Record<string, number> = {}
  for (const ground of Object.keys(alike[0].costs)) {
    costs[ground] = Math.round(alike.reduce((sum, traveller) => sum + traveller.costs[ground], 0) / alike.length)
  }
  return costs
}
