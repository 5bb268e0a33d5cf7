/**
 * Names that were at the main door one release ago. Each throws one sentence that tells the door it is at now.
 */
import { refuse } from './base/given.ts'

function moved(name: string, door: string) {
  return (): never => {
    refuse(`${name} is at isthmus/${door} now: import it from there.`)
  }
}

export const hasSight = moved('hasSight', 'shape')
export const makeCurve = moved('makeCurve', 'shape')
export const makeDrive = moved('makeDrive', 'shape')
export const segmentCost = moved('segmentCost', 'shape')
export const WaypointShaper = moved('WaypointShaper', 'shape')
export const box = moved('box', 'live')
export const disc = moved('disc', 'live')
export const readScenarios = moved('readScenarios', 'maps')
export const writeMovingAi = moved('writeMovingAi', 'maps')
export const writePngMap = moved('writePngMap', 'maps')
export const writeRaw = moved('writeRaw', 'maps')
export const writeText = moved('writeText', 'maps')
export const checkGrounds = moved('checkGrounds', 'maps')
export const explanationText = moved('explanationText', 'exact')
export const proveAtlas = moved('proveAtlas', 'exact')
export const exactCost = moved('exactCost', 'exact')
export const checkTravellerPath = moved('checkTravellerPath', 'travellers')
export const chokePoints = moved('chokePoints', 'travellers')
export const clearanceAlong = moved('clearanceAlong', 'travellers')
export const deadEnds = moved('deadEnds', 'travellers')
export const widthAt = moved('widthAt', 'travellers')
export const whatIf = moved('whatIf', 'travellers')
