/**
 * The place of a plan, as named on the command line: a folder, `s3://bucket/prefix`, or a web address for reading only.
 * The place holds the plan, its tiles, their records and the crown.
 */
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { HttpStore } from '../../tiles/http-store.ts'
import type { TileStore } from '../../tiles/object-store.ts'
import { FolderStore } from './folder-store.ts'

export const PLAN_NAME = 'plan.json'

export async function openPlace(place: string): Promise<TileStore> {
  if (/^https?:\/\//.test(place)) return new HttpStore(place)
  if (isBucket(place)) return (await import('./s3-store.ts')).openS3(place)
  return new FolderStore(resolve(place))
}

function isBucket(place: string): boolean {
  return place.startsWith('s3://')
}

/** Whether the text names a place on another machine. */
export function isRemote(place: string): boolean {
  return /^(https?|s3):\/\//.test(place)
}

/** Whether the text names a plan: a folder with one, or any place on another machine. */
export async function isPlan(named: string): Promise<boolean> {
  if (isRemote(named)) return true
  const status = await stat(join(named, PLAN_NAME)).catch(() => undefined)
  return status?.isFile() ?? false
}
