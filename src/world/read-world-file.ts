/**
 * The bytes of a world -> its parts. Every count is checked against the file's size before anything is read by it, every number to
 * its range, and each atlas inside is checked as one from a file of its own.
 */
import { isIntact } from '../atlas/checksum.ts'
import { openColumns } from '../atlas/open-columns.ts'
import { IsthmusError } from '../base/errors.ts'
import { Atlas } from '../find/atlas.ts'
import { exact } from '../find/extra-exact.ts'
import { many } from '../find/extra-many.ts'
import { APPROACH_SHIFT_MAX, approachLength } from './approach.ts'
import { StopIsland } from './island.ts'
import { WorldPart } from './part.ts'
import { planWorld, type WorldPlan, type WorldText } from './plan.ts'
import { HEADER_BYTES, placeSections, WORLD_FORMAT_VERSION, WORLD_MAGIC, WORLD_WORDS } from './world-layout.ts'

const BAKE_AGAIN = 'Bake the world again.'

export interface OpenedWorld {
  readonly plan: WorldPlan
  readonly parts: readonly WorldPart[]
  /** The bytes of the maps' atlases. */
  readonly files: readonly Uint8Array[]
}

export function readWorldFile(bytes: Uint8Array): OpenedWorld {
  checkKind(bytes)
  // Views of 8-byte numbers need an aligned start; only bytes that lie at an odd place of their buffer are copied.
  const file = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice()
  const words = new Int32Array(file.buffer, file.byteOffset, Math.floor(file.length / 4))
  const [mapCount, textBytes, costCount] = [
    words[WORLD_WORDS.maps],
    words[WORLD_WORDS.textBytes],
    words[WORLD_WORDS.costs],
  ]
  const approachWords = words[WORLD_WORDS.approaches]
  const isPossible = mapCount > 0 && textBytes >= 0 && costCount >= 0 && approachWords >= 0
  if (!isPossible || HEADER_BYTES + 4 * mapCount > file.length)
    throw damaged(`its header makes no sense. ${BAKE_AGAIN}`)
  const sizes = new Uint32Array(file.buffer, file.byteOffset + HEADER_BYTES, mapCount)
  const at = placeSections(textBytes, costCount, approachWords, sizes)
  if (at.end !== file.length) {
    throw damaged(`its header asks for ${at.end} bytes, but it has ${file.length}. Copy or bake it again.`)
  }
  if (!isIntact(words, WORLD_WORDS.checksum)) {
    throw damaged('its checksum does not fit its content. Some bytes changed: copy or bake it again.')
  }
  const plan = planWorld(textOf(file.subarray(at.text, at.text + textBytes)), damaged)
  if (plan.maps.length !== mapCount) throw damaged(`it names ${plan.maps.length} maps and holds ${mapCount}.`)
  const files = at.atlases.map((start, map) => file.subarray(start, start + sizes[map]))
  const parts = plan.maps.map((name, map) => {
    const atlas = openPart(name, files[map])
    return new WorldPart(name, atlas, plan.stops, plan.stopsOfMap[map])
  })
  readCosts(parts, new Float64Array(file.buffer, file.byteOffset + at.costs, costCount))
  readApproaches(parts, new Uint16Array(file.buffer, file.byteOffset + at.approaches, approachWords))
  return { plan, parts, files }
}

function damaged(what: string): IsthmusError {
  return new IsthmusError('WORLD_DAMAGED', `The world is damaged: ${what}`)
}

function checkKind(bytes: Uint8Array): void {
  if (!(bytes instanceof Uint8Array)) {
    throw new IsthmusError('BAD_ARGUMENT', 'A world is opened from a Uint8Array, as bakeWorld gives.')
  }
  const known = Math.min(bytes.length, WORLD_MAGIC.length)
  if (known === 0 || WORLD_MAGIC.some((byte, i) => i < known && bytes[i] !== byte)) {
    throw new IsthmusError('NOT_A_WORLD', 'This is no world: it does not start with "ISTWRLD". Bake one to make it.')
  }
  if (bytes.length < HEADER_BYTES) throw damaged(`it ends after ${bytes.length} bytes. ${BAKE_AGAIN}`)
  const version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(WORLD_WORDS.version * 4, true)
  if (version === WORLD_FORMAT_VERSION) return
  throw new IsthmusError(
    'WORLD_VERSION',
    `World format ${version}; this reader knows ${WORLD_FORMAT_VERSION}. ${BAKE_AGAIN}`,
  )
}

function textOf(bytes: Uint8Array): WorldText {
  try {
    // A copy: browsers decode no memory that threads share.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.slice())) as WorldText
  } catch {
    throw damaged(`its text cannot be read. ${BAKE_AGAIN}`)
  }
}

function openPart(name: string, bytes: Uint8Array): Atlas {
  try {
    return new Atlas(openColumns(bytes), bytes.length, { ...exact, ...many })
  } catch (error) {
    if (!(error instanceof IsthmusError)) throw error
    // A file that begins otherwise is no atlas; a part of a world that does is damage.
    const code = error.code === 'NOT_AN_ATLAS' ? 'WORLD_DAMAGED' : error.code
    throw new IsthmusError(code, `Map ${JSON.stringify(name)}: ${error.message}`)
  }
}

function readCosts(parts: readonly WorldPart[], costs: Float64Array): void {
  const islands = parts.flatMap(part => part.islands)
  const count = islands.reduce((sum, { stops }) => sum + StopIsland.pairCount(stops.length), 0)
  if (count !== costs.length)
    throw damaged(`it holds ${costs.length} costs where there must be ${count}. ${BAKE_AGAIN}`)
  for (let i = 0; i < count; i++) {
    if (!(costs[i] >= 0 && costs[i] < Infinity)) throw damaged(`one of its costs reads ${costs[i]}. ${BAKE_AGAIN}`)
  }
  let at = 0
  for (const island of islands) at = island.read(costs, at)
}

function readApproaches(parts: readonly WorldPart[], words: Uint16Array): void {
  let at = 0
  for (const { atlas, islands } of parts) {
    const length = approachLength(atlas.columns)
    for (const island of islands) {
      for (let stop = 0; stop < island.stops.length; stop++) {
        const approach = words.subarray(at, at + length)
        if (approach.length < length || approach[0] > APPROACH_SHIFT_MAX)
          throw damaged(`its approaches make no sense. ${BAKE_AGAIN}`)
        island.approaches[stop] = approach
        at += length
      }
    }
  }
  if (at !== words.length) throw damaged(`it holds more approaches than portals. ${BAKE_AGAIN}`)
}
