/**
 * Whether bytes are JSON or XML, as in files of map editors. No other map begins like them, with or without a byte
 * order mark.
 */
const BRACE = 123
const LESS_THAN = 60
const SPACE = 32
const ASCII_END = 128

export function syntaxOf(bytes: Uint8Array): 'json' | 'xml' | null {
  const first = bytes.find(byte => byte > SPACE && byte < ASCII_END)
  return first === BRACE ? 'json' : first === LESS_THAN ? 'xml' : null
}
