/** A map without any wall: the plain where only the octile distance counts. */
import { defineKind } from './kind.ts'

export const open = defineKind({
  about: 'no walls at all',
  options: {},
  stretches() {
    return (_x, _y, cost) => cost.fill(1)
  },
})
