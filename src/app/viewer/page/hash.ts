/**
 * What addresses are made of: names with values, and a place to look from.
 */
/** The place in the middle of the page, and pixels of the page to the side of a cell. */
export interface Look {
  readonly x: number
  readonly y: number
  readonly cellPixels: number
}

export function readLook(text: string): Look | null {
  const numbers = text.split(',').map(Number)
  const [x, y, cellPixels] = numbers
  if (numbers.length !== 3 || !numbers.every(Number.isFinite) || !(cellPixels > 0)) return null
  return { x, y, cellPixels }
}

type Said = readonly [name: string, value: string]

/** Commas may stand in a hash as they are, and are read there more easily. */
export function addressOf(said: readonly Said[], look: Look | null): string {
  const at: Said[] = look === null ? [] : [['at', [tenth(look.x), tenth(look.y), five(look.cellPixels)].join()]]
  const text = new URLSearchParams([...said, ...at].map(([name, value]): [string, string] => [name, value]))
  return `#${text.toString().replaceAll('%2C', ',')}`
}

/** What an address says that is not known, as it says it. */
export function strangeParts(text: string, isKnown: Readonly<Record<string, (value: string) => boolean>>): string[] {
  return [...new URLSearchParams(text.replace(/^#/, ''))]
    .filter(([name, value]) => !(Object.hasOwn(isKnown, name) && isKnown[name](value)))
    .map(([name, value]) => `${name}=${value}`.slice(0, 40))
}

const tenth = (value: number) => Math.round(value * 10) / 10
const five = (value: number) => Number(value.toPrecision(5))
