import { describe, test } from 'vitest'
import { replayProperties } from '../models/replay-properties.ts'

describe('replaying', () => {
  test.each(replayProperties)('$title', ({ run }) => run(1))
})
