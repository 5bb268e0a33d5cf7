/**
 * The commands, in the order in which a newcomer meets them.
 */
import type { Command } from './command.ts'
import { bakeCommand } from './commands/bake-command.ts'
import { bakeTileCommand } from './commands/bake-tile-command.ts'
import { editCommand } from './commands/edit-command.ts'
import { exportCommand } from './commands/export-command.ts'
import { farmCommand } from './commands/farm-command.ts'
import { generateCommand } from './commands/generate-command.ts'
import { infoCommand } from './commands/info-command.ts'
import { joinCommand } from './commands/join-command.ts'
import { logCommand } from './commands/log-command.ts'
import { pathCommand } from './commands/path-command.ts'
import { planCommand } from './commands/plan-command.ts'
import { renderCommand } from './commands/render-command.ts'
import { scenCommand } from './commands/scen-command.ts'
import { serveCommand } from './commands/serve-command.ts'
import { verifyCommand } from './commands/verify-command.ts'
import { viewCommand } from './commands/view-command.ts'
import { workerCommand } from './commands/worker-command.ts'
import { worldCommand } from './commands/world-command.ts'

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
