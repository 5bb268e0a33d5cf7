/**
 * `isthmus export`: the abstract graph of a level as a GEXF file, which Gephi and others open.
 */
import { abstractGraph, toGexf } from '../../../graph.ts'
import type { AtlasStats } from '../../../index.ts'
import { type Arguments, isGiven, textOf } from '../arguments.ts'
import { type Command, JSON_OPTION } from '../command.ts'
import { checkWritable, writeBytes } from '../files.ts'
import type { Io } from '../io.ts'
import { loadAtlas } from '../load.ts'
import { outputOf } from '../output.ts'
import { inputProblem, usageProblem } from '../problem.ts'
import { withProgress } from '../progress.ts'
import { wholeNumber } from '../values.ts'
import { bytesText, counted, countText } from '../words.ts'

type Level = Pick<AtlasStats['levels'][number], 'level' | 'entries' | 'pairs'>

/** Beyond this the graph takes gigabytes to build, and no program that draws graphs would open the file. */
const PAIRS_MAX = 500_000

export const exportCommand: Command = {
  name: 'export',
  summary: 'write the abstract graph of a level as GEXF, for Gephi',
  usage: 'FILE.atlas -o graph.gexf [--level N] [--survey]',
  operands: [{ name: 'FILE.atlas', about: 'an atlas, made by isthmus bake; - for standard input' }],
  options: [
    { name: 'out', short: 'o', values: ['FILE'], about: 'the graph to write, - for standard output' },
    { name: 'level', values: ['N'], about: 'which level; higher ones are coarser and smaller (1)' },
    { name: 'survey', about: 'give each node its width, whether it is in a dead end, and what its closing parts' },
    JSON_OPTION,
  ],
  details: [
    'Nodes are entries, at their places on the map, and islands that no entry of the level leads to. Edges are the best ' +
      'ways between two entries of one region: weight is how far, strength how close (for modularity and PageRank).',
  ],
  json: [
    ['graph', 'the file, as it was named'],
    ['level', 'whose graph it is'],
    ['nodes, edges', 'how many the graph has'],
    ['bytes', 'size of the file'],
  ],
  examples: [{ line: 'isthmus export world.atlas -o world.gexf --level 2', about: 'Then open world.gexf in Gephi.' }],
  run: runExport,
}

async function runExport(args: Arguments, io: Io): Promise<0> {
  const output = outputOf(args, io, 'The name of the graph is missing: add -o graph.gexf.')
  const out = output.path
  const levelText = textOf(args, 'level')
  const levelGiven = levelText === undefined ? undefined : wholeNumber('--level', levelText, 0, 31)
  await checkWritable(out, [args.operands[0]])

  const atlas = await loadAtlas(args.operands[0])
  const level = checkLevel(atlas.stats().levels, levelGiven ?? Math.min(1, atlas.levelCount - 1))
  const { graph, bytes } = await withProgress(io, progress => {
    progress.announce(`building the graph of level ${level}`)
    const graph = abstractGraph(atlas, level, { survey: isGiven(args, 'survey') })
    return { graph, bytes: new TextEncoder().encode(toGexf(graph)) }
  })
  await writeBytes(out, bytes)
  const size = `${counted(graph.order, 'node')}, ${counted(graph.size, 'edge')}`
  output.tell(`${out}: level ${level}, ${size}, ${bytesText(bytes.length)}.\n`, {
    graph: out,
    level,
    nodes: graph.order,
    edges: graph.size,
    bytes: bytes.length,
  })
  return 0
}

/** The level itself, if there is such a one and its graph is of a size that is of use. */
export function checkLevel(levels: readonly Level[], level: number): number {
  const chosen = levels[level]
  if (chosen === undefined) {
    throw usageProblem(`--level is ${level}, but the levels of this atlas are 0 to ${levels.length - 1}.`)
  }
  if (chosen.pairs <= PAIRS_MAX) return level
  const smaller = levels.find(other => other.level > level && other.pairs <= PAIRS_MAX)
  const advice =
    smaller === undefined ? 'Export a smaller map.' : `Take --level ${smaller.level}, which has ${sizeOf(smaller)}.`
  throw inputProblem(
    `Level ${level} has ${sizeOf(chosen)}, and a graph file of more than ${countText(PAIRS_MAX)} pairs ` +
      `is of no use. ${advice}`,
  )
}

function sizeOf(level: Level): string {
  return `${counted(level.entries, 'entry', 'entries')} and ${counted(level.pairs, 'pair')}`
}
