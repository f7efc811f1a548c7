/** `promote`: lets the memory go on from what a saved replay knows, or takes that back. */
import { type Answer, ReplayProgress } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { exits } from '../../failures.ts'
import { openMemory } from '../../memory.ts'
import { Output, present, report } from '../../render/output.ts'
import { aligned, counted, indented, type Page } from '../../render/page.ts'
import { changes, ending } from '../../render/parts.ts'
import { asking } from '../command.ts'
import { progressLine } from './replay.ts'
import { heldOutLine } from './tune.ts'

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
    const output = yield* Output
    const memory = yield* openMemory
    const answer = yield* memory.promote(request).pipe(
      Effect.provideService(ReplayProgress, (one) => output.progress(progressLine(one))),
      Effect.ensuring(output.progress('')),
    )
    // With --quiet a look and a refusal are printed all the same: the one is asked for its answer, the other has to say why.
    yield* answer.reason === undefined ? report(answer, promoted) : present(answer, promoted)
    return answer.reason === 'worse' || answer.reason === 'too-few-verdicts' ? exits.refused : exits.done
  }),
)

const reasons: Readonly<Record<NonNullable<Answer.PromoteAnswer['reason']>, string>> = {
  'too-few-verdicts': 'not promoted: at least 10 held-out questions with a good memory must judge',
  worse: 'not promoted: the branch ranks the held-out questions worse',
  'dry-run': 'nothing is changed: this would change',
}

/** Strengths that are printed at most. */
const listed = 12

const promoted = (answer: Answer.PromoteAnswer, page: Page): ReadonlyArray<string> => {
  const { branch, excluded, heldOut, judged, settings } = answer
  const moved = answer.restored ?? answer.would
  const { edges, utilities } = { edges: largestFirst(moved?.edges), utilities: largestFirst(moved?.utilities) }
  const shown = { edges: edges.slice(0, listed), utilities: utilities.slice(0, listed) }
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
  if (reason !== undefined) return reasons[reason]
  return takenBack === undefined ? page.good(`${brain} goes on from ${branch ?? ''}`) : `the promotion at ${takenBack} is taken back`
}
