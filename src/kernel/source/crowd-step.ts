/** A step of a crowd, from wishes to moves. */
export { choose } from '../crowd/choose.ts'
export { move } from '../crowd/move.ts'
