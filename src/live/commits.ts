/**
 * What all travellers of one live map share: edits that wait for a commit, the journal, and listeners. A commit changes
 * the map of each traveller in use. A map that is opened later starts with all edits.
 */
import { nameOf, refuse } from '../base/given.ts'
import { Pace } from '../base/pace.ts'
import { finish, type Work } from '../base/work.ts'
import type { Change } from './area.ts'
import type { JournalLog } from './journal.ts'
import type { LiveGrounds } from './live-grounds.ts'
import type { Changes } from './repair.ts'
import { SLICE_MS } from './slices.ts'
import { cellCountOf, type EditsOfBlock } from './touched-blocks.ts'

/**
 * Edits of cells: y * width + x -> cost or ground. On a map of travellers `grounds` has them by block too, except those
 * that change nothing.
 */
export interface CommitEdits {
  readonly valueOfCell: ReadonlyMap<number, number>
  readonly grounds: EditsOfBlock
}

/** A map that takes part in commits. */
export interface Member {
  /** Makes the edits in pieces; with `makesTables`, also the tables that queries would have to make first. */
  repairing(edits: CommitEdits, makesTables: boolean): Work<Changes>
  /** Keeps the present answers until `show`. */
  hide(): void
  show(): void
}

/** Something to call after each commit; returns the errors that its callbacks threw. */
interface Told {
  tell(): readonly unknown[]
}

type Listener = (edits: ReadonlyMap<number, number>) => void
type Made = Map<Member, Changes>

export class Commits {
  /** The ground of all travellers; null if cells have costs, for one unit. */
  readonly grounds: LiveGrounds | null
  readonly log: JournalLog
  private readonly members: Member[] = []
  private readonly watches: Told[] = []
  private edits = new Map<number, number>()
  private readonly listeners = new Set<WeakRef<Listener>>()
  private isSlicing = false

  constructor(log: JournalLog, grounds: LiveGrounds | null = null) {
    this.log = log
    this.grounds = grounds
  }

  /** Adds a map of the file as it was baked: makes all commits so far. Later ones change it too. */
  join(member: Member): void {
    const valueOfCell = this.log.editsBetween(0)
    const edits = { valueOfCell, grounds: this.grounds?.placed(valueOfCell) ?? new Map() }
    if (valueOfCell.size > 0) finish(member.repairing(edits, false))
    this.members.push(member)
  }

  watch(watches: Told): void {
    this.watches.push(watches)
  }

  /** Sets the cost or ground that a cell has from the next commit on. */
  edit(cell: number, value: number): void {
    this.edits.set(cell, value)
  }

  /** Makes the edits one new version; returns what changed on the asking member's map. */
  commit(asker: Member): Change {
    const edits = this.sorted(this.take())
    return this.end(asker, edits, finish(this.making(this.members, edits)), true)
  }

  async commitInSlices(asker: Member): Promise<Change> {
    const edits = this.sorted(this.take())
    const pace = new Pace({}, SLICE_MS)
    const members = this.members.slice()
    this.isSlicing = true
    for (const member of members) member.hide()
    let made: Made
    try {
      made = await pace.finish(this.making(members, edits, true))
    } finally {
      this.isSlicing = false
      for (const member of members) member.show()
    }
    return this.end(asker, edits, made, true)
  }

  /**
   * Makes commits of another map of the same file, with their version numbers. Local edits wait for the next commit.
   */
  apply(asker: Member, bytes: Uint8Array): Change {
    this.checkIdle()
    const { version } = this.log
    this.log.take(bytes)
    const edits = this.sorted(this.log.editsBetween(version))
    return this.end(asker, edits, finish(this.making(this.members, edits)), false)
  }

  /** Calls back with the edits of each commit. The listener is held weakly: the caller keeps it alive. */
  listen(listener: Listener): void {
    if (typeof listener !== 'function') refuse(`The listener is ${nameOf(listener)}: a function was expected.`)
    this.listeners.add(new WeakRef(listener))
  }

  private checkIdle(): void {
    if (this.isSlicing) refuse('A commit in slices is under way: wait for its promise before the next one.')
  }

  private take(): Map<number, number> {
    this.checkIdle()
    const { edits } = this
    this.edits = new Map()
    return edits
  }

  private sorted(valueOfCell: ReadonlyMap<number, number>): CommitEdits {
    return { valueOfCell, grounds: this.grounds?.byBlock(valueOfCell) ?? new Map() }
  }

  private *making(members: readonly Member[], edits: CommitEdits, makesTables = false): Work<Made> {
    const made: Made = new Map()
    if (this.grounds !== null) yield* this.grounds.choose(edits.grounds)
    for (const member of members) made.set(member, yield* member.repairing(edits, makesTables))
    return made
  }

  /** Records the commit and calls all listeners. */
  private end(asker: Member, edits: CommitEdits, made: Made, isLogged: boolean): Change {
    const { grounds, log } = this
    // Members that were opened while the commit was made.
    const late = this.members.filter(member => !made.has(member))
    if (late.length > 0) for (const [member, changes] of finish(this.making(late, edits))) made.set(member, changes)
    grounds?.apply(edits.grounds)
    const changes = made.get(asker)!
    const cells = grounds === null ? changes.cells : cellCountOf(edits.grounds)
    if (isLogged && cells > 0) log.add(edits.valueOfCell)
    const change = { version: log.version, ...changes, cells }
    if (cells === 0) return change
    for (const reference of this.listeners) {
      const listener = reference.deref()
      if (listener === undefined) this.listeners.delete(reference)
      else listener(edits.valueOfCell)
    }
    const watchErrors = this.watches.flatMap(watches => watches.tell())
    return watchErrors.length === 0 ? change : { ...change, watchErrors }
  }
}
