/**
 * All that serves one version of a map: finder, painter, stopwatch and what takes long. When another version comes, it
 * gets a room of its own and this one is closed.
 */
import { Random } from '../../../base/random.ts'
import type { Atlas, Finder, Quality } from '../../../query.ts'
import { costRangeOf } from '../../draw/costs.ts'
import type { CostRange } from '../../draw/palette.ts'
import type { Ask, Cell, PlaceFacts, QueryAnswer, Reply, WorldFacts } from '../protocol.ts'
import { Stopwatch } from './clock.ts'
import { Desk } from './desk.ts'
import { entryWays } from './entry-ways.ts'
import { LongWork } from './long-work.ts'
import { Queries } from './queries.ts'
import { Places } from './random-places.ts'
import { TileQueue } from './tile-queue.ts'

export type Tell = (reply: Reply, transfer?: Transferable[]) => void

export class Room {
  readonly atlas: Atlas
  readonly title: string
  private readonly finder: Finder
  private readonly tell: Tell
  private readonly costs: CostRange
  private readonly tiles: TileQueue
  private readonly queries: Queries
  private readonly stopwatch: Stopwatch
  private readonly places: Places
  private readonly longWork = new LongWork()
  private readonly desk: Desk
  private last: QueryAnswer | null = null
  private quality: Quality = 'default'

  constructor(atlas: Atlas, title: string, tell: Tell) {
    const { columns } = atlas
    const finder = atlas.finder()
    this.finder = finder
    this.atlas = atlas
    this.title = title
    this.tell = tell
    this.costs = costRangeOf(atlas.terrain)
    this.tiles = new TileQueue(columns, this.costs, (key, bitmap) => tell({ kind: 'tile', key, bitmap }, [bitmap]))
    this.queries = new Queries(finder, atlas.terrain)
    this.stopwatch = new Stopwatch(finder)
    this.places = new Places(columns, new Random(Date.now()))
    this.desk = new Desk([
      () => this.tiles.next(),
      () => (this.stopwatch.isRunning ? () => this.runStopwatch() : undefined),
      () => this.longWork.next(),
    ])
  }

  facts(): WorldFacts {
    const { levels, width, height, directions, islands, uniform, byteLength } = this.atlas.stats()
    return {
      title: this.title,
      sizeBytes: byteLength,
      width,
      height,
      directions,
      isUniform: uniform,
      costs: this.costs,
      islandCount: islands,
      levels: levels.map(({ regions, entries }) => ({ regions, entries })),
    }
  }

  hear(ask: Ask): void {
    const { longWork, stopwatch, tell, last } = this
    const { atlas } = this
    if (ask.kind === 'paint') this.tiles.want(ask.jobs)
    else if (ask.kind === 'find') {
      stopwatch.stop()
      this.quality = ask.quality
      this.last = this.queries.find(ask)
      tell({ kind: 'found', answer: this.last })
    } else if (ask.kind === 'time' && last) stopwatch.start(last, this.quality)
    else if (ask.kind === 'pair') tell({ kind: 'pair', pair: this.places.pair(true) })
    else if (ask.kind === 'place') tell({ kind: 'place', place: this.placeOf(ask.cell, ask.level) })
    else if (ask.kind === 'ways')
      tell({ kind: 'ways', ways: entryWays(atlas, this.finder, ask.cell, ask.level, ask.reachCells) })
    else if (ask.kind === 'exact' && last) longWork.exact(atlas.terrain, last, news => tell({ kind: 'exact', news }))
    else if (ask.kind === 'stress') {
      // The same queries each time: a number that a person remembers can be compared.
      const known = new Places(atlas.columns, new Random(1))
      longWork.stress(stopwatch, known, ask, news => tell({ kind: 'stress', news }))
    } else if (ask.kind === 'stop') longWork.stop()
    this.desk.wake()
  }

  close(): void {
    this.desk.close()
  }

  private runStopwatch(): void {
    const timing = this.stopwatch.run()
    if (timing !== null) this.tell({ kind: 'timed', timing })
  }

  private placeOf(cell: Cell, level: number): PlaceFacts {
    const { x, y } = cell
    const { atlas } = this
    return { cell, cost: atlas.costAt(x, y), island: atlas.islandOf(x, y), region: atlas.regionOf(x, y, level) }
  }
}
