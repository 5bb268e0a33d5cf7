/**
 * The order of the worker's work. Messages come first; between them it does one small piece of work at a time: a tile
 * that is in view, then a slice of what takes long. So an answer never waits for more than one piece.
 */
export class Desk {
  private queues: (() => DeskWork | undefined)[]
  private readonly channel = new MessageChannel()
  private isRunning = false

  /** `queues`, the most urgent first: each gives its next piece of work, or undefined when it has none. */
  constructor(queues: (() => DeskWork | undefined)[]) {
    this.queues = queues
    this.channel.port1.onmessage = () => this.turn()
  }

  /** There may be work. */
  wake(): void {
    if (this.isRunning) return
    this.isRunning = true
    this.next()
  }

  /** What is left is left undone. */
  close(): void {
    this.queues = []
    this.channel.port1.close()
  }

  private turn(): void {
    for (const queue of this.queues) {
      const work = queue()
      if (work === undefined) continue
      work()
      this.next()
      return
    }
    this.isRunning = false
  }

  /** Through a channel of our own, the next turn comes after all messages that wait already. */
  private next(): void {
    this.channel.port2.postMessage(null)
  }
}

export type DeskWork = () => void
