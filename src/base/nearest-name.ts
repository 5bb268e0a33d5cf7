/**
 * Finds the name that a person meant, within two slips of the keyboard, one in short names (letters added, lost, changed or
 * swapped).
 */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  // Two slips make too many words of short ones, such as `kind` of `id`.
  const slipsMax = text.length <= 4 ? 1 : 2
  let nearest: string | undefined
  let fewest = slipsMax + 1
  for (const name of names) {
    const slips = slipsBetween(text, name)
    if (slips < fewest) {
      fewest = slips
      nearest = name
    }
  }
  return nearest
}

/** Ends a refusal of a name: the one that was meant, or else all that there are. */
export function hintOf(text: string, names: readonly string[], otherwise = `There are ${names.join(', ')}.`): string {
  const near = nearestName(text, names)
  return near === undefined ? otherwise : `Did you mean ${near}?`
}

/** The Damerau-Levenshtein distance (restricted): three rows of the usual table are enough. */
function slipsBetween(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + change)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwap) row[j] = Math.min(row[j], beforeLast[j - 2] + 1)
    }
    beforeLast = last
    last = row
  }
  return last[b.length]
}
