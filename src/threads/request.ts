/**
 * The messages from a bake to its threads.
 */
import type { BorderJob } from '../entry/crossing-filler.ts'
import type { TableJob } from '../level/table-filler.ts'
import type { ChoiceTask } from '../metric/landmark-choice.ts'
import type { LandmarkJob } from '../metric/landmark-filler.ts'

export type BakeRequest =
  | { readonly borderJob: BorderJob }
  | { readonly rowsFrom: number; readonly rowsTo: number }
  | { readonly job: TableJob }
  | { readonly from: number; readonly to: number }
  | { readonly choice: ChoiceTask }
  | { readonly landmarkJob: LandmarkJob }
  | { readonly landmark: number }
  | { readonly isOver: true }
