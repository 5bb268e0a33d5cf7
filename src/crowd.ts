/** Many units at once: fleets, whose units may never touch. */
export { Fleet, type FleetOptions, type FleetStats, type FleetStatus } from './fleet/fleet.ts'
export { checkTick, type Places, type TickCheck } from './fleet/judge.ts'
