/**
 * The confidence from which on a judgement counts, moved by what its owner takes back: a model that is sure of what is wrong must be surer.
 *
 * It is the least confidence by which at most {@link takenBackMost} of the newest changes of a kind would have been taken back, each by an undo of
 * its own; never less than the settings say, and 1 at most. What an unlearning of more takes back, or a rollback leaves behind, counts for nothing:
 * it does not say of each change that it was wrong. Everything is read from the undos that stand, so a withdrawal or a rollback moves it back.
 */
import type { JudgingSettings } from '../profiles/model-settings.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { JudgedChange } from '../projections/model-calls.ts'
import { standingRequests, stretchesInForce } from '../projections/standing.ts'
import { units } from '../strength.ts'

/** One that is taken back may be a slip of its owner. */
const takenBackLeast = 2
const takenBackMost = 0.1

/** Confidences from 0 to 1: from `applied` on, words take the place of others; from `shown` on, both are given. `shown` is at most `applied`. */
export type Bands = Pick<JudgingSettings, 'applied' | 'shown'>

export const bandsOf = (
  state: Pick<BrainState, 'judging' | 'unlearnings' | 'position'>,
  { applied, recent, shown }: JudgingSettings,
): Bands => {
  const newest = newestChanges(state, recent)
  const from = (became: JudgedChange['became']) => rightFrom(newest.filter((one) => one.became === became))
  const surer = Math.max(applied, from('superseded'))
  return { applied: surer, shown: Math.min(surer, Math.max(shown, from('marked'))) }
}

export interface SettledChange extends JudgedChange {
  readonly isTakenBack: boolean
}

/** Returns at most `most` changes that stand or were each taken back by itself. */
export const newestChanges = (
  { judging, position, unlearnings }: Pick<BrainState, 'judging' | 'unlearnings' | 'position'>,
  most: number,
): ReadonlyArray<SettledChange> => {
  const requests = [...standingRequests(unlearnings)].flatMap((at) => unlearnings.requests.get(at) ?? [])
  const takenBack = (isAlone: boolean) =>
    new Set(requests.flatMap(({ selector, signals }) => ((selector === 'feedback') === isAlone ? signals : [])))
  const [alone, together] = [takenBack(true), takenBack(false)]
  const inForce = stretchesInForce(unlearnings.rollbacks, position)
  return judging.changes
    .filter(({ at }) => !together.has(at) && inForce.some(({ after, to }) => at > after && at <= to))
    .slice(-most)
    .map((one) => ({ ...one, isTakenBack: alone.has(one.at) }))
}

/** Returns the least confidence that leaves few enough changes that were taken back; 0 where all are few enough. */
const rightFrom = (changes: ReadonlyArray<SettledChange>): number => {
  const wrongIn = (some: ReadonlyArray<SettledChange>) => some.filter(({ isTakenBack }) => isTakenBack).length
  if (wrongIn(changes) < takenBackLeast) return 0
  let least = 0
  for (const { confidence } of changes.toSorted((one, other) => one.confidence - other.confidence)) {
    const left = changes.filter((one) => units(one.confidence) >= least)
    if (wrongIn(left) <= takenBackMost * left.length) break
    least = units(confidence + 1)
  }
  return Math.min(1, least)
}
