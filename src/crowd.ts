/** Many units at once: questions over ticks, crowds, whose units pass each other, and fleets, whose units may never touch. */
export { Crowd, type CrowdMap, type CrowdOptions } from './crowd/crowd-steps.ts'
export {
  type AskOptions,
  Requests,
  type RequestsOptions,
  type RequestsStats,
  type Ticket,
  type TicketStatus,
} from './crowd/requests.ts'
export type { UnitOptions } from './crowd/unit-columns.ts'
export type { Guide, GuideField } from './crowd/ways.ts'
export { Fleet, type FleetOptions, type FleetStats, type FleetStatus } from './fleet/fleet.ts'
export { checkTick, type Places, type TickCheck } from './fleet/judge.ts'
