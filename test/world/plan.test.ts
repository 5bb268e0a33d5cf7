/** Where the maps of a world lie in a picture: never one on another, and where their origins say, if they can. */
import { describe, expect, it } from 'vitest'
import { cellOnPlan, onPlan, planOf } from '../../src/app/draw/world-marks.ts'
import { Random } from '../../src/base/random.ts'
import { bakeWorld, openWorld, type WorldSource } from '../../src/world.ts'
import { drawn } from '../support/plain.ts'

const sized = (width: number, height: number) => drawn(...Array.from({ length: height }, () => '.'.repeat(width)))

async function plan(maps: WorldSource['maps'], origins?: NonNullable<WorldSource['origins']>) {
  const world = openWorld(await bakeWorld({ maps, portals: [], ...(origins && { origins }) }))
  return { world, plan: planOf(world) }
}

describe('the maps of a world', () => {
  it('lie where their origins say, as far as these begin below zero', async () => {
    const origins = { east: { x: 3, y: -10 }, west: { x: -20, y: -12 } }
    const { world, plan: at } = await plan({ east: sized(8, 5), west: sized(10, 5) }, origins)
    expect(world.originOf('east')).toEqual({ x: 3, y: -10 })
    const [east, west] = ['east', 'west'].map(map => onPlan(at, { map, x: 0, y: 0 }))
    expect([east.x - west.x, east.y - west.y]).toEqual([23, 2])
  })

  it('lie in rows and apart where there are no origins, or where these would lay one on another', async () => {
    const random = new Random(3)
    const side = () => 1 + random.below(30)
    const maps = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`map ${i}`, sized(side(), side())]))
    const origins = Object.fromEntries(Object.keys(maps).map(name => [name, { x: 0, y: 0 }]))
    for (const { plan: at } of [await plan(maps), await plan(maps, origins)]) {
      const taken = new Set<string>()
      for (const { name, width, height } of at.maps) {
        for (let y = 0; y < height; y++) {
          for (let x = 0; x < width; x++) {
            const cell = onPlan(at, { map: name, x, y })
            expect(cellOnPlan(at, cell.x, cell.y)).toEqual({ map: name, x, y })
            taken.add(`${cell.x},${cell.y}`)
            expect(cell.x > 0 && cell.y > 0 && cell.x < at.width - 1 && cell.y < at.height - 1).toBe(true)
          }
        }
      }
      expect(taken.size).toBe(at.maps.reduce((sum, { width, height }) => sum + width * height, 0))
      expect(cellOnPlan(at, 0, 0)).toBeNull()
      expect(at.width / at.height).toBeGreaterThan(0.5)
      expect(at.width / at.height).toBeLessThan(2)
    }
  })

  it('have origins of their own, in whole cells', async () => {
    const maps = { a: sized(2, 2) }
    await expect(plan(maps, { b: { x: 0, y: 0 } })).rejects.toThrow('an origin is of a map "b"')
    await expect(plan(maps, { a: { x: 0.5, y: 0 } })).rejects.toThrow(
      'x of the origin of map "a" is 0.5: a whole number of cells',
    )
    expect((await plan(maps)).world.originOf('a')).toBeNull()
  })
})
