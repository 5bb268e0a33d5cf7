/**
 * The travellers of one file on a live map. Edits give cells a ground. Each traveller gets its own columns at first
 * use: an unused traveller costs commits nothing.
 */
import { writeAtlas } from '../atlas/columns.ts'
import type { TravellersFile } from '../atlas/travellers-file.ts'
import { openTravellersFile } from '../atlas/travellers-open.ts'
import { TravellersWriter } from '../atlas/travellers-write.ts'
import { finish } from '../base/work.ts'
import { Atlas } from '../find/atlas.ts'
import type { InnerExtras } from '../find/extras.ts'
import { type Traveller, wallsOf } from '../map/traveller.ts'
import { Commits } from './commits.ts'
import { JournalLog, journalOf } from './journal.ts'
import { travellerIn } from './live-finder.ts'
import { isGroundValue, LiveGrounds } from './live-grounds.ts'
import { type Company, LiveMap } from './live-map.ts'
import { LiveVersion, type Surroundings } from './live-version.ts'
import { storeOf } from './store.ts'

/** The surroundings of a traveller's map, except those that follow from grounds. */
export type Around = Pick<Surroundings, 'turner' | 'extras' | 'makeOpen' | 'openOfCost'>

/** What `openLive` takes besides the extras of finders. */
export interface LiveExtras extends InnerExtras {
  readonly liveTravellers?: OpenLiveTravellers
}

/** Opens a file of travellers for edits, as the map of the traveller with this name; of the first one by default. */
type OpenLiveTravellers = (
  file: Uint8Array,
  journal: Uint8Array | null,
  name: string | undefined,
  around: (traveller: Traveller) => Around,
) => LiveMap

export const openLiveTravellers: OpenLiveTravellers = (file, journal, name, around) => {
  const opened = openTravellersFile(file)
  const { travellers, ground } = opened
  const traveller = name === undefined ? travellers[0] : travellerIn(travellers, name)
  const log = new JournalLog(
    journalOf(file, ground, true, value => isGroundValue(value, ground)),
    journal,
  )
  return new TravellersCompany(opened, log, around).mapOf(traveller)
}

class TravellersCompany implements Company {
  readonly commits: Commits
  private readonly file: TravellersFile
  private readonly grounds: LiveGrounds
  private readonly around: (traveller: Traveller) => Around
  private readonly versionOf = new Map<Traveller, LiveVersion>()
  private readonly mapOfTraveller = new Map<Traveller, LiveMap>()

  constructor(file: TravellersFile, log: JournalLog, around: (traveller: Traveller) => Around) {
    this.file = file
    this.around = around
    this.grounds = new LiveGrounds(file)
    this.grounds.apply(this.grounds.byBlock(log.editsBetween(0)))
    this.commits = new Commits(log, this.grounds)
  }

  get travellers(): readonly Traveller[] {
    return this.file.travellers
  }

  mapOf(traveller: Traveller): LiveMap {
    let map = this.mapOfTraveller.get(traveller)
    if (map === undefined) {
      map = new LiveMap(this.nowOf(traveller), this.commits, this, traveller)
      this.mapOfTraveller.set(traveller, map)
    }
    return map
  }

  /** A traveller first used after the snapshot is built from the commits up to the snapshot. */
  snapshot(traveller: Traveller): Atlas {
    const { travellers, commits } = this
    const forks = new Map(Array.from(this.versionOf, ([one, version]) => [one, version.fork()]))
    const { version } = commits.log
    let then: TravellersCompany | null = null
    const company = () => {
      then ??= new TravellersCompany(this.file, commits.log.upTo(version), this.around)
      return then
    }
    const file: TravellersFile = {
      travellers,
      get ground() {
        return company().grounds.now
      },
      columnsOf: one => (forks.get(one) ?? company().nowOf(one)).columns,
    }
    const { extras } = this.around(traveller)
    return new Atlas(file.columnsOf(traveller), 0, extras, { file, traveller, atlasOfName: new Map() })
  }

  save(): Uint8Array<ArrayBuffer> {
    const { grounds, travellers } = this.grounds.toSave()
    const writer = new TravellersWriter(grounds)
    finish(writer.begin())
    const sourcesOfWalls = new Map<string, Int32Array>()
    for (const traveller of this.travellers) {
      const walls = wallsOf(traveller)
      const { columns, sources } = this.nowOf(traveller).canonical(sourcesOfWalls.get(walls))
      sourcesOfWalls.set(walls, sources)
      finish(writer.addAtlas(writeAtlas(columns)))
    }
    return finish(writer.write(travellers))
  }

  private nowOf(traveller: Traveller): LiveVersion {
    let version = this.versionOf.get(traveller)
    if (version === undefined) {
      version = this.open(traveller)
      this.versionOf.set(traveller, version)
    }
    return version
  }

  private open(traveller: Traveller): LiveVersion {
    const { grounds, commits } = this
    const columns = this.file.columnsOf(traveller)
    const choice = grounds.choiceOf(traveller, columns.terrain)?.terrain ?? null
    const store = finish(storeOf(columns, undefined, choice))
    const version = new LiveVersion(store, {
      ...this.around(traveller),
      grounds: { grounds: grounds.now, traveller, variant: costs => this.variantOf(traveller, costs) },
      standingEdits: (of, edits) => {
        const terrain = () => {
          of.turn()
          return of.terrain
        }
        return grounds.editsOf(traveller, terrain, edits.grounds, choice !== null)
      },
      readCells: (blocks, out) => grounds.readBlocks(traveller, blocks, out),
    })
    commits.join(version)
    return version
  }

  /** The map of another traveller with the same size and turn that pays these costs; null if there is none. */
  private variantOf(traveller: Traveller, costs: Traveller['costs']): LiveVersion | null {
    const { names } = this.grounds.now
    const keyOf = (paid: Traveller['costs']) => names.map(name => paid[name] ?? 0).join()
    const isVariant = (one: Traveller) =>
      one !== traveller &&
      one.size === traveller.size &&
      one.turn === traveller.turn &&
      keyOf(one.costs) === keyOf(costs)
    const other = this.travellers.find(isVariant)
    return other === undefined ? null : this.nowOf(other)
  }
}
