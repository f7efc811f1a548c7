/** What the measures must reach, as shares of 1, and out of how many cases at least: a memory that is silent proves nothing. */
import { expect } from 'vitest'
import { type Measure, shareOf } from './measures.ts'
import type { Measured } from './report.ts'

interface Bar {
  readonly share: number
  /** Of one half of the corpus in all five languages. */
  readonly least: number
}

/** What a statement without a denial would bring is measured and printed, and has no bar: it is not heard. */
type Unpromised = 'rightFirst' | 'rightFirstParaphrased' | 'staleGone' | 'staleGoneParaphrased' | 'statedFirst' | 'doubtShown'
type Bars = Readonly<Record<Exclude<keyof Measured['talks'], Unpromised> | 'worn' | 'silent' | 'answered' | 'answeredFirst', Bar>>

/** Those below the bars of docs/results/conversations.md are what was measured last: no change may make it worse. */
const bars: Bars = {
  kept: { share: 0.97, least: 100 },
  first: { share: 1, least: 60 },
  unblamed: { share: 1, least: 40 },
  undistracted: { share: 1, least: 130 },
  worn: { share: 1, least: 15 },
  silent: { share: 0.94, least: 35 },
  answered: { share: 0.97, least: 90 },
  answeredFirst: { share: 0.8, least: 90 },
}

/** The same of the halves that were written and measured before anybody learned from them, which hold six renewed facts each. */
const sixFacts: Bars = {
  kept: { share: 0.97, least: 200 },
  first: { share: 1, least: 150 },
  unblamed: { share: 1, least: 75 },
  undistracted: { share: 1, least: 300 },
  worn: { share: 1, least: 19 },
  silent: { share: 0.94, least: 35 },
  answered: { share: 0.98, least: 90 },
  answeredFirst: { share: 0.97, least: 90 },
}

const finalBars: Bars = {
  ...sixFacts,
  silent: { share: 0.91, least: 35 },
}

const barsOf: Readonly<Record<string, Bars>> = { fresh: sixFacts, later: sixFacts, final: finalBars }

/** `part` as the tests name it; `inSixth`: only a sixth of its cases was held, so that each measure of them is out of a sixth. */
export const meetsBars = (part: string, { quiet: { answered, answeredFirst, silent }, talks, worn }: Measured, inSixth = false): void => {
  const reached = barsOf[part] ?? bars
  const measures: Readonly<Record<keyof Bars, Measure>> = { ...talks, worn, silent, answered, answeredFirst }
  const missed = Object.entries(reached).flatMap(([name, { least, share }]) => {
    const measure = measures[name as keyof Bars]
    const of = inSixth && name in talks ? Math.floor(least / 6) : least
    return shareOf(measure) >= share && measure.of >= of
      ? []
      : [`${name}: ${measure.met} of ${measure.of}, wanted ${share} of at least ${of}`]
  })
  expect(missed).toEqual([])
}
