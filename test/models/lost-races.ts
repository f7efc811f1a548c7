/** A command of one process that others outrun: its commit and its answer are those of a command that is asked after theirs. */
import { EventStore, type MemoryMethods } from '@crabtrail/core'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import fc from 'fast-check'
import { expect } from 'vitest'
import { settings, talkDocument, unsure } from '../scenarios/routing-model.ts'
import { handClock } from './hand-clock.ts'
import { complaints } from './log-rules.ts'
import { type AskedMemory, openStore, type StoreOptions, type Stores } from './open-store.ts'
import { withNotes } from './player.ts'
import { type Property, property } from './property.ts'
import { eventsOf, type RecordedLog, readLog } from './recorded-log.ts'
import { noteAt, questions } from './small-notes.ts'

type Request<M extends keyof MemoryMethods> = Parameters<MemoryMethods[M]>[0]
type Written = { readonly [M in keyof MemoryMethods]: { readonly method: M; readonly request: Request<M> } }[keyof MemoryMethods]

export interface Race {
  /** Requests before the race. */
  readonly before: ReadonlyArray<Written>
  readonly raced: Written
  /** The requests of another process: each is answered between what the raced command looked up and its next append. */
  readonly others: ReadonlyArray<Written>
}

const talk = { session: 'talk', sessionKind: 'interactive' } as const

const words = <const T extends string>(...given: ReadonlyArray<T>) => fc.constantFrom(...given)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

/** A request without the fields that are undefined, as a caller gives it. */
const asking = <M extends keyof MemoryMethods>(
  method: M,
  fields: { readonly [K in keyof Request<M>]?: fc.Arbitrary<Request<M>[K] | undefined> },
): fc.Arbitrary<Written> =>
  fc
    .record(fields as Record<string, fc.Arbitrary<unknown>>)
    .map(
      (request) => ({ method, request: Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined)) }) as Written,
    )

const node = words('deploy.md#rolling-back', 'deploy.md', 'queue.md#when-the-queue-is-stuck', 'rota.md#kitchen', 'backup.md', 'rota.md')
const turn = words('t1', 't2', 't3')
const inSession = { session: maybe(words('talk', 'desk')) }
const key = maybe(words('a', 'b', 'c', 'd', 'd'))
const rollingBack = 'Roll back a bad deploy with `ship rollback`, then tell the crew in the harbour channel.'
const hits = [{ source: 'queue.md', text: 'Restart the stuck workers of the queue, oldest first.' }]

/** Requests of every operation that decides a commit from what it looks up. Few words on purpose: they are about the same things. */
const written: fc.Arbitrary<Written> = fc.oneof(
  {
    weight: 6,
    arbitrary: asking('recall', {
      ...inSession,
      key,
      question: words(...questions, 'And on Fridays?', 'What did I note on the harbour boat?'),
      autoNeurogenesis: maybe(fc.constant(true)),
      hits: maybe(fc.constant(hits)),
    }),
  },
  {
    weight: 4,
    arbitrary: asking('ingest', {
      documents: fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 2 })).map(([note, version]) => [noteAt(note, version)]),
    }),
  },
  {
    weight: 2,
    arbitrary: asking('note', {
      text: words('The harbour boat leaves the queue on Fridays.', 'A bad deploy is rolled back by the crew.', rollingBack),
      origin: maybe(words('owner', 'agent')),
    }),
  },
  {
    weight: 4,
    arbitrary: asking('feedback', {
      ...inSession,
      key,
      verdict: words('used', 'wrong', 'not-relevant', 'not-useful', 'success', 'correction'),
      turn: maybe(turn),
      nodes: fc.uniqueArray(node, { maxLength: 2 }),
      instead: maybe(node.map((one) => [one])),
    }),
  },
  { weight: 2, arbitrary: asking('strength', { key, source: node, target: node, value: fc.constantFrom(-0.5, 0.2, 0.9) }) },
  { weight: 1, arbitrary: asking('protect', { node, off: maybe(fc.constant(true)) }) },
  { weight: 1, arbitrary: asking('trust', { node, off: maybe(fc.constant(true)) }) },
  {
    weight: 3,
    arbitrary: asking('complete', {
      key,
      turn,
      outcome: words('success', 'success', 'failure'),
      durationMs: fc.constant(5),
      reply: words(rollingBack, 'Restart the stuck workers of the queue, oldest first.'),
      tools: maybe(fc.constant([{ name: 'exec', calls: 2, failures: 1 }])),
      errors: maybe(fc.constant([{ tool: 'exec', text: 'ship: command not found' }])),
      steps: maybe(fc.constant(['exec', 'read', 'exec'])),
      captured: maybe(fc.constant({ said: 'The harbour boat is painted green every spring.', reply: 'It is noted.' })),
    }),
  },
  {
    weight: 2,
    arbitrary: asking('hear', {
      session: words('talk'),
      key,
      text: words('No, that is wrong: the fridge is emptied on Mondays.', 'That was wrong.'),
    }),
  },
  {
    weight: 1,
    arbitrary: asking('skip', {
      ...inSession,
      reason: fc.constant('off'),
      skippedAt: fc.constant(0),
      waitedMs: fc.constant(1),
      turn: maybe(turn),
    }),
  },
  { weight: 2, arbitrary: asking('session', { ...inSession, event: words('started', 'ended') }) },
  { weight: 1, arbitrary: asking('heartbeat', { ...inSession, tags: words('kitchen', 'queue').map((tag) => [tag]) }) },
  {
    weight: 3,
    arbitrary: asking('profile', {
      profile: words('balanced', 'crabpath', 'linkstrength', 'neurogated'),
      settings: fc.constantFrom(undefined, { 'budget.items': 3 }, { 'budget.fired': 2 }, { 'learning.use.share': 0.9 }),
    }),
  },
  { weight: 1, arbitrary: asking('maintain', {}) },
  { weight: 1, arbitrary: asking('rollback', { key, to: words('0', '60', '70', '90') }) },
  { weight: 1, arbitrary: asking('unlearn', { ofSession: words('talk', 'desk', 'cli') }) },
  { weight: 1, arbitrary: asking('unlearn', { ofTurn: turn }) },
  { weight: 1, arbitrary: asking('undo', { session: words('talk') }) },
  { weight: 2, arbitrary: asking('forget', { node }) },
  { weight: 1, arbitrary: asking('forget', { source: words('queue.md', 'deploy.md') }) },
  { weight: 1, arbitrary: asking('forget', { session: words('talk', 'desk') }) },
  { weight: 1, arbitrary: asking('forget', { subject: words('kitchen', 'harbour boat') }) },
  { weight: 1, arbitrary: asking('tag', { name: words('one', 'two') }) },
  { weight: 1, arbitrary: asking('describe', { about: words('the harbour', 'the kitchen') }) },
)

const ask = <M extends keyof MemoryMethods>(method: M, request: Request<M>): Written => ({ method, request }) as Written
const onCall = ask('recall', { question: 'Who is on call for a bad deploy?' })
const newDeploy = ask('ingest', { documents: [noteAt(0, 1)] })
const greenList = 'Roll back a bad deploy from the green list: choose the last green build and press return.'

/** Races in which each thing that a command looks up changes: they come first in every run. */
export const knownRaces: ReadonlyArray<Race> = [
  // What a recall looks up: settings, texts, the memory's own hints, the questions before.
  { before: [], raced: onCall, others: [ask('profile', { profile: 'balanced', settings: { 'budget.items': 2, 'budget.fired': 3 } })] },
  { before: [], raced: onCall, others: [newDeploy, ask('note', { text: 'Nora is on call for a bad deploy.' })] },
  { before: [], raced: onCall, others: [ask('forget', { source: 'rota.md' })] },
  { before: [], raced: onCall, others: [ask('heartbeat', { tags: ['deploy'] })] },
  {
    before: [],
    raced: ask('recall', { question: 'And on Fridays?', ...talk }),
    others: [ask('recall', { question: 'Who is on call on Mondays?', ...talk })],
  },
  { before: [], raced: ask('recall', { question: 'And on Fridays?', ...talk }), others: [ask('forget', { turn: 't3' })] },
  // The texts that a reply drew on, and how much of one must be in it.
  { before: [], raced: ask('complete', { turn: 't1', outcome: 'success', durationMs: 1, reply: greenList }), others: [newDeploy] },
  {
    before: [],
    raced: ask('complete', { turn: 't1', outcome: 'success', durationMs: 1, reply: rollingBack }),
    others: [ask('forget', { node: 'deploy.md#rolling-back' })],
  },
  {
    before: [],
    raced: ask('complete', { turn: 't1', outcome: 'success', durationMs: 1, reply: rollingBack }),
    others: [ask('profile', { profile: 'balanced', settings: { 'learning.use.gramsLeast': 64, 'learning.use.share': 1 } })],
  },
  // Names.
  {
    before: [],
    raced: ask('feedback', { verdict: 'wrong', turn: 't1', nodes: ['deploy.md#rolling-back'] }),
    others: [ask('forget', { node: 'deploy.md#rolling-back' })],
  },
  {
    before: [],
    raced: ask('strength', { source: 'rota.md', target: 'queue.md', value: 0.5 }),
    others: [ask('forget', { source: 'queue.md' })],
  },
  { before: [], raced: ask('protect', { node: 'backup.md' }), others: [ask('forget', { source: 'backup.md' })] },
  { before: [], raced: ask('trust', { node: 'backup.md' }), others: [ask('forget', { source: 'backup.md' })] },
  {
    before: [],
    raced: ask('unlearn', { ofSession: 'talk' }),
    others: [ask('feedback', { ...talk, verdict: 'wrong', turn: 't3', nodes: ['rota.md#kitchen'] })],
  },
  {
    before: [],
    raced: ask('unlearn', { ofSession: 'talk' }),
    others: [ask('session', { ...talk, event: 'ended' }), ask('strength', { ...talk, source: 'rota.md', target: 'queue.md', value: 0.5 })],
  },
  // A key that somebody else uses while the lock is waited for.
  {
    before: [],
    raced: ask('complete', { key: 'd', turn: 't3', outcome: 'success', durationMs: 5 }),
    others: [
      newDeploy,
      ask('profile', { profile: 'linkstrength' }),
      ask('complete', { key: 'd', turn: 't3', outcome: 'success', durationMs: 6 }),
    ],
  },
  // How many documents were read in, where a part of one may not be.
  { before: [], raced: ask('ingest', { documents: [noteAt(0, 0)] }), others: [ask('forget', { node: 'deploy.md' })] },
]

const withTalk = [ask('profile', { profile: 'balanced', settings }), ask('ingest', { documents: [talkDocument] })]
const whenItLeaves = ask('recall', { question: unsure })

/** Races of a recall that asks a model. */
export const routedRaces: ReadonlyArray<Race> = [
  {
    before: withTalk,
    raced: whenItLeaves,
    others: [ask('profile', { profile: 'balanced', settings: { ...settings, 'routing.tokensIn': 500 } })],
  },
  { before: withTalk, raced: whenItLeaves, others: [ask('forget', { subject: 'third pier' })] },
  { before: withTalk, raced: whenItLeaves, others: [ask('note', { text: 'The boat for the trip does leave at noon.' })] },
]

export const race: fc.Arbitrary<Race> = fc.record({
  before: fc.array(written, { maxLength: 4 }),
  raced: written,
  others: fc.array(written, { minLength: 1, maxLength: 3 }),
})

/** Lets the other requests in before an append, and before the next one only where that one lost. */
interface Meeting {
  readonly between: (stores: Context.Context<Stores>) => Context.Context<Stores>
  /** Runs a request that meets the others, and returns how many of them were let in. */
  readonly meets: (request: () => Promise<unknown>, others: ReadonlyArray<() => Promise<unknown>>) => Promise<number>
}

const meeting = (): Meeting => {
  let waiting: Array<() => Promise<unknown>> = []
  let [isInside, hasLost] = [false, true]
  const letIn = Effect.suspend(() => {
    if (isInside || waiting.length === 0) return Effect.void
    if (!hasLost) waiting = []
    const next = waiting.shift()
    if (next === undefined) return Effect.void
    ;[isInside, hasLost] = [true, false]
    return Effect.promise(async () => {
      await next()
      isInside = false
    })
  })
  const noted = ({ _tag }: { readonly _tag: string }) =>
    Effect.sync(() => {
      if (!isInside && _tag === 'WrongExpectedPosition') hasLost = true
    })
  return {
    between: (stores) => {
      const store = Context.get(stores, EventStore)
      return Context.add(stores, EventStore, {
        ...store,
        append: (append) => Effect.andThen(letIn, Effect.tapError(store.append(append), noted)),
        locked: (brain, body, steady) => Effect.andThen(letIn, store.locked(brain, body, steady)),
      })
    },
    meets: async (request, others) => {
      let met = 0
      waiting = others.map((other) => () => {
        met++
        return other()
      })
      hasLost = true
      await request()
      waiting = []
      return met
    },
  }
}

const logOf = async (memory: AskedMemory): Promise<RecordedLog> => readLog((await memory.export({})).lines)

/**
 * Every effect follows from the log, and every walk is the one that is recorded. An erasure takes away what a walk was made from, and after an
 * unlearning walks are done again without its signals.
 */
const prove = async (memory: AskedMemory, log: RecordedLog): Promise<void> => {
  expect(complaints(log)).toEqual([])
  const { checks } = await memory.verify({ rederive: true })
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
  const { walks } = await memory.replay({ rewalk: true })
  if (eventsOf(log, 'ContentErased').length + eventsOf(log, 'UnlearnRequested').length === 0)
    expect(walks).toMatchObject({ changed: 0, erased: 0 })
}

/** The events of a log with the bodies of their contents: references are random. */
const plain = ({ contents, events }: RecordedLog): ReadonlyArray<unknown> =>
  events.map((event) =>
    JSON.parse(JSON.stringify(event), (_, value) =>
      typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) ? (contents.get(value) ?? 'sealed or erased') : value,
    ),
  )

/** Answers a request; a refusal is an answer, too. Leaves out how long it took and what its store is made of. */
const told = async (memory: AskedMemory, { method, request }: Written): Promise<unknown> => {
  try {
    const ask: (request: never) => Promise<unknown> = memory[method]
    return { ...Object(await ask(request as never)), latencyMs: 0, places: [], unreachable: [], unfinished: '', selection: '' }
  } catch (error) {
    if (!(error instanceof Error) || !('_tag' in error)) throw error
    return { refused: error._tag, message: error.message }
  }
}

/** Opens two memories over one store, as two processes have them, and does what comes before the race. */
const begun = async (world: World, { before }: Race, between?: Meeting['between']) => {
  const store = openStore({ clock: handClock(), ...world, ...(between === undefined ? {} : { between }) })
  const memory = await withNotes(await store.memory())
  await memory.heartbeat({ tags: ['queue'] })
  await memory.recall({ ...talk, question: questions[0] ?? '', key: 'a' })
  await memory.feedback({ ...talk, verdict: 'success', turn: 't1', nodes: ['deploy.md#rolling-back'] })
  await memory.recall({ ...talk, question: questions[2] ?? '', key: 'b' })
  await memory.complete({ turn: 't2', outcome: 'success', durationMs: 1, reply: 'Restart the stuck workers of the queue, oldest first.' })
  await memory.recall({ ...talk, question: questions[3] ?? '' })
  for (const one of before) await told(memory, one)
  const other = await store.memory()
  await other.show({})
  return { store, memory, other }
}

/** The store of a race, and what else its memories have. */
export type World = Pick<StoreOptions, 'layer' | 'model'>

/** Runs a race twice: as it is, and with the raced command after the others that it met. Returns how many it met. `world` makes an empty one. */
export const sameAsAfter = async (asked: Race, world: () => World = () => ({})): Promise<number> => {
  const { between, meets } = meeting()
  const [racing, after] = [await begun(world(), asked, between), await begun(world(), asked)]
  try {
    let answer: unknown
    const met = await meets(
      async () => {
        answer = await told(racing.memory, asked.raced)
      },
      asked.others.map((one) => () => told(racing.other, one)),
    )
    for (const one of asked.others.slice(0, met)) await told(after.other, one)

    const expected = await told(after.memory, asked.raced)
    // A command that was refused only after the race may have worked off a backlog that the other one left.
    for (const { memory } of [racing, after]) await memory.learn({})

    const log = await logOf(racing.memory)
    expect(answer).toEqual(expected)
    expect(plain(log)).toEqual(plain(await logOf(after.memory)))
    await prove(racing.memory, log)
    return met
  } finally {
    await Promise.all([racing.store.close(), after.store.close()])
  }
}

/** The property over a kind of store. */
export const lostRaces = (name: string, runs: number, world?: () => World, found: ReadonlyArray<Race> = []): Property =>
  property(
    `INV-182 a command that loses a race is answered and recorded as one that is asked after it, over ${name}`,
    runs,
    race,
    async (asked) => void (await sameAsAfter(asked, world)),
    found,
  )
