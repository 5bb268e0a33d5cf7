/**
 * The rule in the corner: how many cells it spans at a zoom.
 */
const RULE_PIXELS_MAX = 110

/** The roundest number of cells that fits: 1, 2 or 5 times a power of ten. */
export function ruleFor(cellPixels: number): { cells: number; pixels: number } {
  const most = RULE_PIXELS_MAX / cellPixels
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  const cells = power * ([5, 2].find(times => times * power <= most) ?? 1)
  return { cells, pixels: cells * cellPixels }
}
