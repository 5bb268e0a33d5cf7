/**
 * In columns and answers of whole numbers from 0 on: there is none. Loops over cells have a copy of their own, since a
 * module's own constants are compiled into its code, while those of others are loaded at each use.
 */
export const NONE = -1
