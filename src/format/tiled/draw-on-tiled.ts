/**
 * Draws results into a Tiled map as layers of objects, for designers to see in their own editor. A path is a line;
 * islands are rectangles, of a colour each. The file keeps its format, JSON or XML, and all its content.
 */
import { nameOf, refuse } from '../../base/given.ts'
import type { Area } from '../../map/place.ts'
import { syntaxOf } from '../syntax.ts'
import { failMap, Item } from '../world/fields.ts'
import { cellSizeOf, parseTiled } from './read-tiled.ts'
import { boxOf, layersOf, piecesOf } from './tiled-layers.ts'

const COLOURS = ['#e69f00', '#56b4e9', '#009e73', '#f0e442', '#0072b2', '#d55e00', '#cc79a7']

/** Only this many islands are drawn, the largest: a layer for each speck would bury the map. */
const ISLANDS_MAX = 64

interface NewObject extends Area {
  /** Points beside x, y; null for a rectangle. */
  readonly polyline: readonly { x: number; y: number }[] | null
}

interface NewLayer {
  readonly name: string
  readonly colour: string
  readonly objects: readonly NewObject[]
}

/** The Tiled map with a line along the cells of a path, flat x, y pairs as `route.cells()` gives them. */
export function drawPathOnTiled(map: Uint8Array, cells: ArrayLike<number>, name = 'path'): Uint8Array {
  const { cellWidth, cellHeight, firstX, firstY } = placeOf(map)
  if (cells.length < 2 || cells.length % 2 !== 0) refuse('The cells of the path are x, y pairs, and at least one.')
  const pixelX = (i: number) => (cells[i] + firstX + 0.5) * cellWidth
  const pixelY = (i: number) => (cells[i + 1] + firstY + 0.5) * cellHeight
  const polyline: { x: number; y: number }[] = []
  for (let i = 0; i < cells.length; i += 2) {
    if (!isStraightOn(cells, i)) polyline.push({ x: pixelX(i) - pixelX(0), y: pixelY(i) - pixelY(0) })
  }
  const line: NewObject = { x: pixelX(0), y: pixelY(0), width: 0, height: 0, polyline }
  return withLayers(map, [{ name, colour: '#d55e00', objects: [line] }])
}

/** The Tiled map with a layer for each of its largest islands; `islandOf` tells the island of a cell, -1 for walls. */
export function drawIslandsOnTiled(map: Uint8Array, islandOf: (x: number, y: number) => number): Uint8Array {
  const { cellWidth, cellHeight, firstX, firstY, width, height } = placeOf(map)
  const islands = rectanglesOf(width, height, islandOf)
  const largest = [...islands].sort((a, b) => b.cellCount - a.cellCount).slice(0, ISLANDS_MAX)
  const layers = largest.map(({ island, rectangles }, i): NewLayer => {
    const objects = rectangles.map(
      (one): NewObject => ({
        x: (one.x + firstX) * cellWidth,
        y: (one.y + firstY) * cellHeight,
        width: one.width * cellWidth,
        height: one.height * cellHeight,
        polyline: null,
      }),
    )
    return { name: `island ${island}`, colour: COLOURS[i % COLOURS.length], objects }
  })
  return withLayers(map, layers)
}

function placeOf(bytes: Uint8Array) {
  if (!(bytes instanceof Uint8Array)) refuse(`The Tiled map is ${nameOf(bytes)}: the bytes of its file were expected.`)
  const map = parseTiled(bytes, 'the map')
  const pieces = layersOf(map)
    .filter(({ kind }) => kind === 'tilelayer')
    .flatMap(piecesOf)
  const box = boxOf(map, pieces)
  return { ...cellSizeOf(map), firstX: box.x, firstY: box.y, width: box.width, height: box.height }
}

/** Whether the path keeps its direction at cell i. */
function isStraightOn(cells: ArrayLike<number>, i: number): boolean {
  if (i === 0 || i + 2 === cells.length) return false
  const isSame = (axis: number) => cells[i + axis] - cells[i - 2 + axis] === cells[i + 2 + axis] - cells[i + axis]
  return isSame(0) && isSame(1)
}

function withLayers(bytes: Uint8Array, layers: readonly NewLayer[]): Uint8Array {
  const text = new TextDecoder().decode(bytes)
  return new TextEncoder().encode(syntaxOf(bytes) === 'xml' ? intoXml(text, layers) : intoJson(text, layers))
}

function intoJson(text: string, layers: readonly NewLayer[]): string {
  const map = new Item(JSON.parse(text), 'the map')
  let layerId = map.whole('nextlayerid', 1)
  let objectId = map.whole('nextobjectid', 1)
  const drawnLayers = layers.map(({ name, colour, objects }) => {
    const drawn = objects.map(({ x, y, width, height, polyline }) => ({
      ...{ id: objectId++, name: '', type: '', rotation: 0, visible: true, x, y, width, height },
      ...(polyline === null ? {} : { polyline }),
    }))
    const layer = { id: layerId++, name, type: 'objectgroup', color: colour, draworder: 'topdown', opacity: 1 }
    return { ...layer, visible: true, x: 0, y: 0, objects: drawn }
  })
  const allLayers = [...map.list('layers').map(({ fields }) => fields), ...drawnLayers]
  return JSON.stringify({ ...map.fields, layers: allLayers, nextlayerid: layerId, nextobjectid: objectId }, null, 1)
}

function intoXml(text: string, layers: readonly NewLayer[]): string {
  const end = text.lastIndexOf('</map>')
  const head = /<map\b[^>]*>/.exec(text)
  if (end < 0 || head === null) failMap('the map', 'its <map> does not end.')
  const nextOf = (name: string) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head[0])?.[1] ?? 1)
  let layerId = nextOf('nextlayerid')
  let objectId = nextOf('nextobjectid')
  const drawn = layers.map(({ name, colour, objects }) => {
    const lines = objects.map(one => `  <object id="${objectId++}" ${placeText(one)}\n`)
    return ` <objectgroup id="${layerId++}" name="${escaped(name)}" color="${colour}">\n${lines.join('')} </objectgroup>\n`
  })
  const newHead = head[0]
    .replace(/\bnextlayerid="\d+"/, `nextlayerid="${layerId}"`)
    .replace(/\bnextobjectid="\d+"/, `nextobjectid="${objectId}"`)
  const body = text.slice(head.index + head[0].length, end)
  return text.slice(0, head.index) + newHead + body + drawn.join('') + text.slice(end)
}

function placeText({ x, y, width, height, polyline }: NewObject): string {
  if (polyline === null) return `x="${x}" y="${y}" width="${width}" height="${height}"/>`
  const points = polyline.map(point => `${point.x},${point.y}`).join(' ')
  return `x="${x}" y="${y}"><polyline points="${points}"/></object>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

interface IslandShape {
  readonly island: number
  readonly rectangles: (Area & { height: number })[]
  cellCount: number
}

/** The shape of every island; cells with island -1 belong to none. Equal runs of cells in rows that follow are one rectangle. */
function rectanglesOf(width: number, height: number, islandOf: (x: number, y: number) => number): IslandShape[] {
  const shapes = new Map<number, IslandShape>()
  let above = new Map<string, IslandShape['rectangles'][number]>()
  for (let y = 0; y < height; y++) {
    const here: typeof above = new Map()
    for (let x = 0, end = 1; x < width; x = end++) {
      const island = islandOf(x, y)
      while (end < width && islandOf(end, y) === island) end++
      if (island < 0) continue
      const shape = shapes.get(island) ?? { island, rectangles: [], cellCount: 0 }
      shapes.set(island, shape)
      shape.cellCount += end - x
      const run = `${island} ${x} ${end}`
      const rectangle = above.get(run) ?? { x, y, width: end - x, height: 0 }
      if (rectangle.height++ === 0) shape.rectangles.push(rectangle)
      here.set(run, rectangle)
    }
    above = here
  }
  return [...shapes.values()]
}
