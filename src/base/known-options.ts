/**
 * The names of a bake's options. `travellers` is among them so that callers may pass the same options to both bakes.
 */
export const BAKE_OPTIONS = {
  directions: true,
  workers: true,
  hubs: true,
  onProgress: true,
  signal: true,
  travellers: true,
} as const
