/**
 * Opens the bytes of an atlas. Every door has this `openAtlas`; doors differ in what their finders can do at once.
 */
import { openColumns } from '../atlas/open-columns.ts'
import { isParty } from '../atlas/party.ts'
import { nameOf, optionsOf, refuse } from '../base/given.ts'
import { Atlas, atlasOfParty } from './atlas.ts'
import { doorOfExtras, type Extras, extraOf } from './extras.ts'

export interface OpenOptions {
  /** What finders can do beyond finding paths: `{ ...exact, ...many }` of isthmus/exact and isthmus/many. */
  readonly extras?: Extras
}

export function openWith(bytes: Uint8Array, extrasOfDoor: Extras, options: OpenOptions | null | undefined): Atlas {
  const given = extrasIn(options)
  const extras = { ...extrasOfDoor, ...given }
  if (!isParty(bytes)) return new Atlas(openColumns(bytes), bytes.length, extras)
  return atlasOfParty(extraOf(extras, 'party', 'A file of travellers')(bytes), bytes.length, extras)
}

function extrasIn(options: OpenOptions | null | undefined): Extras {
  const door = doorOfExtras(options)
  if (door !== undefined) refuse(`Extras are an option: call openAtlas(bytes, { extras: ${door} }).`)
  if (options != null && 'prove' in options) refuse('prove is no option: call proveAtlas(atlas) of isthmus/exact.')
  const { extras = {} }: OpenOptions = optionsOf(options, { extras: true })
  if (typeof extras !== 'object' || extras === null) {
    refuse(`The extras are ${nameOf(extras)}: exact, many, travellers or graph were expected.`)
  }
  return extras
}
