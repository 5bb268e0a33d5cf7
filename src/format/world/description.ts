/**
 * A world in plain words: maps, the portals between them, and places with a name. What the editors' files are read into,
 * and what a world is baked from.
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
  /** Keys without which it is shut. */
  readonly needs?: readonly string[]
  /** When it can be entered; always unless given. Whoever comes too early waits. */
  readonly open?: PortalHours
}

/** Open from `from` until just before `until` of every `every`, in cell lengths of walking; across its end where `until` is less. */
export interface PortalHours {
  readonly every: number
  readonly from: number
  readonly until: number
}

/** An object of the editor's that has a name. */
export interface WorldPlace extends MapCell {
  readonly name: string
  /** Its class, type or kind; empty where it has none. */
  readonly kind: string
}

export interface WorldDescription {
  readonly maps: Readonly<Record<string, Grid>>
  readonly portals: readonly WorldPortal[]
  readonly places: readonly WorldPlace[]
  /** Where the first cell of each map lies in the world, in cells; 0, 0 where the file does not say. */
  readonly origins: Readonly<Record<string, { readonly x: number; readonly y: number }>>
  /** What was passed over, a sentence each, for the author of the map. */
  readonly notes: readonly string[]
}

/** The bytes of a file, by its path below the folder that the world lies in. */
export type ResolveFile = (path: string) => Uint8Array | Promise<Uint8Array>

/** What things cost by their names: of a tile's class, an IntGrid value, a layer. 0 is a wall. */
export type CostsByName = Readonly<Record<string, number>>

export interface ReadWorldOptions {
  /** Costs by name, asked before the names that mean walls by themselves. */
  readonly costs?: CostsByName
  /** What a cell costs of which no layer says anything, though a tile lies there: 1 unless given. */
  readonly tile?: number
  /**
   * What a cell costs on which nothing lies at all. Unless given, 0, a wall; in LDtk, where some IntGrid value is a wall, a
   * cell without a value costs what `tile` says.
   */
  readonly empty?: number
  /** All file names below the folder, for `.world` files that name their maps by a pattern. */
  readonly list?: () => readonly string[] | Promise<readonly string[]>
  /** Refuse a map with more cells, 100 million unless given; and a world with more than 16 times as many. */
  readonly cellsMax?: number
}
