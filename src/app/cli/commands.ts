/**
 * The commands, in the order in which a newcomer meets them.
 */
import type { Command } from './command.ts'
import { bakeCommand } from './commands/bake.ts'
import { editCommand } from './commands/edit.ts'
import { exportCommand } from './commands/export.ts'
import { generateCommand } from './commands/generate.ts'
import { infoCommand } from './commands/info.ts'
import { logCommand } from './commands/log.ts'
import { pathCommand } from './commands/path.ts'
import { renderCommand } from './commands/render.ts'
import { scenCommand } from './commands/scen.ts'
import { verifyCommand } from './commands/verify.ts'
import { viewCommand } from './commands/view.ts'
import { worldCommand } from './commands/world.ts'

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
]
