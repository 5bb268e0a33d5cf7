/**
 * Numbers that count different things. The compiler takes no entry for a region and no level for a block: a number that
 * says what it counts goes nowhere where another kind is meant. A plain one, such as a loop's counter, may count anything,
 * so nothing needs a cast and nothing of it is left when types are taken away.
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
