/**
 * `npm run pictures`: draws the pictures of the guide. Small maps are baked and asked here, so a picture shows a real answer.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Atlas, bake, type Grid, generate, groundFromTiles, openAtlas, type Point, readMap } from '../../index.ts'
import { DX, DY } from '../../map/movement.ts'
import { makeCurve, WaypointShaper } from '../../shape.ts'
import { bakeWorld, openWorld } from '../../world.ts'

const FOLDER = fileURLToPath(new URL('../../../.github/pictures/', import.meta.url))
const INK = '#1f2937'
const WALL = '#374151'
const PATH = '#dc2626'
const ISLANDS = ['#dbeafe', '#dcfce7', '#fef3c7', '#fae8ff']
const BLOCK_CELLS = 32

const gridOf = (rows: readonly string[]): Grid => readMap(new TextEncoder().encode(`${rows.join('\n')}\n`))

/** A picture of a map, drawn cell by cell. */
class Sheet {
  private readonly parts: string[] = []
  readonly side: number
  private readonly width: number
  private readonly height: number

  constructor(width: number, height: number, side: number) {
    this.width = width
    this.height = height
    this.side = side
  }

  box(x: number, y: number, width: number, height: number, style: string): void {
    const { side } = this
    this.add(`<rect x="${x * side}" y="${y * side}" width="${width * side}" height="${height * side}" ${style}/>`)
  }

  /** A line through the middles of cells, x, y pairs. */
  line(cells: ArrayLike<number>, style: string): void {
    const middles = Array.from(cells, value => ((value + 0.5) * this.side).toFixed(1))
    const pairs = Array.from({ length: middles.length / 2 }, (_, i) => `${middles[2 * i]},${middles[2 * i + 1]}`)
    this.add(`<polyline points="${pairs.join(' ')}" fill="none" stroke-linejoin="round" ${style}/>`)
  }

  dot({ x, y }: Point, radius: number, fill: string): void {
    const [left, top] = [(x + 0.5) * this.side, (y + 0.5) * this.side]
    this.add(`<circle cx="${left}" cy="${top}" r="${(radius * this.side).toFixed(1)}" fill="${fill}" stroke="#fff"/>`)
  }

  /** The borders of blocks of a side. */
  blocks(blockSide: number): void {
    const [right, bottom] = [this.width * this.side, this.height * this.side]
    const lines: string[] = []
    for (let x = blockSide * this.side; x < right; x += blockSide * this.side) lines.push(`M${x} 0V${bottom}`)
    for (let y = blockSide * this.side; y < bottom; y += blockSide * this.side) lines.push(`M0 ${y}H${right}`)
    this.add(`<path d="${lines.join('')}" stroke="#2563eb" stroke-dasharray="4 3"/>`)
  }

  add(part: string): void {
    this.parts.push(part)
  }

  async write(name: string, title: string): Promise<void> {
    const [width, height] = [this.width * this.side, this.height * this.side]
    const box = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
    const paper = `<rect width="${width}" height="${height}" fill="#fff"/>`
    const parts = [`<title>${title}</title>`, paper, ...this.parts].join('\n')
    const text = `<svg xmlns="http://www.w3.org/2000/svg" role="img" ${box}>\n${parts}\n</svg>\n`
    await writeFile(`${FOLDER}${name}.svg`, text)
  }
}

/** The ground of a map, in runs of cells of one colour. */
function drawGround(sheet: Sheet, atlas: Atlas, colourOf: (x: number, y: number) => string, left = 0): void {
  const runsOfColour = new Map<string, string[]>()
  for (let y = 0; y < atlas.height; y++) {
    for (let x = 0, end = 0; x < atlas.width; x = end) {
      const colour = colourOf(x, y)
      end = x + 1
      while (end < atlas.width && colourOf(end, y) === colour) end++
      const runs = runsOfColour.get(colour) ?? []
      runsOfColour.set(colour, runs)
      runs.push(`M${left + x} ${y}h${end - x}v1h${x - end}z`)
    }
  }
  for (const [colour, runs] of runsOfColour) {
    sheet.add(`<path transform="scale(${sheet.side})" d="${runs.join('')}" fill="${colour}"/>`)
  }
}

const islandColour = (atlas: Atlas) => (x: number, y: number) =>
  atlas.costAt(x, y) === 0 ? WALL : ISLANDS[atlas.islandOf(x, y) % ISLANDS.length]

async function drawIslands(): Promise<void> {
  const rows = [
    '..........#.............',
    '..####....#....#####....',
    '..#..#....#....#...#....',
    '..#..#....##...#...#....',
    '..####.....#...#####....',
    '......###..#............',
    '........#..#######......',
    '..##....#........######.',
    '...#....##.............#',
    '.......................#',
  ]
  const atlas = openAtlas(await bake(gridOf(rows)))
  const sheet = new Sheet(24, rows.length, 20)
  drawGround(sheet, atlas, islandColour(atlas))
  const path = atlas.finder().find(0, 0, 12, 8).cells()
  sheet.line(path, `stroke="${PATH}" stroke-width="4"`)
  for (const at of [0, path.length - 2]) sheet.dot({ x: path[at], y: path[at + 1] }, 0.35, PATH)
  sheet.line([7, 1, 13, 1], `stroke="${INK}" stroke-width="3" stroke-dasharray="6 5"`)
  for (const end of [7, 13]) sheet.dot({ x: end, y: 1 }, 0.35, INK)
  sheet.line([9.6, 0.6, 10.4, 1.4], `stroke="${PATH}" stroke-width="4"`)
  sheet.line([9.6, 1.4, 10.4, 0.6], `stroke="${PATH}" stroke-width="4"`)
  await sheet.write('islands', 'Islands of a small map')
}

async function drawRoute(): Promise<void> {
  const grid = generate('caves', { width: 160, height: 96, seed: 11 })
  const atlas = openAtlas(await bake(grid))
  const [start, goal] = [atlas.nearest(6, 6), atlas.nearest(150, 88)]
  const route = atlas.finder({ level: 0 }).find(start, goal)
  const sheet = new Sheet(160, 96, 4)
  drawGround(sheet, atlas, (x, y) => (atlas.costAt(x, y) === 0 ? WALL : '#f3f4f6'))
  sheet.blocks(BLOCK_CELLS)
  sheet.line(route.cells(), `stroke="${PATH}" stroke-width="3"`)
  const entries = route.entries()
  for (let i = 0; i < entries.length; i += 2) sheet.dot({ x: entries[i], y: entries[i + 1] }, 1.5, '#2563eb')
  for (const end of [start, goal]) sheet.dot(end, 1.7, INK)
  await sheet.write('route', 'A route and its path')
}

async function drawField(): Promise<void> {
  const rows = ['................', '...####.........', '......#....##...', '......#.....#...', '..#####.....#...']
  rows.push('............#...', '....#########...', '................')
  const atlas = openAtlas(await bake(gridOf(rows)))
  const goal = { x: 3, y: 3 }
  const field = atlas.finder().field(goal)
  const side = 30
  const sheet = new Sheet(16, rows.length, side)
  const shadeAt = (x: number, y: number) => `hsl(210 80% ${Math.max(50, 96 - 1.6 * field.costAt(x, y)).toFixed(0)}%)`
  drawGround(sheet, atlas, (x, y) => (atlas.costAt(x, y) === 0 ? WALL : shadeAt(x, y)))
  sheet.add(
    `<defs><marker id="tip" viewBox="0 0 6 6" refX="3" refY="3" markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L6 3L0 6z" fill="${INK}"/></marker></defs>`,
  )
  for (let y = 0; y < atlas.height; y++) {
    for (let x = 0; x < atlas.width; x++) {
      const direction = field.directionAt(x, y)
      if (direction === 8 || atlas.costAt(x, y) === 0) continue
      const [across, down] = [0.3 * DX[direction], 0.3 * DY[direction]]
      const step = [x - across, y - down, x + across, y + down]
      sheet.line(step, `stroke="${INK}" stroke-width="1.5" marker-end="url(#tip)"`)
    }
  }
  sheet.dot(goal, 0.3, PATH)
  await sheet.write('field', 'A field: the next step from each cell')
}

async function drawCurve(): Promise<void> {
  const rows = ['................', '......#.........', '......#.........', '......#....#....', '......#....#....']
  rows.push('......#....#....', '...........#....', '...........#....', '................')
  const atlas = openAtlas(await bake(gridOf(rows)))
  const cells = atlas.finder().find(1, 2, 14, 6).cells()
  const waypoints = new WaypointShaper(atlas.terrain).shape(cells, { clearanceCells: 0.5 })
  const sheet = new Sheet(16, rows.length, 30)
  drawGround(sheet, atlas, (x, y) => (atlas.costAt(x, y) === 0 ? WALL : '#f3f4f6'))
  sheet.line(cells, `stroke="#2563eb" stroke-width="1.5"`)
  sheet.line(makeCurve(atlas.terrain, waypoints), `stroke="${PATH}" stroke-width="4"`)
  for (let i = 0; i < waypoints.length; i += 2) sheet.dot({ x: waypoints[i], y: waypoints[i + 1] }, 0.22, INK)
  await sheet.write('curve', 'Waypoints of a path, and a curve through them')
}

/** A cell, its block, and the blocks above: what a commit looks at. */
async function drawLive(): Promise<void> {
  const atlas = openAtlas(await bake(generate('rooms', { width: 128, height: 128, seed: 4 })))
  const sheet = new Sheet(128, 128, 4)
  drawGround(sheet, atlas, (x, y) => (atlas.costAt(x, y) === 0 ? WALL : '#f9fafb'))
  const edited = { x: 42, y: 75 }
  for (const side of [128, 64, 32]) {
    const [left, top] = [edited.x - (edited.x % side), edited.y - (edited.y % side)]
    sheet.box(left, top, side, side, `fill="#f59e0b" opacity=".22"`)
  }
  sheet.blocks(BLOCK_CELLS)
  sheet.dot(edited, 1.5, PATH)
  await sheet.write('live', 'An edited cell and its blocks')
}

async function drawTravellers(): Promise<void> {
  const rows = ['gggggggwggggggg', 'gggggggwggggggg', 'ggggggggggggggg', 'gggggggwggggggg', 'gggggggwggggggg']
  rows.push('ggggggggggggggg', 'ggggggggggggggg', 'gggggggwggggggg')
  const grounds = groundFromTiles([...rows.join('')], 15, { g: 'grass', w: 'wall' })
  const tank = { costs: { grass: 1 }, size: 2 }
  const atlas = openAtlas(await bake(grounds, { travellers: { scout: { costs: { grass: 1 } }, tank } }))
  const sheet = new Sheet(15, rows.length, 30)
  const wide = atlas.as('tank')
  const colourAt = (x: number, y: number) =>
    atlas.costAt(x, y) === 0 ? WALL : wide.costAt(x, y) === 0 ? '#f9fafb' : '#bfdbfe'
  drawGround(sheet, atlas, colourAt)
  const path = wide.finder().find(2, 1, 12, 1).cells()
  sheet.line(
    Array.from(path, value => value + 0.5),
    `stroke="${PATH}" stroke-width="3"`,
  )
  sheet.box(2, 1, 2, 2, `fill="${PATH}" opacity=".8" rx="6"`)
  await sheet.write('travellers', 'Where a unit of 2 x 2 cells can stand')
}

async function drawWorld(): Promise<void> {
  const [left, right] = [
    ['............', '...#####....', '...#...#....', '...#........', '...#####....', '............'],
    ['..........', '.####.###.', '.#......#.', '.#......#.', '.########.', '..........'],
  ]
  const portals = [
    { id: 'door', from: { map: 'village', x: 5, y: 3 }, to: { map: 'cellar', x: 3, y: 3 } },
    { id: 'well', from: { map: 'village', x: 0, y: 5 }, to: { map: 'cellar', x: 0, y: 5 }, cost: 90 },
  ]
  const world = openWorld(await bakeWorld({ maps: { village: gridOf(left), cellar: gridOf(right) }, portals }))
  const gap = 14
  const sheet = new Sheet(gap + 10, left.length, 24)
  const leftOf: Record<string, number> = { village: 0, cellar: gap }
  for (const name of world.maps) {
    const atlas = world.map(name)
    drawGround(
      sheet,
      atlas,
      (x, y) => (atlas.costAt(x, y) === 0 ? WALL : ISLANDS[leftOf[name] === 0 ? 0 : 2]),
      leftOf[name],
    )
  }
  const trip = world.finder().find({ map: 'village', x: 1, y: 1 }, { map: 'cellar', x: 9, y: 0 })
  for (const { map, route } of trip.legs) {
    const cells = Array.from(route.cells(), (value, i) => (i % 2 === 0 ? value + leftOf[map] : value))
    sheet.line(cells, `stroke="${PATH}" stroke-width="3"`)
  }
  const middle = (value: number) => (value + 0.5) * 24
  for (const { from, to } of world.portals) {
    const [x0, y0, x1, y1] = [from.x, from.y, to.x + gap, to.y].map(middle)
    const arc = `M${x0} ${y0}Q${(x0 + x1) / 2} ${Math.max(0, y0 - 90)} ${x1} ${y1}`
    sheet.add(`<path d="${arc}" fill="none" stroke="#2563eb" stroke-width="2" stroke-dasharray="5 4"/>`)
    for (const end of [from, { x: to.x + gap, y: to.y }]) sheet.dot(end, 0.3, '#2563eb')
  }
  await sheet.write('world-trip', 'A trip across two maps')
}

await mkdir(FOLDER, { recursive: true })
for (const draw of [drawIslands, drawRoute, drawCurve, drawField, drawLive, drawTravellers, drawWorld]) await draw()
