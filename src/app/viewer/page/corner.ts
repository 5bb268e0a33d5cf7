/**
 * The corner of the page: buttons to zoom, what lies under the pointer, a rule that tells how far things are.
 */
import { countText } from '../../cli/words.ts'
import { division, setStyle, setText } from './elements.ts'
import { ruleFor } from './rule.ts'
import type { Session } from './session.ts'
import type { Stage } from './stage.ts'

const place = division('place')
const rule = division('rule')
const ruleText = division('rule-text')

export function updateCorner(session: Session, stage: Stage): void {
  setText(place, placeText(session))
  const { cells, pixels } = ruleFor(stage.cellPixels)
  setStyle(rule, 'width', `${pixels.toFixed(1)}px`)
  setText(ruleText, cells === 1 ? '1 cell' : `${countText(cells)} cells`)
}

/** Where the pointer is, at once; what is there, once the worker answers. */
function placeText({ pointed, place, facts }: Session): string {
  if (pointed === null) return ''
  const at = `${pointed.x}, ${pointed.y}`
  if (place === null || place.cell.x !== pointed.x || place.cell.y !== pointed.y) return at
  const { cost, island } = place
  if (cost === 0) return `${at} \u00b7 wall`
  const price = facts.isUniform ? '' : ` \u00b7 cost ${cost}`
  return `${at}${price} \u00b7 island ${countText(island)}`
}
