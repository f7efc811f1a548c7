/**
 * Runs before every test file: a property that takes too long ends by itself before the runner ends its test, and fails with its seed and path. Only
 * a property says these; a test that the runner ends loses them.
 */
import fc from 'fast-check'
import { beforeEach } from 'vitest'

/** The share of the time of a test that its properties may take together. */
const share = 0.9

beforeEach(({ task: { timeout } }) => {
  // A test without a limit has 0, and must not have the limit of the test before it.
  if (timeout <= 0) return fc.resetConfigureGlobal()
  const end = Date.now() + share * timeout
  fc.configureGlobal({
    // Read when a property begins: a test may have several, one after the other.
    get interruptAfterTimeLimit() {
      return Math.max(0, end - Date.now())
    },
    markInterruptAsFailure: true,
  })
})
