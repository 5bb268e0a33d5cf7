/**
 * `isthmus log`: what a journal says that was changed.
 */
import { openLive } from '../../../index.ts'
import { type Arguments, isGiven } from '../arguments.ts'
import { type Command, JSON_OPTION } from '../command.ts'
import { readBytes } from '../files.ts'
import { type Io, printJson } from '../io.ts'
import { inFile } from '../problem.ts'
import { counted } from '../words.ts'

export const logCommand: Command = {
  name: 'log',
  summary: 'list the commits of a journal',
  usage: 'FILE.atlas FILE.journal [--json]',
  operands: [
    { name: 'FILE.atlas', about: 'the atlas that the journal was kept for' },
    { name: 'FILE.journal', about: 'a journal, kept by isthmus edit or by a program' },
  ],
  options: [JSON_OPTION],
  details: ['A journal holds the edits of each commit. Where its end is cut off, the commits before count.'],
  json: [
    ['journal', 'the file, as it was named'],
    ['commits', 'how many cells each commit edits, in their order'],
    ['problem', 'what is wrong with its end; empty where nothing is'],
  ],
  examples: [{ line: 'isthmus log world.atlas world.journal', about: 'One line for each commit.' }],
  run: runLog,
}

async function runLog(args: Arguments, io: Io): Promise<0> {
  const [atlas, journal] = args.operands
  const bytes = await readBytes(atlas)
  const kept = await readBytes(journal)
  inFile(atlas, () => openLive(bytes))
  const live = inFile(journal, () => openLive(bytes, kept))
  const { journalCommits: commits, journalProblem: problem } = live
  if (isGiven(args, 'json')) printJson(io, { journal, commits, problem })
  else {
    io.out(commits.map((cells, i) => `${i + 1}: ${counted(cells, 'cell')}\n`).join(''))
    io.out(`${counted(commits.length, 'commit')}.${problem === '' ? '' : ` ${problem}`}\n`)
  }
  return 0
}
