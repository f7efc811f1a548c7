import { describe, test } from 'vitest'
import { unlearnProperties } from '../models/unlearn-properties.ts'

describe('unlearning', () => {
  test.each(unlearnProperties)('$title', ({ run }) => run(1))
})
