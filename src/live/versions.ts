/**
 * Versions of a map share its columns. A column lies flat in memory, where queries read it fastest, with the values of
 * one version: the **root**. The versions form a tree. Each edge notes which numbers differ between its ends, and the
 * values at the end further from the root. Before another version is read, the numbers along the way to it are swapped.
 * So a version that is not read costs only what has changed since, and one that is always read costs queries nothing.
 * (Henry Baker's "rerooting" of arrays, in small pages.)
 *
 * A version lives as long as its owner; versions without one are merged with their neighbours.
 */
import { grownTo } from '../base/growing.ts'

type Numbers = Int32Array | Uint16Array | Uint8Array

/** Shared, since most columns of most versions do not differ. */
const EMPTY = new Int32Array(0)

/**
 * The differences of two versions of one column: small pages of numbers that only the version not in memory has. A page
 * groups numbers that change together, since finding a page costs more than storing it.
 */
class Undo {
  private readonly pageShift: number
  /** The pages that are kept, in order of arrival, and their numbers: swapping all is fast. */
  private pages = EMPTY
  private values: Numbers = EMPTY
  private count = 0
  /** A bit for each page of the column that is kept. */
  private isKept = EMPTY

  constructor(pageShift: number) {
    this.pageShift = pageShift
  }

  get isEmpty(): boolean {
    return this.count === 0
  }

  /** Keeps the page of a place as it is in `data`, unless it is kept already. */
  note(data: Numbers, place: number): void {
    const page = place >> this.pageShift
    this.keep(page, data, page)
  }

  /** Adds what only `other` has. */
  over(other: Undo): Undo {
    for (let i = 0; i < other.count; i++) this.keep(other.pages[i], other.values, i)
    return this
  }

  /** Swaps what is kept with what is in memory. */
  swap(data: Numbers): void {
    const { pages, values, count, pageShift } = this
    const size = 1 << pageShift
    for (let i = 0, at = 0; i < count; i++) {
      const first = pages[i] << pageShift
      for (let place = first; place < first + size; place++, at++) {
        const value = data[place]
        data[place] = values[at]
        values[at] = value
      }
    }
  }

  /** Keeps a page with the numbers of page `fromPage` in `from`, unless it is kept already. */
  private keep(page: number, from: Numbers, fromPage: number): void {
    const word = page >> 5
    const bit = 1 << (page & 31)
    if (word >= this.isKept.length) this.isKept = grownTo(this.isKept, Math.max(word + 1, 2 * this.isKept.length))
    else if ((this.isKept[word] & bit) !== 0) return
    this.isKept[word] |= bit
    if (this.count === this.pages.length) this.grow(from)
    const { values, pageShift } = this
    const end = (fromPage + 1) << pageShift
    for (let at = fromPage << pageShift, to = this.count << pageShift; at < end; at++, to++) values[to] = from[at]
    this.pages[this.count++] = page
  }

  private grow(kind: Numbers): void {
    const room = Math.max(8, Math.ceil(1.125 * this.count))
    const values = new (kind.constructor as new (length: number) => Numbers)(room << this.pageShift)
    values.set(this.values)
    this.values = values
    this.pages = grownTo(this.pages, room)
  }
}

/** One column of all versions. */
export class VersionedColumn<T extends Numbers = Int32Array> {
  data: T
  /** For each neighbour of the root, what it has where it differs. */
  undos: readonly Undo[] = []
  private readonly versions: Versions
  private readonly pageShift: number

  /** Differences are kept in pages of 2 ** pageShift numbers; the column's length is a whole number of pages. */
  constructor(versions: Versions, data: T, pageShift = 0) {
    this.versions = versions
    this.data = data
    this.pageShift = pageShift
    versions.add(this)
  }

  /** An empty difference, for two equal versions. */
  noUndo(): Undo {
    return new Undo(this.pageShift)
  }

  /** Writes a number of the root version. */
  write(at: number, value: number): void {
    const { data, undos } = this
    if (data[at] === value) return
    for (let i = 0; i < undos.length; i++) undos[i].note(data, at)
    data[at] = value
  }

  /** Makes the array longer: holders of `data` must read it again. */
  grow(length: number, filler = 0): void {
    const { data } = this
    const grown = grownTo(data, length)
    if (filler !== 0) grown.fill(filler, data.length)
    this.data = grown
    this.versions.onGrow()
  }
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
  /** For each column, what the end further from the root has. */
  readonly undos: readonly Undo[]
}

const farEnd = (edge: Edge, near: Version) => (edge.a === near ? edge.b : edge.a)

export class Versions {
  /** Called when a longer array has replaced that of a column. */
  onGrow = () => {}
  private readonly columns: VersionedColumn<Numbers>[] = []
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

  add(column: VersionedColumn<Numbers>): void {
    this.columns.push(column)
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
    for (let i = way.length - 1; i >= 0; i--) {
      this.columns.forEach((column, c) => {
        way[i].undos[c].swap(column.data)
      })
    }
    this.root = to
    this.aim()
  }

  /** Makes two versions equal to the root: one for the root's owner, the other for the new owner. */
  fork(owner: object): [root: Version, other: Version] {
    const { root } = this
    // If nothing was written since the last fork, the same stem serves again.
    const [edge] = root.edges
    const isAsForked = root.edges.length === 1 && edge.undos.every(undo => undo.isEmpty)
    const stem = isAsForked ? farEnd(edge, root) : root
    const next = isAsForked ? root : new Version()
    const other = new Version()
    if (!isAsForked) {
      next.owner = root.owner
      root.owner = null
      this.join(stem, next)
    }
    this.join(stem, other)
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

  /** Whether versions other than the root have an owner. */
  hasOthers(): boolean {
    if (this.hasDead) this.prune()
    return this.root.edges.length > 0
  }

  /** The owners of all versions. */
  owners(): object[] {
    const all = [this.root, ...this.edgesToRoot().keys()]
    return all.flatMap(({ owner }) => owner?.deref() ?? [])
  }

  private own(version: Version, owner: object): void {
    version.owner = new WeakRef(owner)
    this.graves.register(owner, undefined)
  }

  private join(a: Version, b: Version): void {
    this.connect({ a, b, undos: this.columns.map(column => column.noUndo()) })
  }

  private connect(edge: Edge): void {
    edge.a.edges.push(edge)
    edge.b.edges.push(edge)
  }

  private cut(edge: Edge): void {
    for (const end of [edge.a, edge.b]) end.edges = end.edges.filter(other => other !== edge)
  }

  /** Makes later writes be noted for the root's neighbours. */
  private aim(): void {
    this.columns.forEach((column, c) => {
      column.undos = this.root.edges.map(edge => edge.undos[c])
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
  private prune(): void {
    this.hasDead = false
    const cameBy = [...this.edgesToRoot()].reverse()
    for (const [version, near] of cameBy) {
      if (version.isOwned || version.edges.length > 2) continue
      const far = version.edges.find(edge => edge !== near)
      this.cut(near)
      if (far === undefined) continue
      this.cut(far)
      const undos = far.undos.map((undo, c) => undo.over(near.undos[c]))
      this.connect({ a: farEnd(near, version), b: farEnd(far, version), undos })
    }
    this.aim()
  }
}
