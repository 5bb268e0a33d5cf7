/**
 * Types for ids of different things. The compiler refuses an entry where a region is expected, or a level where a block is. A
 * plain number, such as a loop's counter, passes as any id, so nothing needs a cast. The types cost nothing at run time.
 */
export type Id<Kind extends string> = number & { readonly kind?: Kind }

/** A region of some level, by its number there. */
export type Region = Id<'region'>
export type Entry = Id<'entry'>
/** An entry with its rank above its number, as slots have it. */
export type Ranked = Id<'ranked entry'>
/** A block of some level, by rows. */
export type Block = Id<'block'>
export type Level = Id<'level'>
export type Island = Id<'island'>

/** A column whose values are such numbers. */
export type IdColumn<Value extends number> = Int32Array & { [at: number]: Value }
