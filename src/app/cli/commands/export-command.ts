/**
 * `isthmus export`: the abstract graph of a level as a GEXF file, which Gephi and others open.
 */
import { abstractGraph, toGexf } from '../../../graph.ts'
import type { AtlasStats } from '../../../index.ts'
import type { Arguments } from '../arguments.ts'
import { type Command, pageOf } from '../command.ts'
import { type Io, outputOf } from '../io.ts'
import { inputProblem, noLevel } from '../problem.ts'
import { withProgress } from '../progress.ts'
import { loadAtlas } from '../source.ts'
import { bytesText, counted, countText } from '../words.ts'

type Level = Pick<AtlasStats['levels'][number], 'level' | 'entries' | 'pairs'>

/** Beyond this the graph takes gigabytes to build, and no program that draws graphs would open the file. */
const PAIRS_MAX = 500_000

export const exportCommand: Command = {
  name: 'export',
  summary: 'write the abstract graph of a level as GEXF, for Gephi',
  run: runExport,
  ...pageOf(`
    FILE.atlas -o graph.gexf [--level N] [--survey]

    Nodes are entries, at their places on the map, and islands that no entry of the level leads to. Edges are the best
    ways between two entries of one region: weight is how far, strength how close (for modularity and PageRank).

    Arguments:
      FILE.atlas  an atlas, made by isthmus bake; - for standard input

    Options:
      -o, --out FILE  the graph to write, - for standard output
      --level N  which level; higher ones are coarser and smaller (1)
      --survey  give each node its width, whether it lies in a dead end, and the parts that closing it would leave

    JSON:
      graph  the file, as it was named
      level  whose graph it is
      nodes, edges  how many the graph has
      bytes  size of the file

    Examples:
      isthmus export world.atlas -o world.gexf --level 2  Then open world.gexf in Gephi.
  `),
}

async function runExport(args: Arguments, io: Io): Promise<0> {
  const output = outputOf(args, io, 'graph.gexf')
  const levelGiven = args.whole('level', 0, 31, undefined)
  await output.check([args.operands[0]])

  const atlas = await loadAtlas(args.operands[0])
  const level = checkLevel(atlas.stats().levels, levelGiven ?? Math.min(1, atlas.levelCount - 1))
  const { graph, bytes } = await withProgress(io, progress => {
    progress.announce(`building the graph of level ${level}`)
    const graph = abstractGraph(atlas, level, { survey: args.has('survey') })
    return { graph, bytes: new TextEncoder().encode(toGexf(graph)) }
  })
  await output.write(bytes)
  const { order: nodes, size: edges } = graph
  output.tell(
    `${output.path}: level ${level}, ${counted(nodes, 'node')}, ${counted(edges, 'edge')}, ${bytesText(bytes.length)}.\n`,
    { graph: output.path, level, nodes, edges, bytes: bytes.length },
  )
  return 0
}

/** The level, if it exists and its graph has a useful size. */
export function checkLevel(levels: readonly Level[], level: number): number {
  const chosen = levels[level]
  if (chosen === undefined) throw noLevel(level, levels.length)
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
