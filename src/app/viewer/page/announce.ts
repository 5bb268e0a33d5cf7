/**
 * What the page says to those who do not see it: the answer to a query, once it rests. While an end is dragged it is
 * silent; refusals and proofs have places of their own that speak.
 */
import { counted } from '../../cli/words.ts'
import { division, setText } from './elements.ts'
import { costText, timeText } from './query-panel.ts'
import type { Session } from './session.ts'

const announcer = division('announcer')
let said: object | null = null

export function announceAnswer({ answer, timing, isDragging }: Session): void {
  // Times come last: by then the answer stands.
  if (timing === null || timing === said || isDragging || answer?.status !== 'found') return
  said = timing
  const time = timeText(timing.routeUs + timing.cellsUs)
  setText(announcer, `Cost ${costText(answer.cost)}, ${counted(answer.cellCount, 'cell')}, found in ${time}.`)
}
