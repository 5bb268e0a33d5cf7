/**
 * How a page and its worker talk. The page calls functions of the worker by name, and each call has an answer; the worker
 * also tells news by itself.
 */

/** The functions of a worker by name. */
type Calls = Readonly<Partial<Record<string, (...given: never[]) => unknown>>>

/** The same functions as a page calls them. */
export type Remote<C> = {
  readonly [Name in keyof C]: C[Name] extends (...given: infer Given) => infer Value
    ? (...given: Given) => Promise<Awaited<Value>>
    : never
}

/**
 * Starts the worker of a page. A worker that comes to a halt rejects all calls, and one more promise that nobody waits for:
 * the page shows why.
 */
export function startWorker<C, News>(script: string, hear: (news: News) => void): Remote<C> {
  const worker = new Worker(new URL(script, location.href), { type: 'module' })
  const waiting = new Map<number, Caller>()
  let count = 0
  let halted: Promise<never> | null = null
  worker.onerror = () => {
    const error = new Error('The worker of this page came to a halt. Reload the page.')
    halted = Promise.reject(error)
    for (const { reject } of waiting.values()) reject(error)
  }
  worker.onmessage = ({ data }) => {
    const { call, value, refusal, news } = data
    if (call === undefined) return hear(news)
    const { resolve, reject } = waiting.get(call)!
    waiting.delete(call)
    if (refusal === undefined) resolve(value)
    else reject(new Error(refusal))
  }
  const callOf =
    (name: string) =>
    (...given: unknown[]) =>
      halted ??
      new Promise((resolve, reject) => {
        waiting.set(++count, { resolve, reject })
        worker.postMessage({ call: count, name, given }, memoryIn(given))
      })
  return new Proxy({} as Remote<C>, { get: (_, name) => callOf(String(name)) })
}

interface Caller {
  resolve(value: unknown): void
  reject(error: Error): void
}

const port = self as unknown as Pick<Worker, 'postMessage' | 'onmessage'>

/** Answers the calls of the page by the functions that the worker has at the time. */
export function answerCalls(functionsNow: () => Calls): void {
  port.onmessage = async ({ data: { call, name, given } }) => {
    try {
      const value = await functionsNow()[name]?.(...(given as never[]))
      port.postMessage({ call, value }, memoryIn(value))
    } catch (error) {
      port.postMessage({ call, refusal: messageOf(error) })
    }
  }
}

export function tellNews<News>(news: News, transfer: Transferable[] = []): void {
  port.postMessage({ news }, transfer)
}

/** The memory of the files in a call or an answer: it is handed over, as a copy of a large map may not fit. */
function memoryIn(value: unknown): ArrayBuffer[] {
  if (value instanceof Uint8Array) return value.buffer instanceof ArrayBuffer ? [value.buffer] : []
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value ?? 0) === Object.prototype
  return isPlain ? [...new Set(Object.values(value as object).flatMap(memoryIn))] : []
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
