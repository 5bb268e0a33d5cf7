/** The smallest shift with which costs up to `unitsMax` fit into 16 bits. */
export function shiftFor(unitsMax: number): number {
  let shift = 0
  while (Math.ceil(unitsMax / 2 ** shift) > 0xffff) shift++
  return shift
}
