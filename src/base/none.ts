/**
 * The value for "none" in columns and answers of whole numbers from 0 on. Modules with loops over cells have their own copy. The
 * engine compiles a module's own constants into its code, and loads imported ones at each use.
 */
export const NONE = -1
