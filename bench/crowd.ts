/**
 * `npm run bench:crowd`: the time of a step of a crowd, and the results, beside programs in other languages built
 * outside this project. The programs run each scene one after the other, on one thread.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argumentsOf } from './arguments.ts'
import { type Outcome, runScene } from './crowd-run.ts'
import { type CrowdScene, crowdScenes, sceneText } from './crowd-scenes.ts'
import { beginSession, orTell, tell } from './session.ts'
import { type CrowdReport, crowdTable } from './tables/crowd-table.ts'

const HELP = `npm run bench:crowd -- [options]      some minutes
  --only LIST     of the scenes Circle, Blocks, Roadmap and Lattice those with one of these words in their name (all)
  --steps N       steps of the lattice (400)
  --rival NAME=COMMAND
                  a program to compare with; may be said again for another
  --json FILE     save the results, for npm run bench:results FILE

COMMAND is started for each scene with one argument, a file of lines: scene NAME SECONDS NEIGHBOURS SIGHT HORIZON
HORIZON-OF-WALLS STEPS TOLERANCE; unit X Y RADIUS SPEED GOAL-X GOAL-Y; wall X Y WIDTH HEIGHT; via X Y, a point between
which units see their ways. Units wish to go to their goals at speed 1. It steps until all were within TOLERANCE of their
goals, or STEPS times, and prints a line of JSON: units, arrived, meanSeconds (to arrive, of those that did), least (the
least distance of two units over the sum of their radii), medianMs (of a step and of the wishes before it: ours walk along
routes within a step).
`

const OPTIONS = {
  only: { type: 'string', default: '' },
  steps: { type: 'string', default: '400' },
  rival: { type: 'string', multiple: true },
  json: { type: 'string' },
} as const

const { values: given } = argumentsOf(HELP, OPTIONS)

await orTell(async () => {
  const steps = Number(given.steps)
  if (!Number.isInteger(steps) || steps < 1)
    throw new Error(`--steps is a whole number from 1 on, not '${given.steps}'.`)
  const words = given.only!.split(',')
  const scenes = crowdScenes(steps).filter(({ name }) =>
    words.some(word => name.toLowerCase().includes(word.toLowerCase())),
  )
  if (scenes.length === 0) throw new Error(`No scene has a word of '${given.only}' in its name.`)
  const rivals = (given.rival ?? []).map(rivalOf)
  const { rival: _, only, ...rest } = given
  const session = beginSession('bench:crowd', {
    ...rest,
    only: only || undefined,
    rival: given.rival && 'NAME=COMMAND',
  })
  const reports: CrowdReport[] = []
  for (const scene of scenes) {
    reports.push({ scene: scene.name, program: 'isthmus', ...(await runScene(scene)) })
    for (const { name, command } of rivals) {
      reports.push({ scene: scene.name, program: name, ...theirs(command, scene) })
    }
    tell(scene.name)
  }
  session.finish([crowdTable(reports)], [crowdTable(reports)])
})

function rivalOf(text: string): { name: string; command: string[] } {
  const [name, ...command] = text.split('=')
  if (command.length === 0) throw new Error(`--rival is NAME=COMMAND, not '${text}'.`)
  return { name, command: command.join('=').split(' ') }
}

function theirs([program, ...given]: string[], scene: CrowdScene): Outcome {
  const folder = mkdtempSync(join(tmpdir(), 'isthmus-crowd-'))
  try {
    const file = join(folder, 'scene')
    writeFileSync(file, sceneText(scene))
    return JSON.parse(execFileSync(program, [...given, file], { encoding: 'utf8' })) as Outcome
  } finally {
    rmSync(folder, { recursive: true })
  }
}
