import { describe, test } from 'vitest'
import { everyProfile } from '../models/profile-properties.ts'

describe('learning by every profile', () => {
  test.each(everyProfile)('$title', ({ run }) => run(1))
})
