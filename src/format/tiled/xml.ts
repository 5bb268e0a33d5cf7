/**
 * Turns TMX and TSX, Tiled's XML, into the objects of Tiled's JSON for the same map, so that one reader serves both.
 */
import { parseXml, type XmlElement, XmlText } from '@rgrove/parse-xml'
import { failMap } from '../world/fields.ts'
import { GROUPS_DEEP_MAX } from './tiled-layers.ts'

type Plain = Record<string, unknown>

const NUMBERS = new Set(
  'width height tilewidth tileheight firstgid id gid x y columns tilecount startx starty rotation'.split(' '),
)
/** Elements that are layers. JSON names their types alike, except that a `layer` is a `tilelayer`. */
const LAYERS = ['layer', 'objectgroup', 'imagelayer', 'group']

export function parseTiledXml(bytes: Uint8Array, where: string): Plain {
  let root: XmlElement | null
  try {
    root = parseXml(new TextDecoder().decode(bytes)).root
  } catch (error) {
    if (error instanceof RangeError) failMap(where, 'its elements are nested too deeply.')
    failMap(where, `it is no sound XML: ${(error as Error).message.split('\n')[0]}.`)
  }
  if (root === null || (root.name !== 'map' && root.name !== 'tileset')) {
    failMap(where, `its root is <${root?.name ?? ''}>: <map> or <tileset> was expected.`)
  }
  return root.name === 'map' ? mapOf(root, where) : tilesetOf(root, where)
}

function elementsOf(parent: XmlElement, ...names: string[]): XmlElement[] {
  const elements = parent.children.filter((child): child is XmlElement => child.type === 'element')
  return elements.filter(({ name }) => names.includes(name))
}

function attributesOf({ name, attributes }: XmlElement, where: string): Plain {
  const plain: Plain = {}
  for (const [key, value] of Object.entries(attributes)) {
    if (!NUMBERS.has(key)) plain[key] = value
    else if (value.trim() !== '' && Number.isFinite(Number(value))) plain[key] = Number(value)
    else failMap(where, `<${name}> has ${key}="${value}", no number.`)
  }
  return plain
}

function mapOf(element: XmlElement, where: string): Plain {
  const { infinite, ...plain } = plainOf(element, where)
  return {
    ...plain,
    type: 'map',
    infinite: infinite === '1',
    tilesets: elementsOf(element, 'tileset').map(tileset => tilesetOf(tileset, where)),
    layers: layersOf(element, where, 0),
  }
}

function layersOf(parent: XmlElement, where: string, depth: number): Plain[] {
  if (depth > GROUPS_DEEP_MAX) failMap(where, `its groups of layers are nested more than ${GROUPS_DEEP_MAX} deep.`)
  return elementsOf(parent, ...LAYERS).map(layer => {
    const plain: Plain = { ...plainOf(layer, where), type: layer.name === 'layer' ? 'tilelayer' : layer.name }
    if (layer.name === 'layer') Object.assign(plain, dataOf(layer, where))
    if (layer.name === 'group') plain.layers = layersOf(layer, where, depth + 1)
    if (layer.name === 'objectgroup') plain.objects = objectsOf(layer, where)
    return plain
  })
}

function dataOf(layer: XmlElement, where: string): Plain {
  const [data] = elementsOf(layer, 'data')
  if (data === undefined) failMap(where, `the layer "${layer.attributes.name ?? ''}" has no <data>.`)
  const { encoding, compression } = data.attributes
  const chunks = elementsOf(data, 'chunk')
  const content = (element: XmlElement) => contentOf(element, encoding, where)
  return {
    encoding,
    compression,
    ...(chunks.length === 0
      ? { data: content(data) }
      : { chunks: chunks.map(chunk => ({ ...attributesOf(chunk, where), data: content(chunk) })) }),
  }
}

/** The text itself or, without an encoding, the numbers of <tile> elements. */
function contentOf(element: XmlElement, encoding: string | undefined, where: string): unknown {
  if (encoding !== undefined) {
    return element.children.map(child => (child instanceof XmlText ? child.text : '')).join('')
  }
  return elementsOf(element, 'tile').map(tile => attributesOf(tile, where).gid ?? 0)
}

/** The attributes of an element and its properties. */
function plainOf(element: XmlElement, where: string): Plain {
  return { ...attributesOf(element, where), properties: propertiesOf(element, where) }
}

function tilesetOf(element: XmlElement, where: string): Plain {
  return { ...plainOf(element, where), tiles: elementsOf(element, 'tile').map(tile => plainOf(tile, where)) }
}

function objectsOf(layer: XmlElement, where: string): Plain[] {
  return elementsOf(layer, 'object').map(object => {
    const shapes = elementsOf(object, 'point', 'ellipse', 'polygon', 'polyline')
    return { ...plainOf(object, where), ...Object.fromEntries(shapes.map(({ name }) => [name, true])) }
  })
}

function propertiesOf(parent: XmlElement, where: string): Plain[] {
  const [block] = elementsOf(parent, 'properties')
  if (block === undefined) return []
  return elementsOf(block, 'property').map(property => {
    const { name = '', type = 'string', value = property.text } = property.attributes
    return { name, type, value: typedValue(value, type, where) }
  })
}

function typedValue(value: string, type: string, where: string): unknown {
  if (type === 'bool') return value === 'true'
  if (type !== 'int' && type !== 'float' && type !== 'object') return value
  if (value.trim() === '' || !Number.isFinite(Number(value)))
    failMap(where, `a property of type ${type} is "${value}".`)
  return Number(value)
}
