/**
 * Writes src/REFERENCE.md: `npm run reference`.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { referencePage } from './reference.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const declared = mkdtempSync(join(tmpdir(), 'isthmus-reference-'))
const tsc = join(root, 'node_modules/typescript/bin/tsc')
spawnSync(process.execPath, [tsc, '-p', join(root, 'src'), '--emitDeclarationOnly', '--outDir', declared], {
  stdio: 'inherit',
})
writeFileSync(join(root, 'src/REFERENCE.md'), referencePage(declared, root))
rmSync(declared, { recursive: true })
