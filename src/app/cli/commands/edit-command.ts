/**
 * `isthmus edit` makes the atlas of a map in which some cells have changed, without a bake; `isthmus log` lists the
 * changes in a journal.
 */
import { stat } from 'node:fs/promises'
import { type LiveMap, openLive } from '../../../index.ts'
import { type Arguments, coordinates, wholeNumber } from '../arguments.ts'
import { type Command, pageOf } from '../command.ts'
import { checkWritable, readBytes, STREAM, writeBytes } from '../files.ts'
import { effortSince, type Io, outputOf, printAnswer } from '../io.ts'
import { inFile, usageProblem } from '../problem.ts'
import { bytesText, counted, durationText } from '../words.ts'

export const editCommand: Command = {
  name: 'edit',
  summary: 'change cells of an atlas',
  run: runEdit,
  ...pageOf(`
    FILE.atlas --set X,Y=COST .. -o FILE.atlas [--journal FILE]

    Work is done near the cells only. The new atlas has the bytes that a bake of the edited map would have.

    A journal that exists must be of this atlas: its commits come first, and the new atlas has them too. An incomplete
    commit at its end is dropped. FILE.atlas itself stays as it is.

    Arguments:
      FILE.atlas  an atlas, made by isthmus bake

    Options:
      --set X,Y=COST ..  cells and what they cost from now on, 0 for a wall
      -o, --out FILE  the atlas to write, - for standard output
      --journal FILE  keep the edits there too, after those of this atlas; isthmus log reads it

    JSON:
      atlas  the file that was written
      cells  how many cells changed
      blocks, regions, entries  how many of each were remade, came or went
      islandsMerged, islandsSplit  how many islands became part of another one, and how many split off
      journal, commits  with --journal: the file, and how many commits it has now
      commitMs  time of the change itself, in milliseconds

    Examples:
      isthmus edit world.atlas --set 12,34=0 12,35=0 -o walled.atlas  Puts two cells of wall.
  `),
}

async function runEdit(args: Arguments, io: Io): Promise<0> {
  const [path] = args.operands
  const output = outputOf(args, io, 'FILE.atlas')
  if (!args.has('set')) throw usageProblem('There is nothing to change: add --set X,Y=COST.')
  const journal = args.text('journal')
  if (journal === STREAM) throw usageProblem('--journal needs a file: it is read before it is written.')
  await checkWritable(journal === undefined ? output.path : [output.path, journal], [path])
  const bytes = await readBytes(path)
  const live = await openWith(path, bytes, journal, io)
  for (const edit of args.all('set')) {
    const [at, cost] = edit.split('=')
    const { x, y } = coordinates('--set', at)
    if (cost === undefined) throw usageProblem(`--set ${edit} has no cost: write X,Y=COST, such as 12,34=0.`)
    live.set(x, y, wholeNumber('The cost', cost, 0, live.costMax))
  }
  const startMs = io.nowMs()
  const { version: _, ...change } = live.commit()
  const { elapsedMs: commitMs } = effortSince(startMs, io)
  const saved = live.save()
  await output.write(saved)
  if (journal !== undefined) await writeBytes(journal, live.journal())
  output.tell(
    `${output.path}: ${counted(change.cells, 'cell')} changed in ${durationText(commitMs)}, ` +
      `${counted(change.regions, 'region')} made again; ${bytesText(saved.length)}.\n`,
    {
      ...{ atlas: output.path, ...change, commitMs },
      ...(journal !== undefined && { journal, commits: live.version }),
    },
  )
  return 0
}

/** The map with the commits of its journal, which may be empty or missing. */
async function openWith(path: string, bytes: Uint8Array, journal: string | undefined, io: Io): Promise<LiveMap> {
  const isThere = journal !== undefined && (await stat(journal).catch(() => undefined))?.isFile() === true
  const plain = inFile(path, () => openLive(bytes))
  if (!isThere) return plain
  const kept = await readBytes(journal)
  const live = inFile(journal, () => openLive(bytes, kept))
  if (live.journalProblem !== '') io.err(`Note: ${journal}: ${live.journalProblem} They are cut off.\n`)
  return live
}

export const logCommand: Command = {
  name: 'log',
  summary: 'list the commits of a journal',
  run: runLog,
  ...pageOf(`
    FILE.atlas FILE.journal [--json]

    A journal holds the edits of each commit. If its end is cut off, the commits before that still count.

    Arguments:
      FILE.atlas  the atlas that the journal was kept for
      FILE.journal  a journal, kept by isthmus edit or by a program

    JSON:
      journal  the file, as it was named
      folded  commits of which only the last value of each cell is kept
      commits  how many cells each later commit edits, in their order
      problem  what is wrong with its end; empty where nothing is

    Examples:
      isthmus log world.atlas world.journal  One line for each commit.
  `),
}

async function runLog(args: Arguments, io: Io): Promise<0> {
  const [atlas, journal] = args.operands
  const bytes = await readBytes(atlas)
  const kept = await readBytes(journal)
  inFile(atlas, () => openLive(bytes))
  const live = inFile(journal, () => openLive(bytes, kept))
  const { journalCommits: commits, journalProblem: problem, version } = live
  const folded = version - commits.length
  printAnswer(args, io, { journal, folded, commits, problem }, () => {
    const first = folded > 0 ? `1 to ${folded}: folded\n` : ''
    const lines = commits.map((cells, i) => `${folded + i + 1}: ${counted(cells, 'cell')}\n`)
    return `${first}${lines.join('')}${counted(version, 'commit')}.${problem === '' ? '' : ` ${problem}`}\n`
  })
  return 0
}
