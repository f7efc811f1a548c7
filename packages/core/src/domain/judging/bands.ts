/**
 * The confidence from which on a judgement counts, moved by what its owner takes back: a model that is sure of what is wrong must be surer.
 *
 * It is the least confidence by which at most {@link takenBackMost} of the newest changes of a kind would have been taken back, one by one; never
 * less than the settings say, and 1 at most. It is a fold of the log: an undo moves it, the withdrawal of the undo moves it back, and so do newer
 * changes that stand.
 */
import type { JudgingSettings } from '../profiles/judging-settings.ts'
import type { JudgedChange, JudgingRecords } from '../projections/judging.ts'
import { units } from '../strength.ts'

/** One that is taken back may be a slip of its owner. */
const takenBackLeast = 2
/** Share of changes, from 0 to 1. */
const takenBackMost = 0.1

/** Confidences from 0 to 1: from `applied` on, words take the place of others; from `shown` on, both are given. `shown` is at most `applied`. */
export type Bands = Pick<JudgingSettings, 'applied' | 'shown'>

export const bandsOf = ({ changes }: Pick<JudgingRecords, 'changes'>, { applied, recent, shown }: JudgingSettings): Bands => {
  const newest = (became: JudgedChange['became']) => changes.slice(-recent).filter((one) => one.became === became)
  const surer = Math.max(applied, rightFrom(newest('superseded')))
  return { applied: surer, shown: Math.min(surer, Math.max(shown, rightFrom(newest('marked')))) }
}

/** Returns the least confidence that leaves few enough changes that were taken back; 0 where all are few enough. */
const rightFrom = (changes: ReadonlyArray<JudgedChange>): number => {
  const wrongIn = (some: ReadonlyArray<JudgedChange>) => some.filter(({ takenBack }) => takenBack !== undefined).length
  if (wrongIn(changes) < takenBackLeast) return 0
  let least = 0
  for (const { confidence } of changes.toSorted((one, other) => one.confidence - other.confidence)) {
    const left = changes.filter((one) => units(one.confidence) >= least)
    if (wrongIn(left) <= takenBackMost * left.length) break
    least = units(confidence + 1)
  }
  return Math.min(1, least)
}
