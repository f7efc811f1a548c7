/** `replay`: what the memory would know and recall from the same facts under other settings, or without some signals. */
import { type Answer, ReplayProgress, type ReplayStep } from '@crabtrail/core'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { exits } from '../../failures.ts'
import { openMemory } from '../../memory.ts'
import { Output, present, report } from '../../render/output.ts'
import { aligned, amount, clipped, counted, indented, type Page, score, step } from '../../render/page.ts'
import { changes, ending } from '../../render/parts.ts'
import { ownSettings, profileChoices, set } from '../brains/brains.ts'
import { asking, given } from '../command.ts'
import { markLines } from './unlearning.ts'

export const replay = asking('replay', ['exclude', 'questions', 'rewalk', 'saveAs', 'limit'], {
  summary: 'compare the memory with what it would be under other settings or without some signals',
  details: [
    'Everything is derived again from the recorded facts, and no model is called. Nothing is written without --save-as.',
    'With --set alone the settings in force now are changed, and hold from the first event on.',
    'With --exclude growth nothing that grew from questions is there: growth is one arm of a comparison, as feedback and tiers are.',
    'Pruned edges and merged questions stay as recorded, and walks without --rewalk; learning and decay follow the settings.',
    'promote lets the memory go on from a brain that was saved.',
  ],
  writes: ['saveAs'],
  flags: { profile: { value: 'NAME', choices: profileChoices, help: 'the settings it learns and ranks by' }, set },
  example: 'crabtrail replay --set walk.likeness=4 --questions',
  access: 'read',
})(
  Effect.fn('replay')(function* ({ flags, request }) {
    const settings = yield* ownSettings(flags.set)
    const memory = yield* openMemory
    const began = yield* Clock.monotonicTimeNanos
    const answer = yield* withProgress(memory.replay({ ...request, ...given({ profile: flags.profile, settings }) }))
    const seconds = Number((yield* Clock.monotonicTimeNanos) - began) / 1_000_000_000
    const print = answer.saved === undefined ? present : report
    yield* print(answer, (told, page) => [...replayed(told, page), ...walked(told, seconds, page)])
    return exits.done
  }),
)

const doing: Readonly<Record<ReplayStep['stage'], readonly [verb: string, of: string]>> = {
  derived: ['deriving', 'events'],
  ranked: ['ranking', 'questions'],
  planned: ['planned', 'settings'],
  tried: ['trying', 'settings'],
  asked: ['asked about', 'messages'],
}

/** Returns the line of a step: `ranking 12 of 40 questions`. */
export const progressLine = ({ done, of, stage }: ReplayStep): string => `${doing[stage][0]} ${done} of ${of} ${doing[stage][1]}`

/** Shows the steps of a request while it runs, and a plan with its time. */
export const withProgress = <A, E, R>(request: Effect.Effect<A, E, R>) =>
  Output.use(({ note, progress }) =>
    request.pipe(
      Effect.provideService(ReplayProgress, (step) =>
        step.seconds === undefined
          ? progress(progressLine(step))
          : Effect.andThen(progress(''), note(`plan: try ${counted(step.of, 'setting')}, about ${step.seconds} s`)),
      ),
      Effect.ensuring(progress('')),
    ),
  )

export const replayed = (answer: Answer.ReplayAnswer, page: Page): ReadonlyArray<string> => {
  const { diff, effects, excluded, settings } = answer
  const under = [answer.profile, ...settings.map(({ setting, to }) => `${setting}=${String(to)}`)].join(' ')
  const leftOut = [
    ...(excluded === 0 ? [] : [counted(excluded, 'signal')]),
    ...(answer.births === undefined ? [] : [`${counted(answer.births, 'memory', 'memories')} that had grown`]),
  ]
  const without = leftOut.length === 0 ? '' : ` without ${leftOut.join(' and ')}`
  const more = diff.edges + diff.utilities - diff.largest.edges.length - diff.largest.utilities.length
  return [
    `${counted(answer.events, 'event')} derived again under ${page.strong(clipped(under, page.width))}${without}${ending(answer, page)}`,
    ...indented([
      effects.equal
        ? answer.births === undefined
          ? 'everything that is known is the same'
          : 'every strength and utility is the same'
        : `${counted(diff.edges, 'strength')} and ${counted(diff.utilities, 'utility', 'utilities')} differ`,
      ...changes(diff.largest.edges, diff.largest.utilities, page),
      ...(more > 0 ? [page.faint(`and ${more} more; --limit shows more`)] : []),
      ...markLines(answer, page),
    ]),
    ...rankings(answer, page),
    ...estimated(answer, page),
    ...(answer.saved === undefined ? [] : [`saved as ${page.strong(answer.saved.brain)} at ${answer.saved.position}`]),
  ]
}

/** Prints the walks that were done again. `seconds` is the time of the whole request. */
const walked = ({ walks }: Answer.ReplayAnswer, seconds: number, page: Page): ReadonlyArray<string> => {
  if (walks === undefined) return []
  const { changed, edges, erased, linked, nodes, turns } = walks
  const rate = (turns / Math.max(seconds, 0.001)).toFixed(turns >= 10 * seconds ? 0 : 1)
  return [
    `${counted(turns, 'turn')} walked again, ${changed} with another walk`,
    ...indented([
      page.faint(`${rate} turns per second, on ${counted(nodes, 'node')} and ${counted(edges, 'edge')}`),
      ...(linked === 0 ? [] : [`${counted(linked, 'edge')} linked that no recorded walk needed`]),
      ...(erased === 0 ? [] : [`${counted(erased, 'turn')} as recorded, because the question was erased`]),
    ]),
  ]
}

const rankings = ({ ranking }: Answer.ReplayAnswer, page: Page): ReadonlyArray<string> => {
  if (ranking === undefined) return []
  const { changed, more, questions } = ranking
  return [
    `${changed} of ${counted(questions, 'recorded question')} ${changed === 1 ? 'has' : 'have'} other first five memories${more ? '; older questions were not ranked' : ''}`,
    ...indented(
      ranking.rankings.flatMap(({ after, before, question }) => [
        page.strong(clipped(question.replace(/\s+/g, ' '), page.width - 4)),
        ...indented(aligned(Array.from({ length: Math.max(before.length, after.length) }, (_, i) => row(before[i], after[i], i)))),
      ]),
    ),
  ]
}

type Placed = NonNullable<Answer.ReplayAnswer['ranking']>['rankings'][number]['before'][number]

const row = (before: Placed | undefined, after: Placed | undefined, at: number): ReadonlyArray<string> => {
  const cells = (one: Placed | undefined) => (one === undefined ? ['', ''] : [clipped(one.node, 40), score(one.score)])
  return [`${at + 1}`, ...cells(before), '→', ...cells(after)]
}

const estimated = ({ estimate }: Answer.ReplayAnswer, page: Page): ReadonlyArray<string> => {
  if (estimate === undefined) return []
  const { after = 0, before = 0, difference = 0, effective, interval: [low = 0, high = 0] = [], turns, verdicts } = estimate
  const from = `${counted(verdicts, 'verdict')} on ${counted(turns, 'turn')}`
  if (estimate.tooFew === true)
    return [page.faint(`too few verdicts for an estimate of the rankings: ${from}, worth ${amount(Number(effective))} verdicts`)]
  const worth = typeof effective === 'number' ? effective : Math.min(effective.before, effective.after)
  return [
    `estimated mean verdict ${amount(before)} → ${amount(after)}: ${step(difference)}, 95 % interval ${step(low)} to ${step(high)}`,
    ...indented([page.faint(`from ${from}, worth ${worth.toFixed(0)} independent verdicts`)]),
  ]
}
