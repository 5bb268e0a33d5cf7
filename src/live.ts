/**
 * Maps that change: an atlas's bytes, and edits from there on.
 */
import type { AtlasColumns } from './atlas/columns.ts'
import { openColumns } from './atlas/open-columns.ts'
import { isParty } from './atlas/travellers-layout.ts'
import { openParty } from './atlas/travellers-open.ts'
import { bakeColumns } from './bake.ts'
import { type AllOf, nameOf, optionsOf, refuse } from './base/given.ts'
import { finish } from './base/work.ts'
import type { Closable, Closed, WhatIf, WhatIfOptions } from './find/surveyor.ts'
import type { KnownGrounds } from './live/base-map.ts'
import { Commits } from './live/commits.ts'
import { TravellersCompany } from './live/company.ts'
import { JournalLog, journalOf } from './live/journal.ts'
import { EXTRAS, travellerIn } from './live/live-finder.ts'
import { isGroundValue } from './live/live-grounds.ts'
import { LiveMap } from './live/live-map.ts'
import { LiveVersion } from './live/live-version.ts'
import { leanColumns } from './live/open-ground.ts'
import { Store } from './live/store.ts'
import type { Surroundings } from './live/surroundings.ts'
import { byBlock } from './live/touched-blocks.ts'
import { whatIf as imagine } from './live/what-if.ts'
import { allocateCosts, COST_MAX_OF_BYTE, type Grid } from './map/grid.ts'
import { checkGrounds, type Grounds } from './map/grounds.ts'
import type { Terrain } from './map/terrain.ts'
import { reachBefore, type Traveller, type Turn, travellersOf } from './map/traveller.ts'
import { chokePoints, clearanceAlong, deadEnds, widthAt } from './traveller/survey.ts'
import { TurningSearch } from './traveller/turning.ts'

export interface LiveOptions {
  /** Who is asked, of a file of travellers, unless a call names another: the first of them unless given. */
  readonly traveller?: string
  /** What an atlas of one unit was baked from, and what each ground cost there: so that grounds can be switched in views. */
  readonly grounds?: Grounds
  readonly costs?: Readonly<Record<string, number>>
}

const LIVE_OPTIONS = { traveller: true, grounds: true, costs: true } as const satisfies AllOf<LiveOptions>

type Unit = Pick<Traveller, 'size' | 'turn'>

const ONE_CELL: Unit = { size: 1, turn: null }

/** Opens an atlas to be changed, and takes what its journal says; the bytes of both stay as they are. */
export function openLive(file: Uint8Array, journal?: Uint8Array | null, options?: LiveOptions | null): LiveMap {
  const given: LiveOptions = optionsOf(options, LIVE_OPTIONS)
  if (isParty(file)) return openTravellers(file, journal ?? null, given.traveller)
  if (given.traveller !== undefined) refuse(`There is no traveller '${nameOf(given.traveller)}': this atlas has none.`)
  const columns = openColumns(file)
  const surroundings = surroundingsOf(groundsOf(given, columns.terrain))
  const store = new Store(columns)
  const isCost = (value: number) => value >= 0 && value <= store.costMax
  const log = new JournalLog(journalOf(file, columns.terrain, false, isCost), journal ?? null)
  const now = new LiveVersion(store, surroundings)
  const commits = new Commits(log)
  const valueOfCell = log.editsBetween(0)
  if (valueOfCell.size > 0) finish(now.repairing({ valueOfCell, grounds: new Map() }))
  commits.join(now)
  return new LiveMap(now, commits)
}

function openTravellers(file: Uint8Array, journal: Uint8Array | null, name: string | undefined): LiveMap {
  const party = openParty(file)
  const { travellers, ground } = party
  const traveller = name === undefined ? travellers[0] : travellerIn(travellers, name)
  const log = new JournalLog(
    journalOf(file, ground, true, value => isGroundValue(value, ground)),
    journal,
  )
  return new TravellersCompany(party, log, one => surroundingsOf(null, one)).mapOf(traveller)
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
  return imagine(atlas, closed, surroundingsOf(null, { size: 1, turn: atlas.traveller?.turn ?? null }), options)
}

/** Of an atlas of one unit unless a traveller is given. */
function surroundingsOf(grounds: KnownGrounds | null, traveller: Unit = ONE_CELL): Surroundings {
  const { size, turn } = traveller
  const makeTurner = (columns: AtlasColumns, by: Turn) => new TurningSearch(columns, by)
  const surroundings: Surroundings = {
    grounds,
    turner: turn === null ? null : columns => makeTurner(columns, turn),
    openOfCost: new Map(),
    extras: { ...EXTRAS, surveyor: { widthAt, clearanceAlong, chokePoints, deadEnds }, whatIf, turner: makeTurner },
    standingEdits: (store, { valueOfCell }) => byBlock(store, valueOfCell),
    readCells: null,
    makeOpen: async ({ terrain, costMax }, cost) => {
      const { width, height, directions } = terrain
      const open = { width, height, cost: allocateCosts(width, height, cost > COST_MAX_OF_BYTE ? 2 : 1).fill(cost) }
      closeEdges(open, size)
      const lean = leanColumns(await bakeColumns(open, directions))
      return new LiveVersion(new Store(lean.columns, costMax, lean), surroundings)
    },
  }
  return surroundings
}

/** Where a footprint would reach beyond the map nobody stands. */
function closeEdges({ width, height, cost }: Grid, size: number): void {
  const before = reachBefore(size)
  const [right, bottom] = [width - size + before, height - size + before]
  for (let y = 0; y < height; y++) {
    const isClosed = y < before || y > bottom
    if (isClosed) cost.fill(0, y * width, (y + 1) * width)
    cost.fill(0, y * width, y * width + Math.min(width, before))
    cost.fill(0, y * width + Math.max(0, right + 1), (y + 1) * width)
  }
}

export type { Closable, Closed, Detour, Parting, Surveyed, WhatIf, WhatIfOptions } from './find/surveyor.ts'
export { type Area, box, type Change, type Disc, disc, type Place } from './live/area.ts'
export type { DecayOptions, Influence, InfluenceOptions } from './live/influence.ts'
export type { Expired } from './live/lease.ts'
export type { LiveFinder, LiveFinderOptions } from './live/live-finder.ts'
export type { JournalOptions, LiveMap } from './live/live-map.ts'
export type { SliceOptions } from './live/slices.ts'
export type { View, ViewOptions } from './live/view.ts'
