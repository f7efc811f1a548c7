/** `tune` and `promote`: search settings that rank better what the recorded verdicts call good, and go on from what a saved replay knows. */
import type { Answer } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { exits } from '../../failures.ts'
import { openMemory } from '../../memory.ts'
import { present, report } from '../../render/output.ts'
import { aligned, counted, indented, type Page } from '../../render/page.ts'
import { changes, ending } from '../../render/parts.ts'
import { asking } from '../command.ts'
import { withProgress } from './replay.ts'

export const tune = asking('tune', ['settings', 'limit', 'apply', 'dryRun'], {
  summary: 'search better settings on the recorded verdicts',
  details: [
    'Older turns teach, the verdicts on later turns judge; the newest three of ten verdicts only prove the result.',
    'Nothing is changed without --apply, and nothing that is not better on these verdicts.',
    'With --apply and too few verdicts the exit code is 1; that nothing is better is an answer, and the exit code is 0.',
  ],
  reads: ['dryRun'],
  writes: ['apply'],
  example: 'crabtrail tune --limit 20',
  access: 'read',
})(
  Effect.fn('tune')(function* ({ request }) {
    const memory = yield* openMemory
    const answer = yield* withProgress(memory.tune(request))
    yield* answer.applied ? report(answer, tuned) : present(answer, tuned)
    return request.apply === true && answer.reason === 'too-few-verdicts' ? exits.refused : exits.done
  }),
)

const reasons: Readonly<Record<NonNullable<Answer.TuneAnswer['reason']>, string>> = {
  'too-few-verdicts': 'too few verdicts: at least 10 questions with a good memory must judge in each part, some 48 in all',
  'dry-run': 'this is only the plan',
  'nothing-better': 'no setting tried is better; nothing is changed',
  loses: 'the settings found are not better on the held-out verdicts; nothing is changed',
  'not-asked': 'nothing is changed; --apply changes the settings',
}

export const tuned = (answer: Answer.TuneAnswer, page: Page): ReadonlyArray<string> => {
  const { chosen, heldOut, plan, profile, train, tried } = answer
  return [
    `${tried.length === 0 ? `${plan.trials} to try` : `${tried.length} tried`} around ${page.strong(profile)}: ${counted(plan.train, 'question')} choose, ${plan.heldOut} prove${ending(answer, page)}`,
    ...indented([
      ...aligned(chosen.map(({ from, setting, to }) => [setting, `${String(from)} → ${String(to)}`])),
      ...(train === undefined ? [] : [`train     NDCG@10 ${percent(train.before)} → ${percent(train.after)}`]),
      ...(heldOut === undefined ? [] : [heldOutLine(heldOut)]),
      answer.reason === undefined ? page.good('the settings are changed') : reasons[answer.reason],
    ]),
  ]
}

const heldOutLine = ({ after, before, gain, interval }: NonNullable<Answer.TuneAnswer['heldOut']>): string =>
  `held out  NDCG@10 ${percent(before)} → ${percent(after)}: ${signed(gain)}, 95 % interval ${interval.map(signed).join(' to ')}`

const percent = (value: number): string => (100 * value).toFixed(1)
const signed = (value: number): string => `${value >= 0 ? '+' : '−'}${Math.abs(100 * value).toFixed(1)}`

export const promote = asking('promote', ['branch', 'undo', 'dryRun'], {
  summary: 'let the memory go on from what a saved replay knows',
  details: [
    'The settings of the branch are put in force, its excluded signals are out, and its strengths are taken over.',
    'Refused for a branch that ranks the held-out questions worse, and when the memory got events since the replay.',
  ],
  reads: ['dryRun'],
  example: 'crabtrail promote local/main/likeness-4 --brain local/main/default --dry-run',
  access: 'write',
})(
  Effect.fn('promote')(function* ({ request }) {
    const memory = yield* openMemory
    const answer = yield* withProgress(memory.promote(request))
    // With --quiet a look and a refusal are printed all the same: the one is asked for its answer, the other has to say why.
    yield* answer.reason === undefined ? report(answer, promoted) : present(answer, promoted)
    return answer.reason === 'worse' || answer.reason === 'too-few-verdicts' ? exits.refused : exits.done
  }),
)

const refusals: Readonly<Record<NonNullable<Answer.PromoteAnswer['reason']>, string>> = {
  'too-few-verdicts': 'not promoted: at least 10 held-out questions with a good memory must judge',
  worse: 'not promoted: the branch ranks the held-out questions worse',
  'dry-run': 'nothing is changed: this would change',
}

const strengthsListed = 12

const promoted = (answer: Answer.PromoteAnswer, page: Page): ReadonlyArray<string> => {
  const { branch, excluded, heldOut, judged, settings } = answer
  const moved = answer.restored ?? answer.would
  const { edges, utilities } = { edges: largestFirst(moved?.edges), utilities: largestFirst(moved?.utilities) }
  const shown = { edges: edges.slice(0, strengthsListed), utilities: utilities.slice(0, strengthsListed) }
  const more = edges.length + utilities.length - shown.edges.length - shown.utilities.length
  return [
    `${headline(answer, page)}${ending(answer, page)}`,
    ...indented([
      ...(heldOut === undefined ? (branch === null ? [] : [`${counted(judged, 'question')} held out`]) : [heldOutLine(heldOut)]),
      ...aligned(settings.map(({ from, setting, to }) => [setting, `${String(from)} → ${String(to)}`])),
      ...(excluded === 0 ? [] : [`${counted(excluded, 'signal')} ${branch === null ? 'teach again' : 'left out'}`]),
      ...(moved === undefined
        ? []
        : [
            `${counted(edges.length, 'strength')} and ${counted(utilities.length, 'utility', 'utilities')} ${answer.would === undefined ? 'changed' : 'would change'}`,
          ]),
      ...changes(shown.edges, shown.utilities, page),
      ...(more > 0 ? [page.faint(`and ${more} more; --json has all`)] : []),
    ]),
    ...(answer.promoted ? [page.faint(`${page.command('promote', '--take-back')} takes it back`)] : []),
  ]
}

const largestFirst = <A extends { readonly from: number; readonly to: number }>(moved: ReadonlyArray<A> = []): ReadonlyArray<A> =>
  moved.toSorted((one, other) => Math.abs(other.to - other.from) - Math.abs(one.to - one.from))

const headline = ({ branch, brain, reason, takenBack }: Answer.PromoteAnswer, page: Page): string => {
  if (reason !== undefined) return refusals[reason]
  return takenBack === undefined ? page.good(`${brain} goes on from ${branch ?? ''}`) : `the promotion at ${takenBack} is taken back`
}
