/**
 * Tiled's `.world` files: maps, listed by name or by a pattern of names, and the place of each in pixels.
 */
import { type Fields, failMap, listOf, pathFrom, textOf, wholeOf } from '../world/fields.ts'

interface WorldEntry {
  readonly path: string
  readonly xPixels: number
  readonly yPixels: number
}

const PATTERN_MAX_LETTERS = 200

export function isTiledWorld(file: Fields): boolean {
  return (
    file.type === 'world' || ((Array.isArray(file.maps) || Array.isArray(file.patterns)) && file.layers === undefined)
  )
}

export function entriesOf(file: Fields, path: string, names: readonly string[]): WorldEntry[] {
  const entries = listOf(file, 'maps', path).map(
    (map): WorldEntry => ({
      path: pathFrom(path, textOf(map, 'fileName', path)),
      xPixels: wholeOf(map, 'x', path, 0),
      yPixels: wholeOf(map, 'y', path, 0),
    }),
  )
  for (const pattern of listOf(file, 'patterns', path)) entries.push(...matching(pattern, path, names))
  return entries
}

/** The first two groups of a pattern give the place of a map, in steps of the multipliers. */
function matching(pattern: Fields, path: string, names: readonly string[]): WorldEntry[] {
  const source = textOf(pattern, 'regexp', path)
  // A pattern from outside could run for ever. Names and digits are all that Tiled's own patterns use.
  if (
    source.length > PATTERN_MAX_LETTERS ||
    !/^\^?(?:[\w\- ]|\\\.|\(\\d[+*]?\)|\((?:-\??|\[-\+\]\?)?\\d[+*]?\)|\(-\?\\d\+\))*\$?$/.test(source)
  ) {
    failMap(
      path,
      `its pattern "${source}" is of another form than "name_(\\d+)_(\\d+)\\.tmx": list the maps under "maps".`,
    )
  }
  if (names.length === 0)
    failMap(path, 'it names its maps by a pattern: give the option list, with the names of all files.')
  const expression = new RegExp(source)
  const step = (name: string) => wholeOf(pattern, name, path, 0)
  return names.flatMap((name): WorldEntry[] => {
    const match = expression.exec(name.slice(name.lastIndexOf('/') + 1))
    if (match === null) return []
    return [
      {
        path: name,
        xPixels: Number(match[1] ?? 0) * step('multiplierX') + step('offsetX'),
        yPixels: Number(match[2] ?? 0) * step('multiplierY') + step('offsetY'),
      },
    ]
  })
}
