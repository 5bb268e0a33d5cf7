/**
 * The English of the house: subject first, a verb that acts, one plain word for each thing. Patterns that made readers stop are
 * refused in comments, messages and pages.
 * @fast
 */
import { describe, expect, it } from 'vitest'
import { filesUnder, textOf } from '../support/sources.ts'

/** What is refused, and what to write. */
const LOST: readonly (readonly [RegExp, string])[] = [
  [/\bso many\b/i, 'the name of the count'],
  [/\bas many as\b/i, 'the name of the count'],
  [/\bwho(ever)? (asks|wants|waits|learns|distrusts|uses|hides|walks)\b/i, 'the caller, the reader'],
  [/\bfor (who|whoever)\b/i, 'for callers, for readers'],
  [/\b(is|are|was|were) (told|said) (to|of|that|by|so)\b/i, 'a subject that says it'],
  [/\b(is|are|was|were) held (to|against)\b/i, 'is checked, is compared with'],
  [/\blies? around\b/i, 'near'],
  [/\bin place of\b/i, 'instead of'],
  [/\bas before but\b|\bbut for\b/i, 'except'],
  [/\b(is|are) no more\b(?! than)/i, 'is removed, has ended'],
  [/\bby and by\b/i, 'eventually'],
  [/\btorn\b/i, 'fragmented, or cut off'],
  [/\bdear(er|est)?\b/i, 'expensive, costs more'],
  [/\baskew\b/i, 'diagonal'],
  [/\b(sooner|soonest)\b/i, 'earlier, faster'],
  [/\bquickening\b/i, 'warm-up'],
  [/\bis(Above|More)\b/, 'signed, unsigned'],
]

const PAGES = [
  'README.md',
  '.github/CHANGELOG.md',
  'src/GUIDE.md',
  'src/RECIPES.md',
  'src/GLOSSARY.md',
  'src/atlas/FORMAT.md',
]
const OWN = 'test/house/english.test.ts'

function lostIn(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, i) =>
      LOST.filter(([pattern]) => pattern.test(line)).map(([, better]) => `${i + 1}: ${line.trim()} -> ${better}`),
    )
}

describe('the words of comments, messages and pages', () => {
  const sources = ['src', 'test', 'bench'].flatMap(filesUnder).filter(file => file.endsWith('.ts') && file !== OWN)

  it('are plain in every room, test and bench', () => {
    expect(sources.flatMap(file => lostIn(textOf(file)).map(line => `${file}:${line}`))).toEqual([])
  })

  it('are plain on the pages', () => {
    const lost = PAGES.flatMap(page => lostIn(textOf(page)).map(line => `${page}:${line}`))
    expect(lost).toEqual([])
  })

  it('see an offender of each kind', () => {
    const offenders = ['so many cells', 'as many as rows', 'whoever asks', 'for whoever', 'it is told of a wall']
    offenders.push('is held to a bound', 'what lies around', 'in place of', 'all but for one', 'it is no more')
    offenders.push('by and by', 'torn ground', 'the dearest', 'askew', 'sooner', 'quickening', 'isAbove(a)')
    for (const text of offenders) expect(lostIn(text), text).toHaveLength(1)
    expect(lostIn('a party of so-called kings; the map soon ends; is no more than one')).toEqual([])
  })
})
