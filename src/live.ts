/**
 * Maps that change: an atlas's bytes, and edits from there on. A page that edits needs only this door. Proofs, many
 * answers, and files of travellers are passed as `extras`, as to `openAtlas` of isthmus/query.
 */
import type { AtlasColumns } from './atlas/columns.ts'
import { openColumns } from './atlas/open-columns.ts'
import { isTravellersFile } from './atlas/travellers-file.ts'
import { type AllOf, nameOf, optionsOf, refuse } from './base/given.ts'
import { finish } from './base/work.ts'
import { type Extras, extraOf, type InnerExtras } from './find/extras.ts'
import { Commits } from './live/commits.ts'
import type { LiveExtras } from './live/company.ts'
import { JournalLog, journalOf } from './live/journal.ts'
import { LiveMap } from './live/live-map.ts'
import { type KnownGrounds, LiveVersion, plainSurroundings, type Surroundings } from './live/live-version.ts'
import { storeOf } from './live/store.ts'
import { checkGrounds, type Grounds } from './map/grounds.ts'
import type { Terrain } from './map/terrain.ts'
import { type Traveller, travellersOf } from './map/traveller.ts'

export interface LiveOptions {
  /** The traveller that answers unless a call names another. Default: the first of the file. */
  readonly traveller?: string
  /**
   * The grounds that an atlas of one unit was baked from; `costs`, what each cost. Views need them to switch grounds.
   */
  readonly grounds?: Grounds
  readonly costs?: Readonly<Record<string, number>>
  /**
   * What finders can do besides finding paths: `{ ...exact, ...many }` from the doors of these names, and
   * `liveTravellers` of isthmus/travellers for a file of travellers.
   * `openLive` of isthmus passes all of them.
   */
  readonly extras?: Extras
}

const LIVE_OPTIONS = { traveller: true, grounds: true, costs: true, extras: true } as const satisfies AllOf<LiveOptions>

type Unit = Pick<Traveller, 'size' | 'turn'>

const ONE_CELL: Unit = { size: 1, turn: null }

/** Opens an atlas for edits and makes the commits of its journal. The bytes of both stay unchanged. */
export function openLive(file: Uint8Array, journal?: Uint8Array | null, options?: LiveOptions | null): LiveMap {
  const given: LiveOptions = optionsOf(options, LIVE_OPTIONS)
  const { extras = {} } = given
  if (isTravellersFile(file)) {
    const { liveTravellers } = extras as LiveExtras
    if (liveTravellers === undefined) {
      refuse('This file holds travellers: pass { extras: liveTravellers } of isthmus/travellers to openLive.')
    }
    return liveTravellers(file, journal ?? null, given.traveller, unit => surroundingsOf(extras, null, unit))
  }
  if (given.traveller !== undefined) refuse(`There is no traveller '${nameOf(given.traveller)}': this atlas has none.`)
  const columns = openColumns(file)
  const surroundings = surroundingsOf(extras, groundsOf(given, columns.terrain))
  const store = finish(storeOf(columns))
  const isCost = (value: number) => value >= 0 && value <= store.costMax
  const log = new JournalLog(journalOf(file, columns.terrain, false, isCost), journal ?? null)
  const now = new LiveVersion(store, surroundings)
  const commits = new Commits(log)
  commits.join(now)
  return new LiveMap(now, commits)
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

/** For an atlas of one unit, unless a traveller is given. */
function surroundingsOf(given: Extras, grounds: KnownGrounds | null, traveller: Unit = ONE_CELL): Surroundings {
  const { size, turn } = traveller
  const extras = given as InnerExtras
  const turner = (columns: AtlasColumns) => extraOf(extras, 'turner', 'A traveller that turns')(columns, turn!)
  const surroundings: Surroundings = {
    ...plainSurroundings(extras),
    grounds,
    turner: turn === null ? null : turner,
    makeOpen: async ({ terrain, costMax }, cost) => {
      // Only views that hide a map bake one.
      const { openGround } = await import('./hidden-map.ts')
      const open = await openGround(terrain, cost, size)
      return new LiveVersion(finish(storeOf(open, costMax)), surroundings)
    },
  }
  return surroundings
}

export { type Area, box, type Change, type Disc, disc, type Place } from './live/area.ts'
export type { DecayOptions, Influence, InfluenceOptions } from './live/influence.ts'
export type { Expired } from './live/lease.ts'
export type { LiveFinder, LiveFinderOptions } from './live/live-finder.ts'
export type { JournalOptions, LiveMap } from './live/live-map.ts'
export type { SliceOptions } from './live/slices.ts'
export type { View, ViewOptions } from './live/view.ts'
