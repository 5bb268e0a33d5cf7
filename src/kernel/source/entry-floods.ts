/**
 * The wave over entries, with the same costs as route/entry-wave.ts. A region whose entries have news settles as a whole. Each
 * entry with news offers its cost plus those of its pairs to all entries of the region, four at a time.
 */
import * as layout from '../entry-layout.ts'

/** Forgets all costs of the records from `region` up to `end`. */
export function reset(region: i32, end: i32): void {
  for (; region !== end; region += load<i32>(region, layout.REGION_BYTES)) {
    const told = 4 * load<i32>(region, layout.REGION_LANES)
    store<u32>(region, layout.UNREACHED, layout.REGION_LEAST)
    for (let at = region, last = region + 4 * load<i32>(region, layout.REGION_SLOTS); at !== last; at += 4) {
      store<u32>(at, layout.UNREACHED, layout.LANES_AT)
      store<u32>(at + told, layout.UNREACHED, layout.LANES_AT)
    }
  }
  store<i32>(layout.IS_FAR, 0)
}

/** Gives a slot a cost, if that is lower, as news for the region beyond. */
export function seed(region: i32, slot: i32, units: u32): void {
  const at = region + 4 * slot
  if (units >= load<u32>(at, layout.LANES_AT)) return
  store<u32>(at, units, layout.LANES_AT)
  tellBeyond(at, units, 4 * load<i32>(region, layout.REGION_LANES))
}

/** Settles regions until none has news. */
export function spread(): void {
  let bucket = 0
  while (load<i32>(layout.WAITING) !== 0) {
    while (load<i32>(headOf(bucket)) === 0) bucket++
    const region = load<i32>(headOf(bucket))
    unlink(region)
    store<i32>(layout.WAITING, load<i32>(layout.WAITING) - 1)
    store<u32>(region, layout.UNREACHED, layout.REGION_LEAST)
    settle(region)
  }
}

function settle(region: i32): void {
  const bytes = 4 * load<i32>(region, layout.REGION_LANES)
  const end = region + bytes
  const news = listNews(region, end, bytes)
  for (let next = layout.NEWS_AT; next !== news; next += 4) {
    const at = load<i32>(next)
    const units = load<u32>(at, layout.LANES_AT)
    // An entry that has improved meanwhile is news for the region beyond.
    if (units === load<u32>(at + bytes, layout.LANES_AT)) offer(region, end, at, units, bytes)
  }
  for (let quad = region; quad !== end; quad += 16) {
    if (!hasNews(quad, bytes)) continue
    for (let at = quad; at !== quad + 16; at += 4) {
      const units = load<u32>(at, layout.LANES_AT)
      if (units !== load<u32>(at + bytes, layout.LANES_AT)) tellBeyond(at, units, bytes)
    }
  }
}

/** Whether costs of four lanes differ from those that both regions know. */
function hasNews(quad: i32, bytes: i32): bool {
  return v128.any_true(v128.ne<u32>(v128.load(quad, layout.LANES_AT), v128.load(quad + bytes, layout.LANES_AT)))
}

/** Lists the slots with news, the cheapest first, as known to both regions from now on. Returns the end of the list. */
function listNews(region: i32, end: i32, bytes: i32): i32 {
  let news = layout.NEWS_AT
  for (let quad = region; quad !== end; quad += 16) {
    if (!hasNews(quad, bytes)) continue
    for (let at = quad; at !== quad + 16; at += 4) {
      const units = load<u32>(at, layout.LANES_AT)
      if (units === load<u32>(at + bytes, layout.LANES_AT)) continue
      store<u32>(at + bytes, units, layout.LANES_AT)
      let place = news
      for (; place !== layout.NEWS_AT && load<u32>(load<i32>(place - 4), layout.LANES_AT) > units; place -= 4)
        store<i32>(place, load<i32>(place - 4))
      store<i32>(place, at)
      news += 4
    }
  }
  return news
}

/** Offers ways from one slot to all lanes of its region. */
function offer(region: i32, end: i32, from: i32, units: u32, bytes: i32): void {
  const shift = load<i32>(region, layout.REGION_SHIFT)
  const base = i32x4.splat(units)
  let row = region + 4 * bytes + (((from - region) * bytes) >> 3)
  for (let quad = region; quad !== end; quad += 16, row += 8) {
    const totals = i32x4.add(base, i32x4.shl(v128.load_ext<u16>(row, layout.LANES_AT), shift))
    v128.store(quad, v128.min<u32>(v128.load(quad, layout.LANES_AT), totals), layout.LANES_AT)
  }
}

/** Passes the cost of a slot to the region beyond. */
function tellBeyond(at: i32, units: u32, bytes: i32): void {
  if (units >= layout.FAR_FROM) store<i32>(layout.IS_FAR, 1)
  store<u32>(at + bytes, units, layout.LANES_AT)
  store<u32>(load<i32>(at + 2 * bytes, layout.LANES_AT), units, layout.LANES_AT)
  const region = load<i32>(at + 3 * bytes, layout.LANES_AT)
  const least = load<u32>(region, layout.REGION_LEAST)
  if (units >= least) return
  store<u32>(region, units, layout.REGION_LEAST)
  if (least === layout.UNREACHED) store<i32>(layout.WAITING, load<i32>(layout.WAITING) + 1)
  else unlink(region)
  link(region, headOf(units >> load<i32>(layout.BUCKET_SHIFT)))
}

function headOf(bucket: i32): i32 {
  return ((bucket & (layout.BUCKETS - 1)) << 2) + layout.HEADS_AT
}

function unlink(region: i32): void {
  const next = load<i32>(region, layout.REGION_NEXT)
  store<i32>(load<i32>(region, layout.REGION_LINK), next)
  if (next !== 0) store<i32>(next, load<i32>(region, layout.REGION_LINK), layout.REGION_LINK)
}

function link(region: i32, head: i32): void {
  const next = load<i32>(head)
  store<i32>(region, next, layout.REGION_NEXT)
  store<i32>(region, head, layout.REGION_LINK)
  if (next !== 0) store<i32>(next, region + layout.REGION_NEXT, layout.REGION_LINK)
  store<i32>(head, region)
}
