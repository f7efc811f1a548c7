import { describe, test } from 'vitest'
import { attributionProperties } from '../models/attribution-properties.ts'

describe('learning', () => {
  test.each(attributionProperties)('$title', ({ run }) => run(1))
})
