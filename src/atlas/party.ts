/**
 * An opened file of travellers: who they are, the ground they share, and the columns of each, made when they are asked for.
 */
import type { Grounds } from '../map/grounds.ts'
import type { Traveller } from '../map/traveller.ts'
import type { AtlasColumns } from './columns.ts'

export interface Party {
  readonly travellers: readonly Traveller[]
  readonly ground: Grounds
  columnsOf(traveller: Traveller): AtlasColumns
}
