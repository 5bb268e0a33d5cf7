/**
 * What a bake says to its threads.
 */
import type { BorderJob } from '../entry/rows.ts'
import type { TableJob } from '../level/tables.ts'
import type { ChoiceTask } from '../metric/landmark-choice.ts'
import type { LandmarkJob } from '../metric/landmarks.ts'

export type BakeRequest =
  | { readonly borderJob: BorderJob }
  | { readonly rowsFrom: number; readonly rowsTo: number }
  | { readonly job: TableJob }
  | { readonly from: number; readonly to: number }
  | { readonly choice: ChoiceTask }
  | { readonly landmarkJob: LandmarkJob }
  | { readonly landmark: number }
