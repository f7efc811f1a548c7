/** Gives the facts of a log once more to a new brain, commit by commit, and lets its learner run when the test says so. */
import { EventStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { catchUp, type OpenBrain, openBrain } from '../../packages/core/src/application/brain/brain.ts'
import { commitRow } from '../../packages/core/src/application/brain/commit-row.ts'
import { workBacklog } from '../../packages/core/src/application/commands/learner.ts'
import { Cryptography } from '../../packages/core/src/application/ports/cryptography.ts'
import { type BrainEvent, type NewEvent, namedContents } from '../../packages/core/src/domain/events/brain-event.ts'
import { parseBrainKey } from '../../packages/core/src/domain/identity.ts'
import type { OpenStore } from './open-store.ts'
import type { RecordedLog } from './recorded-log.ts'

const key = Result.getOrThrow(parseBrainKey('default'))
const effectTypes: ReadonlySet<string> = new Set(['FeedbackAttributed', 'StrengthAdjusted', 'UtilityAdjusted'])
const isEffect = ({ type }: Pick<BrainEvent, 'type'>): boolean => effectTypes.has(type)

/** Effects of every fact, by its place among the facts. They hold no positions, which depend on when the learner ran. */
export type Taught = ReadonlyArray<readonly [fact: number, effects: string]>

export const taughtIn = ({ events }: Pick<RecordedLog, 'events'>): Taught => {
  const facts = events.filter((event) => !isEffect(event))
  return facts.flatMap((fact, place) => {
    const effects = events
      .filter((event) => isEffect(event) && event.cause === fact.position)
      .map(({ data, turn, type }) => [type, turn, data])
    return effects.length === 0 ? [] : [[place, JSON.stringify(effects)] as const]
  })
}

/** Number of learners that run after a commit, or one learner that takes at most so many facts and leaves the rest waiting. */
export type Learners = 0 | 1 | 2 | { readonly most: number }
/** Also: just before the next fact that teaches, when others have come after the one that waits. */
export type Schedule = ReadonlyArray<Learners> | 'late'

const teachingTypes: ReadonlySet<string> = new Set(['FeedbackGiven', 'OutcomeGiven', 'StrengthSet'])

/** Appends the facts of `log` and runs the learners after each commit as `schedule` says, going round; at the end one works off the rest. */
export const replayFacts = (store: OpenStore, log: RecordedLog, schedule: Schedule): Promise<void> =>
  store.run(
    Effect.gen(function* () {
      const brains: ReadonlyArray<OpenBrain> = [newBrain(), newBrain()]
      const [brain = newBrain()] = brains
      for (const [i, { actor, at, count, first, session }] of log.commits.entries()) {
        const facts = log.events.slice(first - 1, first - 1 + count).filter((event) => !isEffect(event))
        if (facts.length === 0) continue
        if (schedule === 'late' && facts.some(({ type }) => teachingTypes.has(type))) yield* learn(brain)
        yield* catchUp(brain)
        yield* append(brain, facts, { actor, at, session }, log)
        const learners = schedule === 'late' ? 0 : (schedule[i % Math.max(1, schedule.length)] ?? 0)
        if (typeof learners === 'object') yield* learn(brain, learners.most)
        else
          yield* Effect.all(
            brains.slice(0, learners).map((one) => learn(one)),
            { concurrency: 'unbounded' },
          )
      }
      yield* learn(brain)
    }),
  )

const newBrain = (): OpenBrain => openBrain(key, '00'.repeat(32), () => '')

const learn = (brain: OpenBrain, most?: number) => Effect.andThen(catchUp(brain), workBacklog(brain, most))

const append = Effect.fnUntraced(function* (
  brain: OpenBrain,
  facts: ReadonlyArray<NewEvent>,
  commit: { readonly actor: number; readonly at: number; readonly session: number | undefined },
  { contents: bodies, salts }: RecordedLog,
) {
  const store = yield* EventStore
  const crypto = yield* Cryptography
  const { position } = brain.state
  const row = commitRow(crypto, facts.map(bare), { prev: brain.hash, first: position + 1, ...commit })
  const create = position === 0 ? { create: { fingerprintKey: brain.fingerprintKey } } : {}
  const digest = '00'.repeat(16)
  const contents = facts
    .flatMap(namedContents)
    .map((content) => ({ ...content, salt: salts.get(content.ref) ?? digest, body: bodies.get(content.ref), fingerprint: digest }))
  yield* store.append({ brain: key, row, contents, index: [], durability: 'process', ...create })
})

/** Without its place. */
const bare = (event: NewEvent): NewEvent => {
  const { cause, data, origin, turn, type } = event
  return {
    type,
    data,
    ...(turn === undefined ? {} : { turn }),
    ...(cause === undefined ? {} : { cause }),
    ...(origin === undefined ? {} : { origin }),
  } as NewEvent
}
