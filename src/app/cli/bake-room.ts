/**
 * Checks before a bake whether it fits this machine: it compares the least need for the map's size with the free memory
 * and disk. The figures are for the easiest maps, so a refused bake would have failed; other maps need up to three
 * times as much.
 */
import { stat, statfs } from 'node:fs/promises'
import { freemem } from 'node:os'
import { dirname } from 'node:path'
import { inputProblem } from './problem.ts'
import { bytesText } from './words.ts'

/** The need beside the map itself, which is already in memory: the columns, and the file made from them. */
const MEMORY_BYTES_A_CELL = 2
const DISK_BYTES_A_CELL = 0.5

export interface BakeRoom {
  readonly memoryBytes: number
  readonly diskBytes: number
}

export function checkRoom(cells: number, room: BakeRoom, out: string): void {
  const memoryBytes = cells * MEMORY_BYTES_A_CELL
  if (memoryBytes > room.memoryBytes) {
    throw inputProblem(
      `This bake needs about ${bytesText(memoryBytes)} of memory beside the map, and ${bytesText(room.memoryBytes)} are ` +
        'free. Close other programs, cut the map into several, or try all the same with --force.',
    )
  }
  const diskBytes = cells * DISK_BYTES_A_CELL
  if (diskBytes > room.diskBytes) {
    throw inputProblem(
      `The atlas needs ${bytesText(diskBytes)} of disk or more, and ${bytesText(room.diskBytes)} are free where ${out} ` +
        'goes. Make room, choose another disk, or try all the same with --force.',
    )
  }
}

/**
 * The free memory of this process, and the free space on the disk of `out`. Node 20.12 does not know the limits of
 * containers.
 */
export async function roomFor(out: string): Promise<BakeRoom> {
  return { memoryBytes: process.availableMemory?.() ?? freemem(), diskBytes: await freeDiskBytes(out) }
}

/** The free bytes on the disk; unlimited for devices such as /dev/null, and for disks that report none. */
async function freeDiskBytes(out: string): Promise<number> {
  const status = await stat(out).catch(() => undefined)
  if (status !== undefined && !status.isFile()) return Infinity
  return statfs(dirname(out)).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Infinity,
  )
}
