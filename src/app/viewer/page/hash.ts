/**
 * What addresses are made of: names with values, and a place to look from.
 */
/** The place in the middle of the page, and pixels of the page to the side of a cell. */
export interface Look {
  readonly x: number
  readonly y: number
  readonly cellPixels: number
}

/** Reads the value of each name; undefined is a value that means nothing. */
export type Readers<Said> = { readonly [Name in keyof Said]: (value: string) => Said[Name] | undefined }

/** Reads any text: `said` are the values by name, `strange` the parts that mean nothing, as they were written. */
export function readAddress<Said>(text: string, readers: Readers<Said>): { said: Partial<Said>; strange: string[] } {
  const said: Partial<Said> = {}
  const strange: string[] = []
  for (const [name, value] of new URLSearchParams(text.replace(/^#/, ''))) {
    const read = Object.hasOwn(readers, name) ? readers[name as keyof Said](value) : undefined
    if (read === undefined) strange.push(`${name}=${value}`.slice(0, 40))
    else said[name as keyof Said] = read
  }
  return { said, strange }
}

/** What is null is not said. Commas may stand in a hash as they are, and are read there more easily. */
export function addressOf(said: Readonly<Record<string, readonly string[] | string | null>>): string {
  const pairs = Object.entries(said).flatMap(([name, values]) => [values ?? []].flat().map(value => [name, value]))
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
