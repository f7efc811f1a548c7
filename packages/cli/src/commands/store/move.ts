/** `move`: carries the brains of one store to another, and proves that they are the same there. */
import { statSync } from 'node:fs'
import {
  type BrainKey,
  type BrainRecord,
  brainsToMove,
  ContentStore,
  commitsToMove,
  EventStore,
  InvalidRequest,
  Memory,
  type MoveSource,
  moveBrain,
  type PlannedMove,
  parseBrainKey,
  planMove,
  requireSame,
  StoreUnavailable,
} from '@crabtrail/core'
import { type ChosenOptions, chosenStore, isNoStoreYet, type StoreChoice } from '@crabtrail/store/store-choice'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import type * as Scope from 'effect/Scope'
import { openedStore, type Proof, proveBrain } from '../../copies.ts'
import { tellable } from '../../documents/whole-file.ts'
import { exits } from '../../failures.ts'
import { isThere, Opening, warnOf } from '../../memory.ts'
import { Output, present, report } from '../../render/output.ts'
import { counted, indented, type Page } from '../../render/page.ts'
import { command } from '../command.ts'

export const move = command({
  summary: 'carry the brains of a store to another one, of either kind, and prove that they are the same there',
  details: [
    'The first store is only read, and stays as it is. The second one is made if it is not there yet. Stop what uses either of them first.',
    'A brain is written whole or not at all. After an interruption run it again: it goes on with the brains that are not there yet.',
    'A brain that is there already gets the commits that it lacks; one that is another, or was used since, is refused.',
    'Vectors and snapshots are made anew there, when they are needed.',
  ],
  positionals: [
    { name: 'FROM-URL', help: 'the store that has the brains: a path, sqlite:PATH or postgres://USER@HOST/DATABASE' },
    { name: 'TO-URL', help: 'the store that gets them' },
  ],
  flags: {
    only: { value: 'KEY', many: true, help: 'move only this brain; --brain chooses none here' },
    'dry-run': { reads: true, help: 'prove the brains, say what would be moved, and write nothing' },
  },
  example: 'crabtrail move ~/.crabtrail/crabtrail.db postgres://ada@db.example/memory',
  access: 'none',
})(
  Effect.fn('move')(function* ({ flags, words }) {
    const { storeNamed } = yield* Opening
    const from = yield* Effect.fromResult(storeNamed('FROM-URL', words['from-url']))
    const to = yield* Effect.fromResult(storeNamed('TO-URL', words['to-url']))
    yield* requireApart(from, to)
    const only = yield* Effect.forEach(flags.only ?? [], keyOf)
    const isLook = flags['dry-run'] === true
    const { progress } = yield* Output
    const moved = yield* carried({ from, to, only, isLook }).pipe(Effect.scoped, Effect.ensuring(progress('')))
    const answer = { from: tellable(from.place), to: tellable(to.place), ...moved }
    yield* isLook ? present(answer, wouldMove) : report(answer, movedAll)
    return exits.done
  }),
)

const keyOf = (text: string) =>
  Effect.mapError(Effect.fromResult(parseBrainKey(text)), (problem) => new InvalidRequest({ field: '--only', problem }))

/** Refuses a store as its own target. Names of one server that differ are not noticed; then every brain is there already. */
const requireApart = (from: StoreChoice, to: StoreChoice) =>
  isSame(from, to)
    ? Effect.fail(new InvalidRequest({ field: 'TO-URL', problem: 'it is the same store as FROM-URL: name another' }))
    : Effect.void

const isSame = (one: StoreChoice, other: StoreChoice): boolean => {
  if (one.kind === 'postgres' && other.kind === 'postgres') {
    const [a, b] = [one.address, other.address]
    return a.host === b.host && a.port === b.port && a.database === b.database
  }
  return one.kind === 'sqlite' && other.kind === 'sqlite' && (one.path === other.path || isSameFile(one.path, other.path))
}

const isSameFile = (one: string, other: string): boolean => {
  const file = (path: string) => Result.getOrUndefined(Result.try(() => statSync(path, { bigint: true, throwIfNoEntry: false })))
  const [a, b] = [file(one), file(other)]
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev
}

interface Asked {
  readonly from: StoreChoice
  readonly to: StoreChoice
  readonly only: ReadonlyArray<BrainKey>
  readonly isLook: boolean
}

/** Moves the brains. Both stores are open until the scope ends. */
const carried = Effect.fnUntraced(function* ({ from, isLook, only, to }: Asked) {
  const output = yield* Output
  yield* Effect.forEach([from, to], (store) => warnOf(store, output))
  const opened = (yield* openThere(from, { readOnly: true })) ?? (yield* noStore(from))
  const source = { events: Context.get(opened, EventStore), contents: Context.get(opened, ContentStore) }
  const records = yield* brainsToMove(source, only)
  const found = yield* openThere(to, isLook ? { readOnly: true } : { mayMake: false })
  const plans = yield* Effect.forEach(records, (record) => planIn(found, source, record))
  const proofs = yield* proven(opened, records, { of: from.place, outcome: 'nothing was moved' })
  if (isLook || records.length === 0) {
    const commits = yield* Effect.forEach(plans, (plan) => commitsToMove(source, plan))
    return answerOf(plans, commits, { ...proofs, notes: [] }, !isLook)
  }
  // A refused move leaves no empty store behind.
  const target = found ?? (yield* openedStore(chosenStore(to)))
  const commits = yield* Effect.forEach(plans, (plan) =>
    moveBrain(source, plan, (at) => output.progress(`moving ${plan.from.brain}: ${at} of ${plan.from.position} events`)),
  ).pipe(Effect.provideContext(target))
  const proofsThere = yield* proven(target, records, { of: to.place, outcome: 'the source is as it was, and what is there is damaged' })
  yield* Effect.provideContext(
    Effect.forEach(records, (record) => requireSame(source, record)),
    target,
  )
  return answerOf(plans, commits, proofsThere, true)
})

type Opened = Effect.Success<ReturnType<typeof openedStore>>

const openThere = (choice: StoreChoice, options: ChosenOptions): Effect.Effect<Opened | undefined, StoreUnavailable, Scope.Scope> =>
  choice.kind === 'sqlite' && !isThere(choice.path)
    ? Effect.succeed(undefined)
    : Effect.catchIf(openedStore(chosenStore(choice, options)), isNoStoreYet, () => Effect.succeed(undefined))

const planIn = (target: Opened | undefined, source: MoveSource, from: BrainRecord) =>
  target === undefined ? Effect.succeed<PlannedMove>({ from, there: undefined }) : Effect.provideContext(planMove(source, from), target)

/** Proves brains of an open store, in their order. */
const proven = Effect.fnUntraced(function* (
  store: Opened,
  records: ReadonlyArray<BrainRecord>,
  about: { readonly of: string; readonly outcome: string },
) {
  const { progress } = yield* Output
  const proofs = yield* Effect.forEach(records, ({ brain }) =>
    Effect.andThen(progress(`proving ${brain} in ${tellable(about.of)}`), proveBrain(Context.get(store, Memory), brain, about)),
  )
  return { brains: proofs.flatMap(({ brains }) => brains), notes: proofs.flatMap(({ notes }) => notes) } satisfies Proof
})

/**
 * `commits`: those that were written of each brain; `before`: the position of a brain in the target before, 0 if it was not there; `notes`:
 * damage in the target that can be repaired from the log.
 */
const answerOf = (plans: ReadonlyArray<PlannedMove>, commits: ReadonlyArray<number>, { brains, notes }: Proof, verified: boolean) => ({
  brains: plans.map(({ from: { brain, position }, there }, i) => {
    return { brain, position, commits: commits[i] ?? 0, before: there?.position ?? 0, digest: brains[i]?.digest ?? '' }
  }),
  commits: commits.reduce((sum, one) => sum + one, 0),
  verified,
  notes,
})

const noStore = ({ kind, place }: StoreChoice) => {
  const detail = `there is no store, so nothing can be moved from it: check the ${kind === 'sqlite' ? 'path' : 'URL'}`
  return Effect.fail(new StoreUnavailable({ reason: 'not-found', place, detail, retryable: false }))
}

interface MoveAnswer extends ReturnType<typeof answerOf> {
  readonly from: string
  readonly to: string
}

const noBrain = (from: string) => [`${from} has no brain, so nothing is moved`]

/** The brains that come along, so that nobody moves one unknowingly. */
const named = (brains: MoveAnswer['brains'], page: Page): ReadonlyArray<string> =>
  indented(brains.map(({ brain, position }) => page.faint(`${brain} at ${position}`)))

const movedAll = ({ brains, commits, from, notes, to }: MoveAnswer, page: Page): ReadonlyArray<string> =>
  brains.length === 0
    ? noBrain(from)
    : [
        `${counted(brains.length, 'brain')} of ${from} ${brains.length === 1 ? 'is' : 'are'} in ${page.strong(to)}, proven; ${counted(commits, 'commit')} written`,
        ...named(brains, page),
        ...indented(notes),
      ]

const wouldMove = ({ brains, commits, from, to }: MoveAnswer, page: Page): ReadonlyArray<string> =>
  brains.length === 0
    ? noBrain(from)
    : [
        `${counted(brains.length, 'brain')} of ${from} would be moved to ${page.strong(to)}: ${counted(commits, 'commit')} to write; nothing was written`,
        ...named(brains, page),
      ]
