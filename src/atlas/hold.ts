/**
 * For what must be true of the numbers in an atlas that bake has written. Where it is not, the file was forged.
 */
import { IsthmusError } from '../base/errors.ts'

export function hold(isSound: boolean, what: string): asserts isSound {
  if (isSound) return
  throw new IsthmusError('ATLAS_DAMAGED', `The atlas is damaged: its ${what} make no sense: bake it again.`)
}
