/** Random signals, said in terms that make sense in any memory: the third-newest turn, its second node, half the log ago. */
import { type Verdict, verdicts } from '@crabtrail/core'
import fc from 'fast-check'
import { evenShare } from '../arbitraries/share.ts'

export interface RecallSignal {
  readonly signal: 'recall'
  readonly question: number
  readonly session: number
  readonly key: number | undefined
}

/** A place that stands for any node at all. */
export const stranger = 9

export interface FeedbackSignal {
  readonly signal: 'feedback'
  readonly verdict: Verdict
  /** So many turns back; undefined leaves the choice to the memory. */
  readonly back: number | undefined
  /** Places in what the turn showed, counted round; `stranger` is a node that it need not have shown. */
  readonly nodes: ReadonlyArray<number>
  readonly instead: ReadonlyArray<number>
  /** Share of the verdict's usual outcome. */
  readonly share: number | undefined
  readonly tier: 'agent' | 'conscious'
  readonly actor: number
  readonly origin: 'owner' | 'agent' | 'untrusted' | 'system'
  readonly session: number
  readonly key: number | undefined
}

export interface StrengthSignal {
  readonly signal: 'strength'
  readonly source: number
  readonly target: number
  readonly kind: 'learned' | 'sequential' | 'link'
  readonly value: number
  readonly key: number | undefined
}

export interface EditSignal {
  readonly signal: 'edit'
  readonly note: number
  readonly version: number
}

export interface RollbackSignal {
  readonly signal: 'rollback'
  /** Share of the signals played so far that stays, 0 to 1. */
  readonly to: number
  /** One event earlier than that: inside a commit, if it has more than one. */
  readonly inside: boolean
  readonly key: number | undefined
}

/** The same request once more. */
export interface RepeatSignal {
  readonly signal: 'repeat'
  /** So many requests back. */
  readonly back: number
}

export interface OtherSignal {
  readonly signal: 'skip' | 'learn' | 'maintain'
}

/** Completion of the turn `back` turns ago. */
export interface CompleteSignal {
  readonly signal: 'complete'
  readonly back: number
  readonly outcome: 'success' | 'failure' | 'aborted' | 'unknown'
}

/** Other settings from here on. */
export interface ProfileSignal {
  readonly signal: 'profile'
  readonly profile: string
  readonly origin: 'owner' | 'agent'
  readonly key: number | undefined
}

/** Switch that lets the learner append from here on, or stops it. */
export interface LearnerSignal {
  readonly signal: 'hold' | 'free'
}

export type Signal =
  | RecallSignal
  | FeedbackSignal
  | StrengthSignal
  | EditSignal
  | RollbackSignal
  | RepeatSignal
  | OtherSignal
  | CompleteSignal
  | ProfileSignal
  | LearnerSignal

const small = (max: number) => fc.nat({ max })
/** Few keys on purpose: they meet again with the same and with other signals. */
const key = fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: small(3) })

export const recallSignal: fc.Arbitrary<RecallSignal> = fc.record({
  signal: fc.constant('recall'),
  question: fc.constantFrom(0, 0, 0, 0, 1, 2, 2, 3, 4, 5, 6),
  session: fc.constantFrom(0, 0, 1, 1, 2),
  key,
})

export const feedbackSignal: fc.Arbitrary<FeedbackSignal> = fc.record({
  signal: fc.constant('feedback'),
  verdict: fc.constantFrom(...verdicts),
  back: fc.option(fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 40), { nil: undefined }),
  nodes: fc.uniqueArray(fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 4, stranger), { maxLength: 3 }),
  instead: fc.uniqueArray(fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 7, 7, 8), { maxLength: 2 }),
  share: fc.constantFrom(undefined, undefined, undefined, 0, 0.25, 1 / 3),
  tier: fc.constantFrom('conscious', 'conscious', 'conscious', 'agent'),
  actor: small(1),
  origin: fc.constantFrom('owner', 'owner', 'owner', 'owner', 'owner', 'agent', 'untrusted', 'system'),
  session: fc.constantFrom(0, 0, 1, 1, 2),
  key,
})

export const strengthSignal: fc.Arbitrary<StrengthSignal> = fc.record({
  signal: fc.constant('strength'),
  source: small(8),
  target: small(8),
  kind: fc.constantFrom('learned', 'learned', 'sequential', 'link'),
  value: fc.constantFrom(-0.95, -0.3, 0, 0.1, 1 / 3, 0.6, 0.95, 1.5),
  key,
})

export const editSignal: fc.Arbitrary<EditSignal> = fc.record({
  signal: fc.constant('edit'),
  note: fc.constantFrom(0, 0, 0, 1, 2, 3),
  version: small(2),
})

export const rollbackSignal: fc.Arbitrary<RollbackSignal> = fc.record({
  signal: fc.constant('rollback'),
  to: evenShare,
  inside: fc.boolean(),
  key,
})

export const repeatSignal: fc.Arbitrary<RepeatSignal> = fc.record({ signal: fc.constant('repeat'), back: fc.constantFrom(0, 0, 1, 2) })

const otherSignal: fc.Arbitrary<OtherSignal> = fc.record({ signal: fc.constantFrom('skip', 'learn') })

/** Turns pass, and what is due is forgotten. */
export const passingSignal: fc.Arbitrary<OtherSignal> = fc.record({ signal: fc.constantFrom('skip', 'skip', 'maintain') })

export const completeSignal: fc.Arbitrary<CompleteSignal> = fc.record({
  signal: fc.constant('complete'),
  back: fc.constantFrom(0, 0, 0, 1, 2),
  outcome: fc.constantFrom('success', 'success', 'unknown', 'aborted', 'failure'),
})

export const profileSignal: fc.Arbitrary<ProfileSignal> = fc.record({
  signal: fc.constant('profile'),
  profile: fc.constantFrom('balanced', 'crabpath', 'linkstrength', 'neurogated', 'none'),
  origin: fc.constantFrom('owner', 'owner', 'owner', 'agent'),
  key,
})

export const learnerSignal: fc.Arbitrary<LearnerSignal> = fc.record({ signal: fc.constantFrom('hold', 'free') })

/** Teaching without edits of notes or going back: what a model of learning alone can follow. */
export const teaching: ReadonlyArray<fc.WeightedArbitrary<Signal>> = [
  { weight: 4, arbitrary: recallSignal },
  { weight: 6, arbitrary: feedbackSignal },
  { weight: 2, arbitrary: strengthSignal },
  { weight: 2, arbitrary: repeatSignal },
]

export const anything: ReadonlyArray<fc.WeightedArbitrary<Signal>> = [
  ...teaching,
  { weight: 2, arbitrary: editSignal },
  { weight: 1, arbitrary: rollbackSignal },
  { weight: 1, arbitrary: otherSignal },
]

/** Begins with two recalls, so that verdicts find something to judge. */
export const signals = (kinds: ReadonlyArray<fc.WeightedArbitrary<Signal>>, maxLength = 20): fc.Arbitrary<ReadonlyArray<Signal>> =>
  fc
    .tuple(recallSignal, recallSignal, fc.array(fc.oneof(...kinds), { minLength: Math.ceil(maxLength / 4), maxLength, size: 'max' }))
    .map(([first, second, rest]) => [first, second, ...rest])
