/** A step of a crowd, from wishes to moves. */
export { step } from '../crowd/step.ts'
