/**
 * The worker of the page: opens the atlas, asks the finder, paints the map. This file is who does what; each kind of
 * message is one line.
 */
import { Random } from '../../../base/random.ts'
import { type Atlas, IsthmusError, openAtlas, type Quality } from '../../../query.ts'
import { costRangeOf } from '../../draw/costs.ts'
import type { CostRange } from '../../draw/palette.ts'
import type { Answer, Ask, Cell, PlaceFacts, Reply, WorldFacts } from '../protocol.ts'
import { Stopwatch } from './clock.ts'
import { Desk } from './desk.ts'
import { fetchBytes, fetchWorld, type WorldFile } from './fetch.ts'
import { LongWork } from './long-work.ts'
import { Places } from './places.ts'
import { Queries } from './queries.ts'
import { Tiles } from './tiles.ts'

const port = self as unknown as Pick<Worker, 'postMessage' | 'onmessage'>

port.onmessage = ({ data }: MessageEvent<Ask>) => {
  if (data.kind === 'open') open().catch(fail)
}

async function open(): Promise<void> {
  const file = await fetchWorld()
  let toldBytes = 0
  const bytes = await fetchBytes(file.atlas, file.sizeBytes, doneBytes => {
    if (doneBytes - toldBytes < file.sizeBytes / 100) return
    toldBytes = doneBytes
    tell({ kind: 'loading', doneBytes, totalBytes: file.sizeBytes })
  })
  const atlas = openAtlas(bytes)
  const costs = costRangeOf(atlas.terrain)
  serve(atlas, costs)
  tell({ kind: 'opened', facts: factsOf(atlas, costs, file) })
}

function serve(atlas: Atlas, costs: CostRange): void {
  const { columns } = atlas
  const finder = atlas.finder()
  const tiles = new Tiles(columns, costs, (key, bitmap) => tell({ kind: 'tile', key, bitmap }, [bitmap]))
  const queries = new Queries(finder, atlas.terrain)
  const stopwatch = new Stopwatch(finder)
  const places = new Places(columns, new Random(Date.now()))
  const longWork = new LongWork()
  const runStopwatch = () => {
    const timing = stopwatch.run()
    if (timing !== null) tell({ kind: 'timed', timing })
  }
  const desk = new Desk([
    () => tiles.next(),
    () => (stopwatch.isRunning ? runStopwatch : undefined),
    () => longWork.next(),
  ])
  let last: Answer | null = null
  let quality: Quality = 'default'

  const answer = (ask: Ask): void => {
    if (ask.kind === 'paint') tiles.want(ask.jobs)
    else if (ask.kind === 'find') {
      stopwatch.stop()
      last = queries.find(ask)
      quality = ask.quality
      tell({ kind: 'found', answer: last })
    } else if (ask.kind === 'time' && last) stopwatch.start(last, quality)
    else if (ask.kind === 'pair') tell({ kind: 'pair', pair: places.pair(true) })
    else if (ask.kind === 'place') tell({ kind: 'place', place: placeOf(atlas, ask.cell, ask.level) })
    else if (ask.kind === 'exact' && last) longWork.exact(columns.terrain, last, news => tell({ kind: 'exact', news }))
    else if (ask.kind === 'stress') {
      // The same queries each time: a number that a person remembers can be compared.
      const known = new Places(columns, new Random(1))
      longWork.stress(stopwatch, known, ask, news => tell({ kind: 'stress', news }))
    } else if (ask.kind === 'stop') longWork.stop()
  }
  port.onmessage = ({ data }: MessageEvent<Ask>) => {
    try {
      answer(data)
      desk.wake()
    } catch (error) {
      fail(error)
    }
  }
}

function factsOf(atlas: Atlas, costs: CostRange, file: WorldFile): WorldFacts {
  const { levels, width, height, directions, islands, uniform, byteLength } = atlas.stats()
  return {
    title: file.title,
    atlasFile: file.atlas,
    sizeBytes: byteLength,
    width,
    height,
    directions,
    isUniform: uniform,
    costs,
    islandCount: islands,
    levels: levels.map(({ regions, entries }) => ({ regions, entries })),
  }
}

function placeOf(atlas: Atlas, cell: Cell, level: number): PlaceFacts {
  const { x, y } = cell
  return { cell, cost: atlas.costAt(x, y), island: atlas.islandOf(x, y), region: atlas.regionOf(x, y, level) }
}

function fail(error: unknown): void {
  if (error instanceof IsthmusError) tell({ kind: 'failed', code: error.code, message: error.message })
  else tell({ kind: 'failed', code: 'NO_ANSWER', message: error instanceof Error ? error.message : String(error) })
}

function tell(reply: Reply, transfer: Transferable[] = []): void {
  port.postMessage(reply, transfer)
}
