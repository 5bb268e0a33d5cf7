/**
 * Reads and writes addresses: names with values, and the place of the view.
 */
/** The place in the middle of the page, and pixels of the page to the side of a cell. */
export interface Look {
  readonly x: number
  readonly y: number
  readonly cellPixels: number
}

/** A reader for the value of each name; it returns undefined for a value that means nothing. */
export type Readers<Values> = { readonly [Name in keyof Values]: (value: string) => Values[Name] | undefined }

/** Reads any text: `values` by name, and the `strange` parts that mean nothing, as they were written. */
export function readAddress<Values>(
  text: string,
  readers: Readers<Values>,
): { values: Partial<Values>; strange: string[] } {
  const values: Partial<Values> = {}
  const strange: string[] = []
  for (const [name, value] of new URLSearchParams(text.replace(/^#/, ''))) {
    const read = Object.hasOwn(readers, name) ? readers[name as keyof Values](value) : undefined
    if (read === undefined) strange.push(`${name}=${value}`.slice(0, 40))
    else values[name as keyof Values] = read
  }
  return { values, strange }
}

/** Leaves out values that are null. Commas stay as they are: a hash may hold them, and is easier to read. */
export function addressOf(values: Readonly<Record<string, readonly string[] | string | null>>): string {
  const pairs = Object.entries(values).flatMap(([name, given]) => [given ?? []].flat().map(value => [name, value]))
  return `#${new URLSearchParams(pairs).toString().replaceAll('%2C', ',')}`
}

export function readLook(text: string): Look | undefined {
  const numbers = text.split(',').map(Number)
  const [x, y, cellPixels] = numbers
  const isLook = numbers.length === 3 && numbers.every(Number.isFinite) && cellPixels > 0
  return isLook ? { x, y, cellPixels } : undefined
}

export function lookText({ x, y, cellPixels }: Look): string {
  const tenth = (value: number) => Math.round(value * 10) / 10
  return [tenth(x), tenth(y), Number(cellPixels.toPrecision(5))].join()
}
