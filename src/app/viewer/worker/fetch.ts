/**
 * Fetches the world's name, and its atlas into one buffer that grows. A host that compresses files sends no true length,
 * so the progress bar uses the size in world.json.
 */
import { IsthmusError } from '../../../query.ts'

export interface WorldFile {
  readonly title: string
  readonly atlas: string
  readonly sizeBytes: number
}

export async function fetchWorld(): Promise<WorldFile> {
  const response = await get('world.json')
  return (await response.json()) as WorldFile
}

export async function fetchBytes(
  name: string,
  sizeBytes: number,
  onProgress: (doneBytes: number) => void,
): Promise<Uint8Array> {
  const response = await get(name)
  const reader = response.body!.getReader()
  let bytes = new Uint8Array(sizeBytes)
  let count = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return bytes.subarray(0, count)
    if (count + value.length > bytes.length) bytes = grown(bytes, count + value.length)
    bytes.set(value, count)
    count += value.length
    onProgress(count)
  }
}

function grown(bytes: Uint8Array<ArrayBuffer>, needed: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(needed, 2 * bytes.length))
  larger.set(bytes)
  return larger
}

async function get(name: string): Promise<Response> {
  const response = await fetch(new URL(name, self.location.href)).catch(() => null)
  if (response?.ok === true) return response
  const what = response === null ? 'the server does not answer' : `the server says ${response.status}`
  throw new IsthmusError('NOT_AN_ATLAS', `${name} cannot be loaded: ${what}. Start isthmus view again, then reload.`)
}
