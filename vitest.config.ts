/** The tests, which run the sources as a build would leave them: see test/support/native.ts. */
import { defineConfig } from 'vitest/config'
import { nativeSources } from './test/support/native.ts'

export default defineConfig({
  plugins: [nativeSources()],
  test: {
    globalSetup: ['test/support/native.ts'],
    // A worker's next file of tests finds the sources loaded and warm. No test may leave anything behind.
    isolate: false,
    // A test on a busy machine is slow, not wrong.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    server: { deps: { external: [/\/\.cache\/isthmus-/] } },
  },
})
