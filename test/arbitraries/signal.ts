/** Random things to do to a memory. Each run leaves some kinds out altogether (swarm), so that the others meet in ways they else would not. */
import { type Origin, origins, type Verdict, verdicts } from '@crabtrail/core'
import fc from 'fast-check'
import { turnOutcomes } from '../../packages/core/src/domain/events/turn-events.ts'
import { type EdgeKind, edgeKinds } from '../../packages/core/src/domain/graph.ts'
import type { Profile } from '../../packages/core/src/domain/profiles/profile.ts'
import { profile } from './profile.ts'
import { evenShare } from './share.ts'

interface Signals {
  readonly ingest: { readonly source: string; readonly text: string; readonly origin: Origin }
  readonly recall: { readonly question: string; readonly session: number; readonly key: number | undefined }
  /** `turn` and `nodes` are places in what was recalled so far, from the newest and the best; 9 is in nothing. `outcome` is a share of the usual one. */
  readonly feedback: {
    readonly verdict: Verdict
    readonly turn: number
    readonly nodes: ReadonlyArray<number>
    readonly instead: ReadonlyArray<number>
    readonly outcome: number | undefined
    readonly tier: 'agent' | 'conscious'
    readonly actor: number
    readonly origin: Origin
    readonly session: number
    readonly key: number | undefined
  }
  /** The last feedback once more. */
  readonly again: Record<never, never>
  readonly strength: { readonly source: number; readonly target: number; readonly kind: EdgeKind; readonly value: number }
  /** To a share of the log. */
  readonly rollback: { readonly to: number; readonly dryRun: boolean }
  readonly learn: Record<never, never>
  readonly skip: Record<never, never>
  /** `turn` as above. */
  readonly complete: { readonly turn: number; readonly outcome: (typeof turnOutcomes)[number]; readonly reply: boolean }
  readonly settings: { readonly profile: Profile }
}

export type SignalKind = keyof Signals
export type Signal = { readonly [K in SignalKind]: { readonly kind: K } & { readonly what: Signals[K] } }[SignalKind]

const words = ['deploy', 'rollback', 'database', 'token', 'queue', 'backup', 'fridge', 'harbour', 'naïve', '港口'] as const
const word = fc.constantFrom(...words)
const sentence = fc.array(word, { minLength: 1, maxLength: 6 }).map((all) => `${all.join(' ')}.`)
const link = fc.constantFrom('', '', ' See [it](a.md).', ' See [it](b.md#deploy).', ' See [it](c.md).')
const section = fc
  .tuple(fc.constantFrom('#', '##', '##'), word, sentence, link)
  .map(([mark, head, body, linked]) => `${mark} ${head}\n\n${body}${linked}\n`)
const documentText = fc.array(section, { minLength: 1, maxLength: 4 }).map((sections) => sections.join('\n'))
const source = fc.constantFrom('a.md', 'b.md', 'c.md')
/** Few, so that the same question comes back. */
const question = fc.constantFrom(
  'deploy rollback',
  'deploy rollback',
  'deploy rollback',
  'deploy rollback',
  'database token backup',
  'queue 港口 fridge naïve',
  'zeppelin',
)
const origin = fc.oneof({ weight: 5, arbitrary: fc.constant<Origin>('owner') }, { weight: 1, arbitrary: fc.constantFrom(...origins) })
const session = fc.constantFrom(0, 0, 0, 1, 1, 2)
const seldom = <A>(given: fc.Arbitrary<A>, rest: number): fc.Arbitrary<A | undefined> =>
  fc.oneof({ weight: rest, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: given })
const key = seldom(fc.nat(2), 8)

const whatOf: { readonly [K in SignalKind]: fc.Arbitrary<Signals[K]> } = {
  ingest: fc.record({ source, text: documentText, origin }),
  recall: fc.record({ question, session, key }),
  feedback: fc.record({
    verdict: fc.constantFrom<Verdict>(...verdicts, 'not-relevant', 'not-relevant', 'not-useful'),
    turn: fc.constantFrom(0, 0, 0, 0, 0, 1, 1, 2, 9),
    nodes: fc.uniqueArray(fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 9), { maxLength: 2 }),
    instead: fc.oneof(fc.constant([]), fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 2 })),
    outcome: seldom(fc.constantFrom(0, 1 / 3, 0.5, 1, 1, -1), 3),
    tier: fc.constantFrom('conscious', 'conscious', 'agent'),
    actor: fc.nat(1),
    origin,
    session,
    key,
  }),
  again: fc.constant({}),
  strength: fc.record({
    source: fc.integer({ min: 1, max: 7 }),
    target: fc.integer({ min: 1, max: 7 }),
    kind: fc.oneof(fc.constant<EdgeKind>('learned'), fc.constantFrom(...edgeKinds)),
    value: fc.oneof(fc.constantFrom(-0.95, -0.3, 0, 1 / 3, 0.95, 2), fc.double({ min: -1, max: 1, noNaN: true })),
  }),
  rollback: fc.record({
    to: evenShare,
    dryRun: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
  }),
  learn: fc.constant({}),
  skip: fc.constant({}),
  complete: fc.record({ turn: fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 9), outcome: fc.constantFrom(...turnOutcomes), reply: fc.boolean() }),
  settings: fc.record({ profile }),
}

const weights: Readonly<Record<SignalKind, number>> = {
  ingest: 1,
  recall: 5,
  feedback: 7,
  again: 3,
  strength: 2,
  rollback: 2,
  learn: 1,
  skip: 1,
  complete: 4,
  settings: 1,
}

export const signalKinds = Object.keys(weights) as ReadonlyArray<SignalKind>

const signalOf = (kind: SignalKind): fc.Arbitrary<Signal> =>
  (whatOf[kind] as fc.Arbitrary<object>).map((what) => ({ kind, what }) as Signal)

const signalsOf = (kinds: ReadonlyArray<SignalKind>, maxLength: number): fc.Arbitrary<ReadonlyArray<Signal>> =>
  fc.array(fc.oneof(...kinds.map((kind) => ({ weight: weights[kind], arbitrary: signalOf(kind) }))), {
    minLength: 2,
    maxLength,
    size: 'max',
  })

/** Two documents and a recall first, mostly, and sometimes other settings before them; then whatever this run has not switched off. */
export const signals = (maxLength = 14): fc.Arbitrary<ReadonlyArray<Signal>> =>
  fc
    .tuple(
      fc.oneof(
        { weight: 6, arbitrary: fc.tuple(signalOf('ingest'), signalOf('ingest'), signalOf('recall')) },
        { weight: 4, arbitrary: fc.tuple(signalOf('settings'), signalOf('ingest'), signalOf('ingest'), signalOf('recall')) },
        { weight: 1, arbitrary: fc.constant([]) },
      ),
      fc.subarray([...signalKinds], { minLength: 5 }).chain((kinds) => signalsOf(kinds, maxLength)),
    )
    .map(([first, rest]) => [...first, ...rest])
