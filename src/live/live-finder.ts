/**
 * The finder of a map that changes, and what it needs to know of the map.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { nameOf, optionsOf, refuse } from '../base/given.ts'
import type { InnerExtras } from '../find/extras.ts'
import { Finder } from '../find/finder.ts'
import type { Turner } from '../find/passes.ts'
import type { Traveller } from '../map/traveller.ts'

/** Answers for the newest commit. */
export type LiveFinder = Finder

/** The map that a live finder reads. */
export interface ChangingMap {
  readonly columns: AtlasColumns
  readonly surroundings: FinderNeeds
}

export interface FinderNeeds {
  /** Finds the paths of a traveller with limited turning; null for one that turns freely. */
  readonly turner: ((columns: AtlasColumns) => Turner) | null
  /** What finders and atlases of a map can do besides finding paths. */
  readonly extras: InnerExtras
}

export interface LiveFinderOptions {
  /** The traveller whose paths are found. Default: the map's own. */
  readonly traveller?: string
}

/** Finds a traveller of a file by name. */
export function travellerIn(travellers: readonly Traveller[], name: string): Traveller {
  if (typeof name !== 'string') refuse(`The traveller is ${nameOf(name)}: a name was expected.`)
  const traveller = travellers.find(one => one.name === name)
  if (traveller !== undefined) return traveller
  const names = travellers.map(one => one.name).join(', ')
  refuse(`There is no traveller '${name}': this map has ${names === '' ? 'none' : names}.`)
}

/** Refuses any traveller except the view's own. */
export function checkOwner(options: LiveFinderOptions | null | undefined, owner: string | undefined): void {
  const { traveller } = optionsOf(options, { traveller: true })
  if (traveller === undefined || traveller === owner) return
  if (typeof traveller !== 'string') refuse(`The traveller is ${nameOf(traveller)}: a name was expected.`)
  if (owner === undefined) refuse(`There is no traveller '${traveller}': this map has none.`)
  refuse(`This is a view of '${owner}': make one of '${traveller}' with branch({ traveller }).`)
}

/** A commit costs one scratch anew at most: callers share the finder of a map, and queues of questions make another. */
const finderOfMap = new WeakMap<ChangingMap, Finder>()

/** The finder that always answers for the newest commit. */
export function finderOf(map: ChangingMap): Finder {
  const known = finderOfMap.get(map)
  if (known !== undefined) return known
  const { turner, extras } = map.surroundings
  const finder = new Finder(map, { extras, turner, isChanging: true })
  finderOfMap.set(map, finder)
  return finder
}
