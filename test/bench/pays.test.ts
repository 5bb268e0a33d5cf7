/** The bench of what each mechanism buys keeps up with the sources: each mechanism can be left out of them. */
import { describe, expect, it } from 'vitest'
import { cutFiles } from '../../bench/pays/bundle.ts'
import { MECHANISMS } from '../../bench/pays/mechanisms.ts'

describe('a mechanism', () => {
  it.each(MECHANISMS)('can be left out: $name', ({ cuts }) => {
    expect(cutFiles(cuts).size).toBe(new Set(cuts.map(([file]) => file)).size)
  })

  it('is refused by name where its file or its line is gone', () => {
    expect(() => cutFiles([['path/gone.ts', 'a', 'b']])).toThrow('There is no src/path/gone.ts any more')
    expect(() => cutFiles([['path/connect.ts', 'no such line', '']])).toThrow('src/path/connect.ts has no no such line')
  })
})
