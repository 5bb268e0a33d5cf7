/**
 * A traveller is a kind of unit: the cost of each ground, its size in cells and how sharply it turns. Its **footprint** at a cell
 * is the square of `size` x `size` cells around it. For even sizes the cell is the upper left one of the four in the middle. A
 * traveller can stand where its footprint has no wall, at the cost of the most expensive cell.
 */
import { type Kind, nameOf, refuse } from '../base/given.ts'
import { checkEach, checkFields, maybe, oneOf, TABLE, whole } from '../base/kinds.ts'

export interface TravellerOptions {
  /** The cost of each ground by name, 1 to 255; a ground that is not named is a wall. */
  readonly costs: Readonly<Record<string, number>>
  /** Cells to a side of its footprint: 1 unless given. */
  readonly size?: number
  /** By how many degrees its heading may change with a step; any way unless given. */
  readonly turn?: Turn | null
}

export type Turn = 45 | 90

export type Travellers = Readonly<Record<string, TravellerOptions>>

export interface Traveller {
  readonly name: string
  readonly costs: Readonly<Record<string, number>>
  readonly size: number
  /** Null where turns have no limit. */
  readonly turn: Turn | null
}

export const SIZE_MAX = 64
const TRAVELLERS_MAX = 256
const FIELDS = { costs: TABLE, size: maybe(whole(1, SIZE_MAX)), turn: maybe(oneOf(45, 90)) }
const COST: Kind = { ...whole(1, 255), wanted: 'a whole number from 1 to 255, or none for a wall,' }

/** How far a footprint reaches to the west and north of its cell; the rest of it lies to the east and south. */
export function reachBefore(size: number): number {
  return (size - 1) >> 1
}

/** The travellers that the options name, in their order, each checked. */
export function travellersOf(given: Travellers, grounds: readonly string[]): Traveller[] {
  if (!TABLE.is(given)) refuse(`The travellers are ${nameOf(given)}: an object was expected.`)
  const named = Object.entries(given)
  if (named.length === 0 || named.length > TRAVELLERS_MAX) {
    refuse(`There are ${named.length} travellers: give 1 to ${TRAVELLERS_MAX}.`)
  }
  return named.map(([name, options]) => travellerOf(name, options, grounds))
}

function travellerOf(name: string, options: TravellerOptions, grounds: readonly string[]): Traveller {
  const who = `the traveller '${name}'`
  if (name === '') refuse('A traveller has an empty name: give a word.')
  checkFields(options, FIELDS, who, refuse)
  const stranger = Object.keys(options).find(key => !Object.hasOwn(FIELDS, key))
  if (stranger !== undefined) refuse(`${who} has no '${stranger}': it has ${Object.keys(FIELDS).join(', ')}.`)
  const { costs, size, turn } = options
  const strange = Object.keys(costs).find(ground => !grounds.includes(ground))
  if (strange !== undefined) refuse(`${who} names the ground '${strange}': this map has ${grounds.join(', ')}.`)
  checkEach(costs, COST, `the costs of ${who}`, refuse)
  return { name, costs: { ...costs }, size: size ?? 1, turn: turn ?? null }
}

/** A key that is equal for travellers with the same walls, who share regions, islands and entries. */
export function wallsOf({ costs, size }: Traveller): string {
  return JSON.stringify([size, Object.keys(costs).sort()])
}

/** The mean cost of each ground for such travellers: by these the bake chooses where entries belong. */
export function meanCosts(alike: readonly Traveller[]): Record<string, number> {
  const costs: Record<string, number> = {}
  for (const ground of Object.keys(alike[0].costs)) {
    costs[ground] = Math.round(alike.reduce((sum, traveller) => sum + traveller.costs[ground], 0) / alike.length)
  }
  return costs
}
