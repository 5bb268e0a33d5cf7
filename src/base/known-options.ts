/**
 * The names of the options of a bake; `travellers` is for those who hand the same options to both bakes.
 */
export const BAKE_OPTIONS = {
  directions: true,
  workers: true,
  hubs: true,
  onProgress: true,
  signal: true,
  travellers: true,
} as const
