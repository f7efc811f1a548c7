/** `tune`: searches settings that rank better what the recorded verdicts call good. */
import { type Answer, ReplayProgress } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { exits } from '../../failures.ts'
import { openMemory } from '../../memory.ts'
import { Output, present, report } from '../../render/output.ts'
import { aligned, counted, indented, type Page } from '../../render/page.ts'
import { ending } from '../../render/parts.ts'
import { asking } from '../command.ts'
import { progressLine } from './replay.ts'

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
    const output = yield* Output
    const memory = yield* openMemory
    const answer = yield* memory.tune(request).pipe(
      Effect.provideService(ReplayProgress, (one) =>
        one.seconds === undefined
          ? output.progress(progressLine(one))
          : Effect.andThen(output.progress(''), output.note(`plan: try ${counted(one.of, 'setting')}, about ${one.seconds} s`)),
      ),
      Effect.ensuring(output.progress('')),
    )
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

export const heldOutLine = ({ after, before, gain, interval }: NonNullable<Answer.TuneAnswer['heldOut']>): string =>
  `held out  NDCG@10 ${percent(before)} → ${percent(after)}: ${signed(gain)}, 95 % interval ${interval.map(signed).join(' to ')}`

const percent = (value: number): string => (100 * value).toFixed(1)
const signed = (value: number): string => `${value >= 0 ? '+' : '−'}${Math.abs(100 * value).toFixed(1)}`
