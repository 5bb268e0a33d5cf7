/**
 * Whether a bake fits this machine, before it starts: what it needs at least, by the size of its map, beside what is free.
 * The figures are of the easiest maps, so what is refused would have failed; other maps take up to three times as much.
 */
import { stat, statfs } from 'node:fs/promises'
import { freemem } from 'node:os'
import { dirname } from 'node:path'
import { inputProblem } from './problem.ts'
import { bytesText } from './words.ts'

/** Over the map itself, which is in memory by then: the columns, and the file that they are put into. */
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

/** What is free for this process, and on the disk that `out` goes to. Node 20.12 knows no limits of containers. */
export async function roomFor(out: string): Promise<BakeRoom> {
  return { memoryBytes: process.availableMemory?.() ?? freemem(), diskBytes: await freeDiskBytes(out) }
}

/** What is not a file, such as /dev/null, takes any amount; so does a disk that does not tell. */
async function freeDiskBytes(out: string): Promise<number> {
  const status = await stat(out).catch(() => undefined)
  if (status !== undefined && !status.isFile()) return Infinity
  return statfs(dirname(out)).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Infinity,
  )
}
