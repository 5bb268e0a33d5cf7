/** What nodes of the abstract graph tell of narrow places, held against a plain walk and what the atlas says of each cell. */

import { describe, expect, it } from 'vitest'
import { abstractGraph, openAtlas, toGexf } from '../../src/graph.ts'
import { type Atlas, bake, generate, type Point } from '../../src/index.ts'
import { chokePoints, deadEnds, widthAt } from '../../src/travellers.ts'

/** The cells side by side that can be reached from one without passing another. */
function areaWithout({ terrain }: Atlas, from: Point, closed: Point): Set<number> {
  const found = new Set<number>()
  const todo = [from]
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    const { x, y } = at
    if (!terrain.isFree(x, y) || found.has(y * terrain.width + x) || (x === closed.x && y === closed.y)) continue
    found.add(y * terrain.width + x)
    todo.push({ x: x + 1, y }, { x: x - 1, y }, { x, y: y + 1 }, { x, y: y - 1 })
  }
  return found
}

describe('the abstract graph', () => {
  it('tells on request how narrow it is at each node, and of what its closing would part', async () => {
    const atlas = openAtlas(await bake(generate('maze', { width: 90, height: 70, seed: 2 })))
    const graph = abstractGraph(atlas, 0, { survey: true })
    const chokes = new Map(chokePoints(atlas).map(({ x, y, parts }) => [`${x},${y}`, parts[1]]))
    const isInside = new Set<number>()
    for (const { door, inside, cells } of deadEnds(atlas)) {
      const area = areaWithout(atlas, inside, door)
      expect(area.size).toBe(cells)
      for (const cell of area) isInside.add(cell)
    }
    const told = { chokes: 0, deadEnds: 0 }
    graph.forEachNode((_key, { cellX: x, cellY: y, leads, width, deadEnd, parts }) => {
      const cells = [[x, y], ...(leads === 'nowhere' ? [] : [leads === 'east' ? [x + 1, y] : [x, y + 1]])]
      expect(width).toBe(Math.min(...cells.map(([atX, atY]) => widthAt(atlas, atX, atY))))
      expect(parts).toBe(Math.max(...cells.map(([atX, atY]) => chokes.get(`${atX},${atY}`) ?? 0)))
      expect(deadEnd).toBe(cells.every(([atX, atY]) => isInside.has(atY * 90 + atX)))
      if (parts! > 0) told.chokes++
      if (deadEnd) told.deadEnds++
    })
    expect(told.chokes).toBeGreaterThan(0)
    expect(told.deadEnds).toBeGreaterThan(0)
    expect(abstractGraph(atlas, 0).getNodeAttributes('0')).not.toHaveProperty('width')
    expect(toGexf(graph)).toContain('deadEnd')
  })
})
