/**
 * `npm run kernels`: compiles each src/kernel/source/NAME.ts to a module of WebAssembly, and writes its bytes as text to
 * src/kernel/bytes/NAME-bytes.ts. A test compiles anew and compares.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { BACKSLASH, BACKTICK, CODES, FIRST_CODE } from '../../kernel/kernel.ts'

const KERNELS = fileURLToPath(new URL('../../kernel/', import.meta.url))
/** Static data begins here: address 0 stays free, so that a kernel may read a little before what it works on. */
const MEMORY_BASE = 16
const MEMORY_IMPORT = /^import .* from '\.\.\/script-numbers\.ts'$/m

/** The part of the compiler that is used here. Its own declarations would change global types of the whole project. */
interface Compiler {
  readonly main: (
    options: readonly string[],
    files: {
      readonly readFile: (path: string) => string | null
      readonly writeFile: (path: string, content: Uint8Array) => void
      readonly listFiles: () => string[]
    },
  ) => Promise<{ readonly error: Error | null; readonly stderr: object }>
}

/** The text of each file in src/kernel/bytes, by its name. */
export async function compiledKernels(): Promise<Map<string, string>> {
  const asc: Compiler = await import('assemblyscript/asc' as string)
  const names = readdirSync(join(KERNELS, 'source')).filter(name => name.endsWith('.ts'))
  const texts = new Map<string, string>()
  for (const name of names.sort()) {
    texts.set(name.replace('.ts', '-bytes.ts'), fileOf(name, await compile(asc, name)))
  }
  return texts
}

async function compile(asc: Compiler, name: string): Promise<Uint8Array> {
  let bytes = new Uint8Array()
  const options = ['--enable', 'simd', '--runtime', 'stub', '--noAssert', '--importMemory', '--initialMemory', '0']
  const { error, stderr } = await asc.main(
    [`source/${name}`, ...options, '--memoryBase', `${MEMORY_BASE}`, '-O3', '--outFile', 'kernel.wasm'],
    {
      // Imports name files with their ends, as all of this project do; the compiler adds one more.
      // What script-numbers.ts gives for script is built into the compiler.
      readFile: path => readText(join(KERNELS, path.replace(/\.ts\.ts$/, '.ts')))?.replace(MEMORY_IMPORT, '') ?? null,
      writeFile: (_, content) => {
        bytes = Uint8Array.from(content)
      },
      listFiles: () => [],
    },
  )
  if (error !== null) throw new Error(`${name}: ${error.message}\n${stderr}`)
  return bytes
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** The names of a kernel's functions become its type, so that a misspelt one is an error. */
function fileOf(name: string, bytes: Uint8Array): string {
  const names = functionsOf(bytes).map(found => `'${found}'`)
  const union = names.length === 1 ? `<${names[0]}>` : `<\n${names.map(quoted => `  | ${quoted}\n`).join('')}>`
  const constant = name.replace('.ts', '').replaceAll('-', '_').toUpperCase()
  return [
    `/** Compiled from source/${name} by \`npm run kernels\`: ${bytes.length} bytes. After a conflict run it again. */`,
    "import type { Compiled } from '../kernel.ts'",
    '',
    `export const ${constant} = '${textOf(bytes)}' as Compiled${union}`,
    '',
  ].join('\n')
}

/** The text that `bytesOf` of kernel.ts reads. */
function textOf(bytes: Uint8Array): string {
  return Array.from(bytes, byte => {
    const place = (byte + 4) & 255
    const above = Math.floor(place / CODES)
    let code = FIRST_CODE + (place % CODES)
    if (code >= BACKSLASH) code++
    if (code >= BACKTICK) code++
    return (above > 0 ? '_!#%'[above] : '') + String.fromCharCode(code)
  }).join('')
}

/** Node's types do not name what this asks of its engine. */
function functionsOf(bytes: Uint8Array): string[] {
  const { Module } = (globalThis as unknown as { WebAssembly: { Module: ModuleMaker } }).WebAssembly
  const exported = Module.exports(new Module(bytes))
  return exported.filter(({ kind }) => kind === 'function').map(({ name }) => name)
}

interface ModuleMaker {
  new (bytes: Uint8Array): object
  exports(module: object): { readonly kind: string; readonly name: string }[]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = join(KERNELS, 'bytes')
  mkdirSync(folder, { recursive: true })
  const texts = await compiledKernels()
  for (const stale of readdirSync(folder)) if (!texts.has(stale)) rmSync(join(folder, stale))
  for (const [name, text] of texts) {
    writeFileSync(join(folder, name), text)
    console.log(text.split('\n')[0].slice('/** '.length, -' */'.length))
  }
}
