/** Services of tests: real ones, on a free port of this machine, in this process or in one of their own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { DEFAULT_LIMITS, type Limits } from '../../src/app/service/limits.ts'
import { type RunningService, type ServiceOptions, startService } from '../../src/app/service/service.ts'
import { nativePath } from './native.ts'

export const TOKEN = 'a secret'

type Given = Partial<Omit<ServiceOptions, 'limits' | 'gate'>> & {
  limits?: Partial<Limits>
  gate?: Partial<ServiceOptions['gate']>
}

/** `files` are paths by the names of the maps; those that end in .live.atlas take edits. */
export function serveFiles(files: Readonly<Record<string, string>>, given: Given = {}): Promise<RunningService> {
  const { limits, gate, ...rest } = given
  return startService({
    maps: Object.entries(files).map(([name, path]) => ({ name, path, isLive: path.endsWith('.live.atlas') })),
    host: '127.0.0.1',
    port: 0,
    threads: 1,
    version: '0',
    ...rest,
    limits: { ...DEFAULT_LIMITS, ...limits },
    gate: { hosts: [], origins: [], token: TOKEN, ...gate },
  })
}

export interface ServiceProcess {
  readonly url: string
  readonly child: ChildProcess
  /** What it has said so far. */
  told(): string
  ended(): Promise<number | null>
}

/** The command itself. */
export function serveProcess(...args: string[]): Promise<ServiceProcess> {
  const env = { ...process.env, ISTHMUS_TOKEN: TOKEN }
  const child = spawn(process.execPath, [nativePath('src/app/cli/main.ts'), 'serve', ...args, '--port', '0'], { env })
  let told = ''
  const ending = new Promise<number | null>(resolve => child.once('exit', resolve))
  child.stderr.setEncoding('utf8').on('data', text => {
    told += text
  })
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', (text: string) => {
      resolve({ url: text.trim(), child, told: () => told, ended: () => ending })
    })
    void ending.then(() => reject(new Error(told)))
  })
}

export interface Told {
  readonly status: number
  readonly headers: Headers
  readonly body: ReturnType<typeof JSON.parse>
}

/** Asks with JSON, by POST where there is something to send. */
export async function ask(url: string, body?: unknown, init: RequestInit = {}): Promise<Told> {
  const { headers, ...rest } = init
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...(headers as object) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...rest,
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

export function edit(url: string, cells: readonly number[], token = TOKEN): Promise<Told> {
  return ask(`${url}/cells`, { cells }, { method: 'PATCH', headers: { authorization: `Bearer ${token}` } })
}

/** A connection on which bytes are written by hand. */
export function rawConnection(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  return new Promise(resolve => {
    const socket = connect(Number(port), hostname, () => resolve(socket))
    socket.on('error', () => {})
  })
}
