/**
 * The brush and its latest strokes. The page shows a stroke over the ground at once, until it has painted tiles of a
 * map with that stroke.
 */
import type { Remote } from '../calls.ts'
import type { Cell, Rect, SavedForm, Stroke } from '../protocol.ts'
import type { DrawnNews } from '../worker/making.ts'
import type { MapCalls } from '../worker/worker.ts'

export type BrushName = 'off' | 'wall' | 'ground' | 'cost'
export const BRUSHES: readonly BrushName[] = ['off', 'wall', 'ground', 'cost']

export class Drawing {
  brush: BrushName = 'off'
  /** The diameter of the brush, in cells. */
  size = 5
  /** The cost that the brush for costs draws. */
  cost = 5
  news: DrawnNews | null = null
  strokes: Stroke[] = []
  private count = 0
  private gesture = 0
  private savedVersion = 0
  private readonly worker: Remote<MapCalls>
  private readonly groundCost: number
  private readonly onChange: () => void

  constructor(groundCost: number, worker: Remote<MapCalls>, onChange: () => void) {
    this.groundCost = groundCost
    this.worker = worker
    this.onChange = onChange
  }

  setBrush(brush: BrushName): void {
    this.brush = brush
    this.onChange()
  }

  get isOn(): boolean {
    return this.brush !== 'off'
  }

  /** Whether some strokes are in no version yet. */
  get isBehind(): boolean {
    return this.count > (this.news?.stroke ?? 0)
  }

  /** Whether something is drawn that no file holds. */
  get isUnsaved(): boolean {
    if (this.isBehind) return true
    return this.news !== null && this.news.undoCount > 0 && this.news.version !== this.savedVersion
  }

  /** Begins a gesture: its strokes are undone together. */
  beginGesture(): void {
    this.gesture++
  }

  /** Undoes the last gesture, or makes the last undone one again. */
  step(step: 'undo' | 'redo'): void {
    const count = step === 'undo' ? this.news?.undoCount : this.news?.redoCount
    // Strokes on their way to the worker can be undone too.
    if (!this.isBehind && !count) return
    this.worker.step(step, ++this.count)
    this.onChange()
  }

  /** The present map as a file. */
  save(form: SavedForm) {
    this.savedVersion = this.news?.version ?? 0
    return this.worker.save(form)
  }

  /** Draws from one cell to another, both included. */
  line(from: Cell, to: Cell): void {
    const cost = { off: 0, wall: 0, ground: this.groundCost, cost: this.cost }[this.brush]
    const stroke = { number: ++this.count, gesture: this.gesture, cost, areas: areasOfLine(from, to, this.size) }
    this.strokes.push(stroke)
    this.worker.draw(stroke)
    this.onChange()
  }

  /** Forgets the strokes of the newest version, whose tiles are painted. */
  settle(): void {
    const { news } = this
    if (news !== null) this.strokes = this.strokes.filter(({ number }) => number > news.stroke)
  }
}

/** Discs along a line, as rows of cells. */
export function areasOfLine(from: Cell, to: Cell, size: number): Rect[] {
  const radius = (size - 1) / 2
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) / Math.max(1, radius)))
  const leftOfRow = new Map<number, number>()
  const rightOfRow = new Map<number, number>()
  const areas: Rect[] = []
  for (let step = 0; step <= steps; step++) {
    const x = Math.round(from.x + ((to.x - from.x) * step) / steps)
    const y = Math.round(from.y + ((to.y - from.y) * step) / steps)
    for (let dy = -Math.floor(radius); dy <= radius; dy++) {
      const half = Math.floor(Math.sqrt((radius + 0.4) ** 2 - dy * dy))
      const [left, right] = [leftOfRow.get(y + dy), rightOfRow.get(y + dy)]
      // Skips a row that the disc before covered.
      if (left !== undefined && right !== undefined && left <= x - half && right >= x + half) continue
      areas.push({ x: x - half, y: y + dy, width: 2 * half + 1, height: 1 })
      leftOfRow.set(y + dy, x - half)
      rightOfRow.set(y + dy, x + half)
    }
  }
  return areas
}
