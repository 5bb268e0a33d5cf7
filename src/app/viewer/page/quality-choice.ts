/**
 * The switch for quality: how much time a path may take to become cheaper.
 */
import { QUALITIES, type Quality } from '../../../base/answer.ts'
import { choiceButton, division, setPressed } from './elements.ts'
import type { Session } from './session.ts'

const ABOUT: Record<Quality, string> = {
  fast: 'Fast: the first route, hardly polished',
  default: 'Default: a path that is hardly ever longer than it must be',
  exact: 'Exact: the cells themselves are searched; slow on large maps',
}

const buttons = new Map<Quality, HTMLButtonElement>()

export function buildQualityChoice(session: Session): void {
  division('qualities').replaceChildren()
  for (const quality of QUALITIES) {
    const text = quality[0].toUpperCase() + quality.slice(1)
    const made = choiceButton(division('qualities'), text, () => session.setQuality(quality))
    made.title = ABOUT[quality]
    buttons.set(quality, made)
  }
}

export function updateQualityChoice(session: Session): void {
  for (const [quality, made] of buttons) setPressed(made, session.quality === quality)
}

/** The next of the three, and from the last the first again. */
export function cycleQuality(session: Session): void {
  const at = QUALITIES.indexOf(session.quality)
  session.setQuality(QUALITIES[(at + 1) % QUALITIES.length])
}
