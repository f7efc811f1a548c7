import { describe, test } from 'vitest'
import { someProfile } from '../models/profile-properties.ts'

describe('learning by one profile; `pnpm test:deep` takes all', () => {
  test.each(someProfile)('$title', ({ run }) => run(1))
})
