/** The hash of an address as a table of fields. */

/** How a value of a page is written into its address. */
export interface AddressField<V> {
  /** The value of a page whose address does not name it. */
  readonly initial: V
  /** Reads a text, given the value so far; undefined for a text that means nothing. */
  read(text: string, before: V): V | undefined
  /** One text, or one for each part of the value; null leaves it out. */
  write(value: V): string | readonly string[] | null
}

export type AddressFields<Values> = { readonly [Name in keyof Values]: AddressField<Values[Name]> }

/** Reads any text: a value for each name, and the `strange` parts that mean nothing, as they were written. */
export function readAddress<Values>(text: string, fields: AddressFields<Values>) {
  const names = Object.keys(fields) as (keyof Values & string)[]
  const values = Object.fromEntries(names.map(name => [name, fields[name].initial])) as Values
  const strange: string[] = []
  for (const [given, part] of new URLSearchParams(text.replace(/^#/, ''))) {
    const name = names.find(one => one === given)
    const value = name && fields[name].read(part, values[name])
    if (name === undefined || value === undefined) strange.push(`${given}=${part}`.slice(0, 40))
    else values[name] = value
  }
  return { values, strange }
}

/** Leaves out initial values. Commas stay as they are: a hash may hold them, and is easier to read. */
export function addressOf<Values>(values: Values, fields: AddressFields<Values>): string {
  const pairs = (Object.keys(fields) as (keyof Values & string)[]).flatMap(name => {
    const { initial, write } = fields[name]
    const parts = write(values[name])
    return parts === null || String(parts) === String(write(initial)) ? [] : [parts].flat().map(part => [name, part])
  })
  return `#${new URLSearchParams(pairs).toString().replaceAll('%2C', ',')}`
}
