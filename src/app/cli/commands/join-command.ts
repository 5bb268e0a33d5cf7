/**
 * `isthmus join`: joins baked tiles to one map.
 */
import { joinTiles, removeLeftovers } from '../../../tiled.ts'
import { type OpenedPlan, openPlan } from '../../farm/open-plan.ts'
import type { Arguments } from '../arguments.ts'
import { type Command, JSON_OPTION, pageOf } from '../command.ts'
import { effortSince, type Io, printAnswer } from '../io.ts'
import { withProgress } from '../progress.ts'
import { bytesText, counted, durationText } from '../words.ts'

export const joinCommand: Command = {
  name: 'join',
  summary: 'make one map of the baked tiles of a plan',
  run: runJoin,
  ...pageOf(`
    PLAN

    It writes the crown: the levels above the tiles, the islands across them, and landmarks. It reads of each tile
    only what lies on its border. isthmus farm joins by itself; after isthmus bake-tile on other machines this is the
    last step.

    Arguments:
      PLAN  the place of a plan whose tiles are all baked

    Options:
      --clean  then remove tiles and crowns of earlier plans from this place
      ${JSON_OPTION}

    JSON:
      plan  the place, as it was named
      crown  what joined them: name, bytes, tiles, entries between them, levels, islands
      removed  objects of earlier plans that --clean removed
      elapsedMs  in milliseconds
      peakMemoryBytes  the most memory that the process held

    Examples:
      isthmus join s3://maps/planet  Joins the tiles; isthmus path s3://maps/planet asks.
  `),
}

async function runJoin(args: Arguments, io: Io): Promise<0> {
  const [place] = args.operands
  const startMs = io.nowMs()
  const joined = await joinPlace(await openPlan(place), args, io)
  const effort = effortSince(startMs, io)
  printAnswer(args, io, { plan: place, ...joined, ...effort }, () => {
    return `${joinText(place, joined)}Joined in ${durationText(effort.elapsedMs)}.\n`
  })
  return 0
}

/** Joins; with --clean, `removed` counts the objects that it removed. */
export async function joinPlace({ plan, store }: OpenedPlan, args: Arguments, io: Io) {
  const crown = await withProgress(io, progress =>
    joinTiles(plan, store, { onProgress: ({ done, total }) => progress.update('joining', done / total) }),
  )
  return { crown, removed: args.has('clean') ? (await removeLeftovers(plan, store)).length : 0 }
}

export function joinText(name: string, { crown, removed }: Awaited<ReturnType<typeof joinPlace>>): string {
  const { tiles, islands, entries, bytes } = crown
  return (
    `${name}: ${counted(tiles, 'tile')} joined, ${counted(islands, 'island')}, ` +
    `${counted(entries, 'entry', 'entries')} between tiles, ${bytesText(bytes)}.\n` +
    `${removed > 0 ? `${counted(removed, 'object')} of earlier plans removed.\n` : ''}Try: isthmus path ${name} X,Y X,Y\n`
  )
}
