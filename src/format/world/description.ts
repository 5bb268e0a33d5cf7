/**
 * A world as plain objects: maps, the portals between them, and named places. Readers of editor files make it, and a
 * world is baked from it.
 */
import type { Grid } from '../../map/grid.ts'

export interface MapCell {
  readonly map: string
  readonly x: number
  readonly y: number
}

/** A way from one cell to another, of the same map or of two. */
export interface WorldPortal {
  readonly id: string
  readonly from: MapCell
  readonly to: MapCell
  /** In cell lengths; 0 unless given. */
  readonly cost?: number
  readonly oneWay?: boolean
  /** The keys that it takes to pass. */
  readonly needs?: readonly string[]
  /** The hours of the portal; always open unless given. Travellers who come too early wait. */
  readonly open?: PortalHours
}

/**
 * The hours of a portal, which repeat. It is open from `from` until just before `until` of each period `every`, in cell
 * lengths of walking. If `until` is less than `from`, it stays open across the end of the period.
 */
export interface PortalHours {
  readonly every: number
  readonly from: number
  readonly until: number
}

/** A named object of the editor. */
export interface WorldPlace extends MapCell {
  readonly name: string
  /** Its class, type or kind; empty where it has none. */
  readonly kind: string
}

export interface WorldDescription {
  readonly maps: Readonly<Record<string, Grid>>
  readonly portals: readonly WorldPortal[]
  readonly places: readonly WorldPlace[]
  /** The place of each map's first cell in the world, in cells; 0, 0 if the file does not give one. */
  readonly origins: Readonly<Record<string, { readonly x: number; readonly y: number }>>
  /** What the reader ignored, a sentence each, for the author of the map. */
  readonly notes: readonly string[]
}

/** The bytes of a file, by its path below the folder that the world lies in. */
export type ResolveFile = (path: string) => Uint8Array | Promise<Uint8Array>

/** As ResolveFile; `by` is the file that names this one, for messages. */
export type Load = (path: string, by: string) => Promise<Uint8Array>

/** Costs by name: of a tile's class, an IntGrid value, a layer. 0 is a wall. */
export type CostsByName = Readonly<Record<string, number>>

export interface ReadWorldOptions {
  /** Costs by name. They take precedence over the names that mean walls by themselves. */
  readonly costs?: CostsByName
  /** The cost of a cell with a tile but without a cost in any layer: 1 unless given. */
  readonly tile?: number
  /**
   * The cost of an empty cell. Unless given, it is 0, a wall. In LDtk, if some IntGrid value is a wall, it is the cost
   * in `tile`.
   */
  readonly empty?: number
  /** All file names below the folder, for `.world` files that name their maps by a pattern. */
  readonly list?: () => readonly string[] | Promise<readonly string[]>
  /** Refuse a map with more cells, 100 million unless given; and a world with more than 16 times as many. */
  readonly cellsMax?: number
}
