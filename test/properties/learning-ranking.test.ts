import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { rankingProperties, untouched } from '../models/ranking-properties.ts'

describe('a ranking', () => {
  test.each(rankingProperties(temporaryFolder()))('$title', ({ run }) => run(1))

  test('was looked at for questions that the verdicts did not touch', () => {
    expect(untouched.questions).toBeGreaterThan(10)
    expect(untouched.withCues).toBeGreaterThan(2)
  })
})
