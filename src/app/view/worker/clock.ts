/**
 * Times of work that is shorter than the steps of the clock. Browsers make clocks coarse on purpose: 5 microseconds on a
 * page that is isolated from others, 100 and more elsewhere. So work is repeated until it fills many steps.
 */
const LOOKS = 8
const STEPS_OF_A_MEASURE = 20

/** The smallest step in which this clock moves, in milliseconds. */
export function clockStepMs(): number {
  let least = Number.POSITIVE_INFINITY
  for (let look = 0; look < LOOKS; look++) {
    const from = performance.now()
    let to = from
    while (to === from) to = performance.now()
    least = Math.min(least, to - from)
  }
  return least
}

/** Microseconds that `work` takes, by as many runs as the clock needs to tell to about a twentieth. */
export function timeUs(work: () => void, stepMs: number, runsMax: number): number {
  const fromMs = performance.now()
  let runs = 0
  let elapsedMs = 0
  do {
    work()
    runs++
    elapsedMs = performance.now() - fromMs
  } while (elapsedMs < STEPS_OF_A_MEASURE * stepMs && runs < runsMax)
  return (1000 * elapsedMs) / runs
}
