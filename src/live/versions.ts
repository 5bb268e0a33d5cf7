/**
 * Versions of a map share its columns. A column lies flat in memory, where queries read it fastest, with the values of
 * one version: the **root**. The versions form a tree. Each edge notes which numbers differ between its ends, and the
 * values at the end further from the root. Before another version is read, the numbers along the way to it are swapped.
 * So a version that is not read costs only what has changed since, and one that is always read costs queries nothing.
 * (Henry Baker's "rerooting" of arrays, in small pages.) Versions share records too (arena.ts). An edge notes which
 * records only one of its ends has.
 *
 * A version lives as long as its owner; versions without one are merged with their neighbours. A version with an owner
 * is a leaf, since a fork leaves its place in the tree to a version without one. So writes concern one edge at most.
 */
import { grownTo } from '../base/growing.ts'

/** What versions share: the numbers of a column, or the records of an arena. */
export interface Shared {
  /** How the root's neighbour differs; null if the root is the only version. Writes keep it true. */
  difference: Difference | null
  /** The difference of two equal versions. */
  noDifference(): Difference
}

/** How the two ends of an edge differ. */
export interface Difference {
  readonly isEmpty: boolean
  /** The root moves along the edge to its other end. */
  swap(): void
  /** The version between this edge and the next edge towards the root goes: spans both. */
  over(near: this): void
  /** The version at the end further from the root goes. */
  drop(): void
}

type Numbers = Int32Array | Uint16Array | Uint8Array

/** Shared, since most columns of most versions do not differ. */
const EMPTY = new Int32Array(0)

/**
 * The differences of two versions of one column: small pages of words that only the version not in memory has. A page
 * groups numbers that change together, since finding a page costs more than storing it.
 */
class Undo implements Difference {
  private readonly column: VersionedColumn<Numbers>
  /** The pages that are kept, in order of arrival, and their words: swapping all is fast. */
  private pages = EMPTY
  private values = EMPTY
  private count = 0
  /** A bit for each page of the column that is kept. */
  private isKept = EMPTY

  constructor(column: VersionedColumn<Numbers>) {
    this.column = column
  }

  get isEmpty(): boolean {
    return this.count === 0
  }

  /** Keeps a page as it is in memory, unless it is kept already. */
  note(page: number): void {
    this.keep(page, this.column.words, page)
  }

  /** Adds the pages that only `near` has. */
  over(near: Undo): void {
    for (let i = 0; i < near.count; i++) this.keep(near.pages[i], near.values, i)
  }

  /** Numbers need no room of their own. */
  drop(): void {}

  /** Swaps what is kept with what is in memory. */
  swap(): void {
    const { pages, values, count } = this
    const { words, wordShift } = this.column
    const size = 1 << wordShift
    for (let i = 0, at = 0; i < count; i++) {
      const first = pages[i] << wordShift
      for (let place = first; place < first + size; place++, at++) {
        const value = words[place]
        words[place] = values[at]
        values[at] = value
      }
    }
  }

  /** Keeps a page with the words of page `fromPage` in `from`, unless it is kept already. */
  private keep(page: number, from: Int32Array, fromPage: number): void {
    const word = page >> 5
    const bit = 1 << (page & 31)
    if (word >= this.isKept.length) this.isKept = grownTo(this.isKept, Math.max(word + 1, 2 * this.isKept.length))
    else if ((this.isKept[word] & bit) !== 0) return
    this.isKept[word] |= bit
    const { wordShift } = this.column
    if (this.count === this.pages.length) {
      const room = Math.max(8, Math.ceil(1.125 * this.count))
      this.pages = grownTo(this.pages, room)
      this.values = grownTo(this.values, room << wordShift)
    }
    const { values } = this
    const end = (fromPage + 1) << wordShift
    for (let at = fromPage << wordShift, to = this.count << wordShift; at < end; at++, to++) values[to] = from[at]
    this.pages[this.count++] = page
  }
}

/** One column of all versions. */
export class VersionedColumn<T extends Numbers = Int32Array> implements Shared {
  data: T
  /** The memory of `data` as 32-bit words. One kind of array for all columns keeps the loops over pages fast. */
  words: Int32Array
  /** A page has 2 ** wordShift words. */
  readonly wordShift: number
  difference: Undo | null = null
  private readonly versions: Versions
  private readonly pageShift: number

  /** Differences are kept in pages of 2 ** pageShift numbers: whole words. The column's length is a whole number of pages. */
  constructor(versions: Versions, data: T, pageShift = 0) {
    this.versions = versions
    this.data = data
    this.words = wordsOf(data)
    this.pageShift = pageShift
    this.wordShift = pageShift - Math.log2(4 / data.BYTES_PER_ELEMENT)
    versions.add(this)
  }

  noDifference(): Undo {
    return new Undo(this)
  }

  /** Writes a number of the root version. */
  write(at: number, value: number): void {
    const { data } = this
    if (data[at] === value) return
    this.difference?.note(at >> this.pageShift)
    data[at] = value
  }

  /** Makes the array longer: holders of `data` must read it again. */
  grow(length: number): void {
    const grown = grownTo(this.data, length)
    this.data = grown
    this.words = wordsOf(grown)
    this.versions.onGrow()
  }
}

function wordsOf({ buffer, byteOffset, byteLength }: Numbers): Int32Array {
  return new Int32Array(buffer, byteOffset, byteLength >> 2)
}

export class Version {
  edges: Edge[] = []
  /** Null if the version only connects others. */
  owner: WeakRef<object> | null = null

  get isOwned(): boolean {
    return this.owner?.deref() !== undefined
  }
}

interface Edge {
  readonly a: Version
  readonly b: Version
  /** One for all that is shared. */
  readonly differences: readonly Difference[]
}

const farEnd = (edge: Edge, near: Version) => (edge.a === near ? edge.b : edge.a)

export class Versions {
  /** Called when a longer array has replaced that of a column or an arena. */
  onGrow = () => {}
  private readonly all: Shared[] = []
  private root = new Version()
  private hasDead = false
  private readonly graves = new FinalizationRegistry(() => {
    this.hasDead = true
  })

  /** The first version, for its owner. */
  begin(owner: object): Version {
    this.own(this.root, owner)
    return this.root
  }

  add(shared: Shared): void {
    this.all.push(shared)
  }

  /** Makes the columns hold a version. */
  turn(to: Version): void {
    if (this.root === to) return
    const cameBy = this.edgesToRoot()
    const way: Edge[] = []
    for (let at = to; at !== this.root; ) {
      const edge = cameBy.get(at)!
      way.push(edge)
      at = farEnd(edge, at)
    }
    for (let i = way.length - 1; i >= 0; i--) for (const difference of way[i].differences) difference.swap()
    this.root = to
    this.aim()
  }

  /** Makes two versions equal to the root: one for the root's owner, the other for the new owner. */
  fork(owner: object): [root: Version, other: Version] {
    const { root } = this
    const other = new Version()
    const stem = this.unchangedStem()
    const next = stem === null ? new Version() : root
    if (stem === null) {
      next.owner = root.owner
      root.owner = null
      this.join(root, next)
    }
    this.join(stem ?? root, other)
    this.own(other, owner)
    this.root = next
    this.aim()
    return [next, other]
  }

  /** Call when its owner no longer needs a version. */
  drop(version: Version): void {
    version.owner = null
    this.hasDead = true
  }

  /** The owners of all versions. */
  owners(): object[] {
    const all = [this.root, ...this.edgesToRoot().keys()]
    return all.flatMap(({ owner }) => owner?.deref() ?? [])
  }

  /** The stem of the last fork, if nothing was written to the root since. */
  private unchangedStem(): Version | null {
    const [edge] = this.root.edges
    if (edge === undefined || !edge.differences.every(({ isEmpty }) => isEmpty)) return null
    const stem = farEnd(edge, this.root)
    return stem.owner === null ? stem : null
  }

  private own(version: Version, owner: object): void {
    version.owner = new WeakRef(owner)
    this.graves.register(owner, undefined)
  }

  private join(a: Version, b: Version): void {
    this.connect({ a, b, differences: this.all.map(shared => shared.noDifference()) })
  }

  private connect(edge: Edge): void {
    edge.a.edges.push(edge)
    edge.b.edges.push(edge)
  }

  private cut(edge: Edge): void {
    for (const end of [edge.a, edge.b]) end.edges = end.edges.filter(other => other !== edge)
  }

  /** Makes later writes keep the differences of the root true. */
  private aim(): void {
    const [edge] = this.root.edges
    this.all.forEach((shared, i) => {
      shared.difference = edge?.differences[i] ?? null
    })
  }

  /** For each version except the root, its edge towards the root; nearer versions first. */
  private edgesToRoot(): Map<Version, Edge> {
    const cameBy = new Map<Version, Edge>()
    const found = [this.root]
    for (const version of found) {
      for (const edge of version.edges) {
        const next = farEnd(edge, version)
        if (edge === cameBy.get(version)) continue
        cameBy.set(next, edge)
        found.push(next)
      }
    }
    return cameBy
  }

  /** Drops versions without an owner that are leaves or have only two neighbours. */
  prune(): void {
    if (!this.hasDead) return
    this.hasDead = false
    const cameBy = [...this.edgesToRoot()].reverse()
    for (const [version, near] of cameBy) {
      if (version.isOwned || version.edges.length > 2) continue
      const far = version.edges.find(edge => edge !== near)
      this.cut(near)
      if (far === undefined) {
        for (const difference of near.differences) difference.drop()
        continue
      }
      this.cut(far)
      far.differences.forEach((difference, i) => {
        difference.over(near.differences[i])
      })
      this.connect({ a: farEnd(near, version), b: farEnd(far, version), differences: far.differences })
    }
    this.aim()
  }
}
