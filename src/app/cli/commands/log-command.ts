/**
 * `isthmus log`: lists the changes in a journal.
 */
import { openLive } from '../../../index.ts'
import type { Arguments } from '../arguments.ts'
import { type Command, JSON_OPTION, pageOf } from '../command.ts'
import { readBytes } from '../files.ts'
import { type Io, printAnswer } from '../io.ts'
import { inFile } from '../problem.ts'
import { counted } from '../words.ts'

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

    Options:
      ${JSON_OPTION}

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
