/**
 * Maps that change: an atlas's bytes, and edits from there on.
 */
import type { AtlasColumns } from './atlas/columns.ts'
import { openColumns } from './atlas/open-columns.ts'
import type { Party } from './atlas/party.ts'
import { isParty } from './atlas/travellers-layout.ts'
import { openParty } from './atlas/travellers-open.ts'
import { bakeColumns } from './bake.ts'
import { optionsOf, refuse } from './base/given.ts'
import type { Closable, Closed, WhatIf, WhatIfOptions } from './find/surveyor.ts'
import type { KnownGrounds } from './live/base-map.ts'
import { noJournal, readJournal } from './live/journal.ts'
import { EXTRAS } from './live/live-finder.ts'
import { LiveMap } from './live/live-map.ts'
import { leanColumns } from './live/open-ground.ts'
import { Store } from './live/store.ts'
import type { Surroundings } from './live/surroundings.ts'
import { whatIf as imagine } from './live/what-if.ts'
import { allocateCosts, COST_MAX_OF_BYTE } from './map/grid.ts'
import { checkGrounds, type Grounds } from './map/grounds.ts'
import type { Terrain } from './map/terrain.ts'
import { type Traveller, travellersOf } from './map/traveller.ts'
import { chokePoints, clearanceAlong, deadEnds, widthAt } from './traveller/survey.ts'
import { TurningSearch } from './traveller/turning.ts'

export interface LiveOptions {
  /** Whose map it is, of a file of travellers: the first of them unless given. */
  readonly traveller?: string
  /** What an atlas of one unit was baked from, and what each ground cost there: so that grounds can be switched in views. */
  readonly grounds?: Grounds
  readonly costs?: Readonly<Record<string, number>>
}

/** Opens an atlas to be changed, and takes what its journal says; the bytes of both stay as they are. */
export function openLive(file: Uint8Array, journal?: Uint8Array | null, options?: LiveOptions | null): LiveMap {
  const given: LiveOptions = optionsOf(options)
  if (isParty(file)) return openTraveller(file, journal ?? undefined, given.traveller)
  if (given.traveller !== undefined) refuse(`There is no traveller '${given.traveller}': this atlas has none.`)
  const columns = openColumns(file)
  const { width, height } = columns.terrain
  const grounds = groundsOf(given, columns.terrain)
  return new LiveMap(
    new Store(columns),
    readJournal(file, width, height, journal ?? undefined),
    surroundingsOf(grounds),
  )
}

function openTraveller(file: Uint8Array, journal: Uint8Array | undefined, name: string | undefined): LiveMap {
  const party = openParty(file)
  const { travellers, ground } = party
  const traveller = name === undefined ? travellers[0] : travellers.find(one => one.name === name)
  if (traveller === undefined) {
    refuse(`There is no traveller '${name}': this atlas has ${travellers.map(one => one.name).join(', ')}.`)
  }
  const read = readJournal(file, ground.width, ground.height, journal, travellers.indexOf(traveller))
  const surroundings: Surroundings = surroundingsOf(
    {
      grounds: ground,
      traveller,
      variant: variantsOf(party, traveller, columns => new LiveMap(new Store(columns), noJournal(), surroundings)),
    },
    traveller.turn,
  )
  return new LiveMap(new Store(party.columnsOf(traveller)), read, surroundings)
}

/** The maps of travellers of the same size and turn by what grounds cost them, each opened when it is first asked for. */
function variantsOf(
  { travellers, ground, columnsOf }: Party,
  traveller: Traveller,
  open: (columns: AtlasColumns) => LiveMap,
): KnownGrounds['variant'] {
  const opened = new Map<Traveller, LiveMap>()
  const keyOf = (costs: Traveller['costs']) => ground.names.map(name => costs[name] ?? 0).join()
  const others = travellers.filter(
    one => one !== traveller && one.size === traveller.size && one.turn === traveller.turn,
  )
  return costs => {
    const other = others.find(one => keyOf(one.costs) === keyOf(costs))
    if (other === undefined) return null
    const map = opened.get(other) ?? open(columnsOf(other))
    opened.set(other, map)
    return map
  }
}

function groundsOf({ grounds, costs }: LiveOptions, { width, height }: Terrain): KnownGrounds | null {
  if (grounds === undefined && costs === undefined) return null
  if (grounds === undefined || costs === undefined) refuse('Grounds and costs go together: give both, or none.')
  checkGrounds(grounds)
  if (grounds.width !== width || grounds.height !== height) {
    refuse(`The grounds are of ${grounds.width} x ${grounds.height} cells, the atlas of ${width} x ${height}.`)
  }
  return { grounds, traveller: travellersOf({ unit: { costs } }, grounds.names)[0], variant: () => null }
}

/** What follows if cells of a map become walls: which islands part, and what detour the routes of some pairs take. */
export function whatIf(atlas: Closable, closed: Closed, options?: WhatIfOptions | null): WhatIf {
  return imagine(atlas, closed, surroundingsOf(null, atlas.traveller?.turn ?? null), options)
}

function surroundingsOf(grounds: KnownGrounds | null, turn: Traveller['turn'] = null): Surroundings {
  const turner: Surroundings['turner'] = turn === null ? null : columns => new TurningSearch(columns, turn)
  const surroundings: Surroundings = {
    grounds,
    turner,
    openOfCost: new Map(),
    extras: {
      ...EXTRAS,
      surveyor: { widthAt, clearanceAlong, chokePoints, deadEnds },
      whatIf: (atlas, closed, options) => imagine(atlas, closed, surroundings, options),
      turn: turner,
    },
    makeOpen: async ({ terrain, costMax }, cost) => {
      const { width, height, directions } = terrain
      const open = { width, height, cost: allocateCosts(width, height, cost > COST_MAX_OF_BYTE ? 2 : 1).fill(cost) }
      const lean = leanColumns(await bakeColumns(open, directions))
      return new LiveMap(new Store(lean.columns, costMax, lean), noJournal(), surroundings)
    },
  }
  return surroundings
}

export type { Closable, Closed, Detour, Parting, Surveyed, WhatIf, WhatIfOptions } from './find/surveyor.ts'
export { type Area, box, type Change, type Disc, disc, type Place } from './live/area.ts'
export type { DecayOptions, Influence, InfluenceOptions } from './live/influence.ts'
export type { Expired } from './live/lease.ts'
export type { LiveFinder, LiveFinderOptions } from './live/live-finder.ts'
export type { LiveMap } from './live/live-map.ts'
export type { SliceOptions } from './live/slices.ts'
export type { View, ViewOptions } from './live/view.ts'
