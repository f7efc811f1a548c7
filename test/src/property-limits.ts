/**
 * Runs before every test file: how often a property is tried that says nothing of it, and how long. One that takes too long ends by itself before
 * the runner ends its test, and fails with its seed and path. Only a property says these; a test that the runner ends loses them.
 */
import fc from 'fast-check'
import { beforeEach } from 'vitest'
import { runs } from '../properties/runs.ts'

/** The share of the time of a test that its properties may take together. */
const share = 0.9
/** The fast run shortens what says how often it runs; the others are short. */
const numRuns = Math.max(25, runs.numRuns)

beforeEach(({ task: { timeout } }) => {
  // A test without a limit has 0, and must not have the limit of the test before it.
  if (timeout <= 0) return fc.configureGlobal({ numRuns })
  const end = Date.now() + share * timeout
  fc.configureGlobal({
    numRuns,
    // Read when a property begins: a test may have several, one after the other.
    get interruptAfterTimeLimit() {
      return Math.max(0, end - Date.now())
    },
    markInterruptAsFailure: true,
  })
})
