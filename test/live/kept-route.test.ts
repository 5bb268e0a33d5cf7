/**
 * A route that a unit is on while the map changes: whether it may stay on it, and who is told when it may not.
 */
import { describe, expect, it } from 'vitest'
import { bake, openLive } from '../../src/index.ts'
import { drawn } from '../support/plain.ts'

describe('a route on a map that changes', () => {
  it('is watched by some, of whom one who throws keeps nobody from hearing, and no commit from being', async () => {
    const live = openLive(await bake(drawn('...')))
    const route = live.finder().find(0, 0, 2, 0)
    const heard: number[] = []
    live.watch(route, () => {
      throw new Error('deaf')
    })
    live.watch(route, ({ version }) => heard.push(version))
    live.set(1, 0, 0)
    expect(live.commit()).toMatchObject({ version: 1, cells: 1, watchErrors: [new Error('deaf')] })
    expect([heard, live.version, live.isReachable(0, 0, 2, 0), live.commit().cells]).toEqual([[1], 1, false, 0])
    const nothing = undefined as never
    expect(() => live.watch(route, nothing)).toThrow(/onChange is undefined/)
    expect(() => live.watch(nothing, () => {})).toThrow(/route is undefined/)
    expect(() => live.isCurrent(route, Number.NaN)).toThrow(/share is NaN/)
    expect(() => live.repair(nothing)).toThrow(/route is undefined/)
  })

  it('is current until what it walks on changes, or a better way opens', async () => {
    const live = openLive(await bake(drawn('.........', '.#######.', '.........')))
    const route = live.finder().find(0, 0, 0, 2)
    const around = live.finder().find(8, 0, 0, 1)
    const heard: string[] = []
    live.watch(route, ({ version, from }) => heard.push(`route ${version} from ${from.x},${from.y}`))
    const end = live.watch(around, ({ from }) => heard.push(`around from ${from.x},${from.y}`))
    live.set(8, 2, 0)
    live.commit()
    expect([live.isCurrent(route), live.isCurrent(around), heard]).toEqual([true, true, []])
    live.set(0, 1, 0)
    live.commit()
    expect([live.isCurrent(route), heard]).toEqual([false, ['route 2 from 0,0', 'around from 0,0']])
    live.fill({ x: 8, y: 1, width: 1, height: 2 }, 1)
    live.commit()
    end()
    const repaired = live.repair(route)
    expect([repaired.status, repaired.start, repaired.goal]).toEqual(['found', route.start, route.goal])
    expect(repaired.cost).toBeGreaterThan(route.cost)
    expect(heard).toEqual(['route 2 from 0,0', 'around from 0,0'])
  })
})
