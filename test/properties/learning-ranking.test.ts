import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { rankingProperties, untouched } from '../models/ranking-properties.ts'
import { runs } from './runs.ts'

describe('a ranking', () => {
  test.each(rankingProperties(temporaryFolder()))('$title', ({ run }) => run(1))

  test('was looked at for questions that the verdicts did not touch', () => {
    expect(untouched.questions).toBeGreaterThan(0)
    if (runs.numRuns >= 100) expect([untouched.questions > 10, untouched.withCues > 2]).toEqual([true, true])
  })
})
