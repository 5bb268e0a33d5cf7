/**
 * Where a tiled map is kept: objects by name, in a folder, a bucket or in memory. Names are lines of letters, digits, '-',
 * '.' and '/'. An object is written whole or not at all. Names of tiles and crowns follow from their content;
 * only `plan.json` and the records may be written again with other bytes.
 */
export interface TileStore {
  /** False if a part of an object costs as much to read as the whole. */
  readonly readsParts?: boolean
  /** The bytes of an object, or a part of it; null where there is none. */
  read(name: string, from?: number, length?: number): Promise<Uint8Array | null>
  /** Writes the whole object or nothing: no reader sees half. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Only `removeLeftovers` calls it. A missing object is no error. */
  remove?(name: string): Promise<void>
  /** The names of all objects that begin with `prefix`, in any order. */
  list(prefix: string): Promise<string[]>
}

/** A store in memory: for tests, and for programs that bake a map and query it. */
export class MemoryStore implements TileStore {
  readonly objects = new Map<string, Uint8Array>()

  async read(name: string, from = 0, length = Infinity): Promise<Uint8Array | null> {
    const bytes = this.objects.get(name)
    return bytes === undefined ? null : bytes.slice(from, Math.min(bytes.length, from + length))
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    this.objects.set(name, bytes.slice())
  }

  async remove(name: string): Promise<void> {
    this.objects.delete(name)
  }

  async list(prefix: string): Promise<string[]> {
    return [...this.objects.keys()].filter(name => name.startsWith(prefix))
  }
}
