import { describe, test } from 'vitest'
import { rollbackProperties } from '../models/rollback-properties.ts'

describe('rollback', () => {
  test.each(rollbackProperties)('$title', ({ run }) => run(1))
})
