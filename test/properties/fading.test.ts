import { describe, test } from 'vitest'
import { fadingProperties } from '../models/fading-properties.ts'

describe('forgetting', () => {
  test.each(fadingProperties)('$title', ({ run }) => run(1))
})
