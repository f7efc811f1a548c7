/**
 * Requests of every method of a memory, good and bad, in words that are few on purpose: they name what is there, was there or never was.
 *
 * They are literal, and what they meet follows from those before them: the third turn is `t3` in every store.
 */
import { type MemoryMethods, verdicts } from '@crabtrail/core'
import fc from 'fast-check'
import { noteAt, questions } from './small-notes.ts'

/** `import` takes an export of this very memory: see {@link Step}. */
export type Asked = {
  readonly [M in keyof MemoryMethods]: { readonly method: M; readonly request: Parameters<MemoryMethods[M]>[0] }
}[Exclude<keyof MemoryMethods, 'import'>]

export type Step =
  | ({ readonly step: 'ask' } & Asked)
  /** Import of the memory's present export, unchanged or with one line changed, into this brain. */
  | {
      readonly step: 'import'
      readonly brain: string
      readonly line: number
      readonly change: 'none' | 'drop' | 'double' | 'alter'
      /** With a last line that fits what was done to the others. */
      readonly ended: boolean
    }
  /** Everything is forgotten but the store; `reopen` closes that too where it is one that remembers. */
  | { readonly step: 'restart' | 'reopen' }
  /** Also backwards. */
  | { readonly step: 'wait'; readonly ms: number }

const words = (...given: ReadonlyArray<string>) => fc.constantFrom(...given)
/** Left out so many times as often as not. */
const seldom = <T>(value: fc.Arbitrary<T>, times = 5): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: times, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
/** Good words, and now and then one that is none. */
const mostly = (good: ReadonlyArray<string>, ...bad: ReadonlyArray<string>) =>
  fc.oneof({ weight: 14, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: fc.constantFrom(...bad) })

type Given<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> } | T

/** A request with its fields left out where they are undefined, as a caller would. */
const record = <T extends object>(fields: { readonly [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Given<T>> =>
  fc.record(fields).map((request) => Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined)) as T)

const brain = fc.oneof(
  { weight: 20, arbitrary: fc.constant('local/main/default') },
  { weight: 2, arbitrary: fc.constantFrom('local/main/other', undefined) },
  { weight: 1, arbitrary: words('local/main/nowhere', '/', '') },
)
const node = mostly(
  ['deploy.md#rolling-back', 'deploy.md#rolling-back', 'deploy.md', 'queue.md#when-the-queue-is-stuck', 'rota.md#kitchen', 'backup.md'],
  'q',
  'nowhere.md',
  'erased:2',
  '',
)
const edge = mostly(['e1', 'e2', 'e7'], 'e99', 'deploy.md', 'x')
const turn = mostly(['t1', 't2', '2', 't3'], 't99', 'x', '0')
const position = mostly(['0', '9', '21', '-1', '-3', '2026-11-20T00:00:10Z'], '999', '1.5', 'tag:x', 'never', '')
const speaker = {
  brain,
  actor: seldom(mostly(['somebody', 'Ann'], '')),
  actorKind: seldom(words('agent', 'owner', 'other'), 9),
  origin: seldom(words('owner', 'agent', 'untrusted', 'system')),
}
const inSession = {
  session: seldom(mostly(['talk', 'pulse', 'terminal'], ''), 1),
  sessionKind: seldom(words('cli', 'interactive', 'heartbeat')),
}
const key = seldom(words('a', 'b', 'c', 'd', 'e', 'f'), 2)
const keyed = { key, expected: seldom(fc.constantFrom(0, 30, 33, -1), 12) }
const question = mostly(questions, '', ' ')
const ensure = seldom(fc.boolean(), 4)
const text = words('No, that is wrong, I meant something else.', 'Thank you!', 'sk-ant-api03-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '')

const documents = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 2 })).map(([note, version]) => noteAt(note, version)) },
    { weight: 1, arbitrary: fc.record({ source: words('a.txt', '../x', ''), format: fc.constant('text' as const), text }) },
  ),
  { maxLength: 3 },
)

const asked = <M extends Asked['method']>(method: M, request: fc.Arbitrary<unknown>): fc.Arbitrary<Step> =>
  request.map((one) => ({ step: 'ask', method, request: one }) as Step)

type Weighted = readonly [weight: number, arbitrary: fc.Arbitrary<Step>]

/** One at a time, as they are to be named; the last by two things at once, now and then. */
const forgotten: ReadonlyArray<{ readonly [what: string]: fc.Arbitrary<string | undefined> }> = [
  { node },
  { source: words('queue.md', 'x') },
  { session: words('s1', 'talk') },
  { subject: words('kitchen', 'the', ''), node: seldom(node) },
]

const requests: ReadonlyArray<Weighted> = [
  [
    1,
    asked(
      'init',
      record({
        ...speaker,
        brain: words('local/main/fourth', 'local/main/default'),
        profile: seldom(words('balanced', 'crabpath', 'nothing')),
      }),
    ),
  ],
  [1, asked('brains', fc.constant({}))],
  [
    1,
    asked(
      'profile',
      record({ ...speaker, ...inSession, ...keyed, profile: words('crabpath', 'neurogated', 'balanced', 'linkstrength', 'nothing') }),
    ),
  ],
  [4, asked('ingest', record({ ...speaker, ...inSession, documents, dryRun: seldom(fc.boolean()), again: seldom(fc.boolean()) }))],
  [
    6,
    asked(
      'recall',
      record({
        ...speaker,
        ...inSession,
        ...keyed,
        question,
        ensure,
        limit: seldom(fc.constantFrom(0, 1, 3, -1), 6),
        budget: seldom(fc.constantFrom(0, 20, 400), 6),
        at: seldom(position, 6),
        record: seldom(fc.boolean(), 6),
      }),
    ),
  ],
  [
    1,
    asked(
      'skip',
      record({
        ...speaker,
        ...inSession,
        key,
        ensure,
        reason: words('off', 'deadline'),
        skippedAt: fc.constantFrom(0, -1),
        waitedMs: fc.constantFrom(0, 7),
        turn: seldom(turn),
      }),
    ),
  ],
  [
    1,
    asked(
      'session',
      record({
        ...speaker,
        ...inSession,
        key,
        ensure,
        event: words('started', 'ended'),
        reason: seldom(words('closed', 'idle')),
      }),
    ),
  ],
  [
    1,
    asked('heartbeat', record({ ...speaker, ...inSession, key, ensure, tags: fc.array(words('kitchen', 'deploy', ''), { maxLength: 2 }) })),
  ],
  [
    2,
    asked(
      'complete',
      record({
        ...speaker,
        ...inSession,
        key,
        turn: seldom(turn, 1),
        recallKey: seldom(words('a', 'b')),
        outcome: words('success', 'failure', 'aborted'),
        durationMs: fc.constantFrom(5, -1),
        reply: seldom(words('Roll back a bad deploy with `ship rollback`, then tell the crew in the harbour channel.', 'no'), 1),
        messages: seldom(fc.array(words('m1', 'm2'), { maxLength: 2 })),
      }),
    ),
  ],
  [1, asked('hear', record({ ...speaker, ...inSession, key, text, recallKey: seldom(words('a', 'b')) }))],
  [
    5,
    asked(
      'feedback',
      record({
        ...speaker,
        ...inSession,
        ...keyed,
        verdict: words(...verdicts),
        turn: seldom(turn, 1),
        nodes: fc.array(node, { minLength: 1, maxLength: 2 }),
        instead: seldom(fc.array(node, { maxLength: 1 })),
        outcome: seldom(fc.constantFrom(0, 0.25, -1, 3)),
        tier: seldom(words('conscious', 'agent')),
        text: seldom(text),
      }),
    ),
  ],
  [
    2,
    asked(
      'strength',
      record({
        ...speaker,
        ...inSession,
        ...keyed,
        source: node,
        target: node,
        value: fc.constantFrom(-0.95, 0, 1 / 3, 9),
        kind: seldom(words('learned', 'link', 'x')),
      }),
    ),
  ],
  [1, asked('learn', record({ brain }))],
  [
    1,
    asked(
      'log',
      record({
        brain,
        from: seldom(position),
        to: seldom(position),
        limit: seldom(fc.constantFrom(0, 1, 4)),
        type: seldom(words('TurnStarted', 'x')),
        turn: seldom(turn),
        session: seldom(words('s1', 'talk')),
        node: seldom(node),
        edge: seldom(edge),
      }),
    ),
  ],
  [1, asked('show', record({ brain, what: seldom(fc.oneof(node, edge), 1), at: seldom(position, 3) }))],
  [1, asked('why', record({ brain, turn, node: seldom(node, 2), at: seldom(position, 4) }))],
  [1, asked('blame', record({ brain, edge, at: seldom(position, 3) }))],
  [2, asked('rollback', record({ ...speaker, ...inSession, key, to: position, dryRun: seldom(fc.boolean(), 3) }))],
  ...forgotten.map((what): Weighted => [1, asked('forget', record({ ...speaker, ...what, dryRun: seldom(fc.boolean(), 2) }))]),
  [1, asked('verify', record({ brain, rederive: seldom(fc.boolean(), 1) }))],
  [1, asked('export', record({ brain }))],
  [1, asked('stats', record({ brain }))],
  [1, asked('doctor', record({ brain, rebuildIndex: seldom(fc.boolean()), rebuildSnapshots: seldom(fc.boolean()) }))],
  [1, asked('upkeep', fc.constant({}))],
]

const around: ReadonlyArray<fc.WeightedArbitrary<Step>> = [
  {
    weight: 2,
    arbitrary: fc.record({
      step: fc.constant('import'),
      brain: words('local/main/other', 'local/main/third', 'local/main/default'),
      line: fc.nat({ max: 60 }),
      change: fc.constantFrom('none', 'none', 'drop', 'double', 'alter'),
      ended: fc.constantFrom(true, true, false),
    }),
  },
  { weight: 2, arbitrary: fc.record({ step: fc.constantFrom('restart', 'reopen') }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('wait'), ms: fc.constantFrom(1, 9_000, 86_400_000, -5_000) }) },
]

export const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc.oneof(...requests.map(([weight, arbitrary]) => ({ weight, arbitrary })), ...around),
  { maxLength: 18, size: 'max' },
)
