/**
 * The types that all answers to queries share.
 */
export interface Point {
  readonly x: number
  readonly y: number
}

/** 'unreachable': no way leads there. 'blocked': an end is a wall. 'outside': an end is not on the map. */
export type RouteStatus = 'found' | 'unreachable' | 'blocked' | 'outside'

/** How much time a path may take to become cheaper; 'exact' is the optimum, whatever it takes. */
export const QUALITIES = ['fast', 'default', 'exact'] as const
export type Quality = (typeof QUALITIES)[number]
