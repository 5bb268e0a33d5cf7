/** Many units at once: crowds, whose units pass each other, and fleets, whose units may never touch. */
export { Crowd, type CrowdMap, type CrowdOptions } from './crowd/crowd-steps.ts'
export type { UnitOptions } from './crowd/unit-options.ts'
export { Fleet, type FleetOptions, type FleetStats, type FleetStatus } from './fleet/fleet.ts'
export { checkTick, type Places, type TickCheck } from './fleet/judge.ts'
