/**
 * One run of the command line. It finds the command, reads its arguments, runs it, and turns any error into one line
 * and an exit status. It does not touch the process, so tests can call it directly.
 */
import { hintOf } from '../../base/given.ts'
import { looksLikeOption, readArguments } from './arguments.ts'
import { type Command, commandHelp, programHelp } from './command.ts'
import { bakeCommand } from './commands/bake-command.ts'
import { editCommand, logCommand } from './commands/edit-command.ts'
import { exportCommand } from './commands/export-command.ts'
import { bakeTileCommand, farmCommand, joinCommand, workerCommand } from './commands/farm-command.ts'
import { generateCommand } from './commands/generate-command.ts'
import { infoCommand } from './commands/info-command.ts'
import { pathCommand } from './commands/path-command.ts'
import { planCommand } from './commands/plan-command.ts'
import { renderCommand } from './commands/render-command.ts'
import { scenCommand } from './commands/scen-command.ts'
import { serveCommand } from './commands/serve-command.ts'
import { verifyCommand } from './commands/verify-command.ts'
import { viewCommand } from './commands/view-command.ts'
import { worldCommand } from './commands/world-command.ts'
import { type Io, version } from './io.ts'
import { oneLine, problemOf, usageProblem } from './problem.ts'

export async function run(argv: readonly string[], io: Io): Promise<0 | 1 | 2> {
  let speaker = 'isthmus'
  try {
    const [first, ...rest] = argv
    if (first === undefined) {
      io.err(programHelp(COMMANDS))
      return 2
    }
    if (first === '--help' || first === '-h' || first === 'help') {
      io.out(rest.length === 0 ? programHelp(COMMANDS) : commandHelp(commandOf(rest[0])))
      return 0
    }
    if (first === '--version' || first === '-v' || first === '-V') {
      io.out(`${version()}\n`)
      return 0
    }
    const command = commandOf(first)
    speaker = `isthmus ${command.name}`
    if (asksForHelp(rest)) {
      io.out(commandHelp(command))
      return 0
    }
    return await command.run(readArguments(rest, command.operands, command.declared), io)
  } catch (error) {
    const problem = problemOf(error)
    const hint = problem.status === 2 ? ` See ${speaker} --help.` : ''
    io.err(`${speaker}: ${oneLine(problem.message)}${hint}\n`)
    return problem.status
  }
}

/** A request for help counts at any place, even among wrong arguments; after `--` it is a file's name. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return argv.slice(0, end < 0 ? argv.length : end).some(text => text === '--help' || text === '-h')
}

function commandOf(name: string): Command {
  const command = COMMANDS.find(candidate => candidate.name === name)
  if (command !== undefined) return command
  const what = looksLikeOption(name) ? 'option' : 'command'
  const names = COMMANDS.map(candidate => candidate.name)
  throw usageProblem(`There is no ${what} ${name}. ${hintOf(name, names, `Commands are ${names.join(', ')}`)}`)
}

/** In the order in which a newcomer meets them. */
export const COMMANDS: readonly Command[] = [
  generateCommand,
  bakeCommand,
  infoCommand,
  pathCommand,
  renderCommand,
  viewCommand,
  scenCommand,
  verifyCommand,
  exportCommand,
  editCommand,
  logCommand,
  worldCommand,
  serveCommand,
  planCommand,
  farmCommand,
  bakeTileCommand,
  joinCommand,
  workerCommand,
]
