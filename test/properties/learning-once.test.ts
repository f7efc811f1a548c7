import { describe, test } from 'vitest'
import { onceProperties } from '../models/once-properties.ts'

describe('a signal', () => {
  test.each(onceProperties)('$title', ({ run }) => run(1))
})
