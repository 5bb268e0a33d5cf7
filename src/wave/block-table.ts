/** A number for each block, 0 unless set. A wave over a part of a large map holds only the pages of that part. */
const PAGE_SHIFT = 7
const PAGE_MASK = (1 << PAGE_SHIFT) - 1

export class BlockTable {
  private readonly pages: (Int32Array | undefined)[] = []

  get(block: number): number {
    const page = this.pages[block >> PAGE_SHIFT]
    return page === undefined ? 0 : page[block & PAGE_MASK] >>> 0
  }

  set(block: number, value: number): void {
    let page = this.pages[block >> PAGE_SHIFT]
    if (page === undefined) page = this.pages[block >> PAGE_SHIFT] = new Int32Array(PAGE_MASK + 1)
    page[block & PAGE_MASK] = value
  }

  clear(): void {
    this.pages.length = 0
  }
}
