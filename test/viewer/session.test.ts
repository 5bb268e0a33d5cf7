/** The session of the page, with a worker that answers on command. */
import { describe, expect, it } from 'vitest'
import type { Remote } from '../../src/app/viewer/calls.ts'
import { Session } from '../../src/app/viewer/page/session.ts'
import type { Cell, FindAsk, WorldFacts } from '../../src/app/viewer/protocol.ts'
import type { QueryAnswer } from '../../src/app/viewer/worker/room.ts'
import type { MapCalls } from '../../src/app/viewer/worker/worker.ts'

const FACTS: WorldFacts = {
  title: 'a world',
  byteLength: 1,
  width: 400,
  height: 300,
  directions: 8,
  uniform: true,
  costs: { min: 1, max: 1 },
  islands: 1,
  levels: [
    { regions: 130, entries: 300 },
    { regions: 1, entries: 0 },
  ],
}

function sessionWithWorker() {
  const asked: string[] = []
  const asks: FindAsk[] = []
  let found: (answer: QueryAnswer) => void = () => {}
  const callOf =
    (name: string) =>
    (...given: unknown[]) => {
      asked.push(name)
      if (name !== 'find') return Promise.resolve(null)
      asks.push(given[0] as FindAsk)
      return new Promise<QueryAnswer>(resolve => {
        found = resolve
      })
    }
  const session = new Session(FACTS, new Proxy({} as Remote<MapCalls>, { get: (_, name) => callOf(String(name)) }))
  const finds = () => asks
  const answer = async (status: QueryAnswer['status'] = 'found') => {
    const { start, goal } = asks.at(-1)!
    const none = new Int32Array(0)
    const nearest = status === 'found' ? null : { start, goal: { x: 1, y: 1 } }
    const numbers = { cost: 5, estimate: 5, cellCount: 6, settledCount: 0, relaxedCount: 0, routeUs: 1, cellsUs: 1 }
    found({
      start,
      goal,
      status,
      message: '',
      bends: none,
      entries: none,
      footprint: none,
      nearest,
      smooth: null,
      isReplaced: false,
      quality: 'default' as const,
      ...numbers,
    })
    await Promise.resolve()
  }
  return { session, asked, finds, answer }
}

const at = (x: number, y: number): Cell => ({ x, y })

describe('the session', () => {
  it('asks when it has both ends', async () => {
    const { session, finds, answer } = sessionWithWorker()
    session.ends.set(at(1, 2), null)
    expect(finds()).toHaveLength(0)
    session.ends.set(at(1, 2), at(3, 4))
    expect(finds()).toEqual([{ start: at(1, 2), goal: at(3, 4), quality: 'default', isSmooth: false }])
    await answer()
    expect(session.answer?.goal).toEqual(at(3, 4))
  })

  it('has one query under way, and then asks the newest', async () => {
    const { session, finds, answer } = sessionWithWorker()
    session.ends.drag(true)
    for (let x = 10; x < 60; x++) session.ends.set(at(0, 0), at(x, 0))
    expect(finds()).toHaveLength(1)
    await answer()
    expect(finds()).toHaveLength(2)
    expect(finds().at(-1)!.goal).toEqual(at(59, 0))
    await answer()
    expect(finds()).toHaveLength(2)
    expect([session.answer?.goal, session.isBusy]).toEqual([at(59, 0), false])
  })

  it('times a query when it rests, not while it is dragged', async () => {
    const { session, asked, answer } = sessionWithWorker()
    const times = () => asked.filter(name => name === 'time').length
    session.ends.drag(true)
    session.ends.set(at(0, 0), at(5, 5))
    await answer()
    expect(times()).toBe(0)
    session.ends.drag(false)
    expect(times()).toBe(1)
  })

  it('does not ask again for what it has', async () => {
    const { session, finds, answer } = sessionWithWorker()
    session.ends.set(at(0, 0), at(5, 5))
    await answer()
    session.ends.set(at(0, 0), at(5, 5))
    expect(finds()).toHaveLength(1)
  })

  it('forgets an answer that comes after its end was taken away', async () => {
    const { session, answer } = sessionWithWorker()
    session.ends.set(at(0, 0), at(5, 5))
    session.ends.set(at(0, 0), null)
    await answer()
    expect([session.answer, session.isBusy]).toEqual([null, false])
  })

  it('takes the ends that a refusal offers', async () => {
    const { session, finds, answer } = sessionWithWorker()
    session.ends.set(at(0, 0), at(5, 5))
    await answer('unreachable')
    session.takeNearest()
    expect(finds().at(-1)!.goal).toEqual(at(1, 1))
  })

  it('drops a comparison with the optimum when the query changes, and keeps a finished one otherwise', async () => {
    const { session, asked, answer } = sessionWithWorker()
    session.ends.set(at(0, 0), at(5, 5))
    await answer()
    session.toggleExact()
    expect(session.isComparing).toBe(true)
    session.toggleStress()
    expect([session.exact, session.stress?.isDone]).toEqual([null, false])
    session.toggleExact()
    const news = {
      knownCost: 5,
      lowerBound: 5,
      isDone: true,
      isGivenUp: false,
      expansionCount: 9,
      elapsedMs: 1,
      bends: null,
    }
    session.hear({ kind: 'exact', news })
    session.toggleStress()
    expect(session.exact).toEqual(news)
    session.ends.set(at(0, 0), at(6, 6))
    expect(session.exact).toBeNull()
    expect(asked.at(-1)).toBe('find')
    await answer()
    session.hear({ kind: 'exact', news: { ...news, knownCost: 4 } })
    expect(session.exact).toBeNull()
  })

  it('makes a path smooth only for those who look', async () => {
    const { session, finds, answer } = sessionWithWorker()
    session.ends.set(at(0, 0), at(5, 5))
    await answer()
    session.toggle('smooth')
    expect(finds().map(({ isSmooth }) => isSmooth)).toEqual([false, true])
    await answer()
    session.toggle('smooth')
    session.ends.set(at(0, 0), at(6, 6))
    expect(finds().at(-1)!.isSmooth).toBe(false)
  })
})
