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

function placeText({ place, facts }: Session): string {
  if (place === null) return ''
  const { cell, cost, island } = place
  const at = `${cell.x}, ${cell.y}`
  if (cost === 0) return `${at} \u00b7 wall`
  const price = facts.isUniform ? '' : ` \u00b7 cost ${cost}`
  return `${at}${price} \u00b7 island ${countText(island)}`
}
