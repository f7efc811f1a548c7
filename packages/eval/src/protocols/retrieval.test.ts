import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import { variantsOf } from './retrieval.ts'

const names = (ablate: string | undefined) => Result.map(variantsOf(ablate), (variants) => variants.map(({ name }) => name))

describe('the variants for --ablate', () => {
  test.each([
    [undefined, ['all']],
    ['all', ['all', 'text alone', 'no edges', 'no gate', 'no coverage order']],
    ['coverage, edges', ['all', 'text alone', 'no edges', 'no coverage order']],
    ['gate,gate', ['all', 'text alone', 'no gate']],
  ])('by %s', (ablate, expected) => {
    expect(names(ablate)).toEqual(Result.succeed(expected))
  })

  test.each(['', 'edge', 'edges gate', 'edges,,gate'])('is refused by %j', (ablate) => {
    expect(names(ablate)).toMatchObject({ failure: { field: '--ablate', problem: expect.stringContaining('edges, gate, coverage') } })
  })
})
