/**
 * Records a call of a routing model: the request before it is made, and how it ended.
 *
 * Budgets are kept here. A call that cost more than it may, or gave no answer, is over its budget; after several in a row no model is asked
 * for a while. When the pause is over, the next question that is worth a call asks again.
 */
import * as Result from 'effect/Result'
import type { Decision, Speaker } from '../decision.ts'
import type { EventData } from '../events/brain-event.ts'
import type { RoutingFallback } from '../events/session-events.ts'
import type { UnaskedReason } from '../events/turn-events.ts'
import type { ContentRef, TurnNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { RoutingSettings } from '../profiles/routing-settings.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { type RoutingRecords, spentOn } from '../projections/routing.ts'
import type { Routed } from '../recall/walk-record.ts'
import { nano, units } from '../strength.ts'
import { noChoice, type RoutingChoice } from './routing-answer.ts'
import { callCost, nanoUsd } from './routing-cost.ts'
import type { OfferedMemory } from './routing-offer.ts'

/**
 * Returns the end of the pause that holds at `now`, both in milliseconds UTC; undefined where none holds. No pause is longer than the settings
 * in force say, whatever clock or settings it was recorded by.
 */
export const pauseEnd = (
  { pausedUntil }: Pick<RoutingRecords, 'pausedUntil'>,
  { pauseSeconds }: Pick<RoutingSettings, 'pauseSeconds'>,
  now: number,
): number | undefined => (now < pausedUntil && now >= pausedUntil - pauseSeconds * 1_000 ? pausedUntil : undefined)

/**
 * Returns the reason why no call may be made now, although one is worth it; undefined where it may. `now` is the clock in milliseconds UTC. A
 * clock that went back begins no new day.
 */
export const forbidden = (
  { at, routing: records }: Pick<BrainState, 'at' | 'routing'>,
  settings: RoutingSettings,
  now: number,
): UnaskedReason | undefined => {
  const { brainTokens, brainUsd, dayTokens, dayUsd, tokensIn, tokensOut, turnUsd } = settings
  if (pauseEnd(records, settings, now) !== undefined) return 'paused'
  const [cost, tokens] = [callCost(tokensIn, tokensOut, settings), tokensIn + tokensOut]
  if (cost > turnUsd * nanoUsd) return 'turn-budget'
  const { spent } = records
  const today = spentOn(records, Math.max(now, at))
  if (today.tokens + tokens > dayTokens || today.nanoUsd + cost > dayUsd * nanoUsd) return 'day-budget'
  return spent.tokens + tokens > brainTokens || spent.nanoUsd + cost > brainUsd * nanoUsd ? 'brain-budget' : undefined
}

export interface RoutingRequest {
  readonly offered: ReadonlyArray<OfferedMemory>
  readonly model: ContentRef
  readonly prompt: ContentRef
  readonly template: string
  readonly digest: string
  /** Estimated tokens of the messages. */
  readonly tokens: number
  /** The clock, in milliseconds UTC. */
  readonly now: number
}

/** The number that the turn will have, or the reason why no model may be asked. */
export type AllowedCall = { readonly turn: TurnNumber } | { readonly unasked: UnaskedReason }

/** Records that a model is about to be asked, where the budgets allow it. */
export const decideRouting = (
  { digest, model, now, offered, prompt, template, tokens }: RoutingRequest & Speaker,
  state: BrainState,
  { routing }: Profile,
): Decision<AllowedCall> => {
  const unasked = forbidden(state, routing, now)
  if (unasked !== undefined) return Result.succeed({ events: [], answer: { unasked } })
  const turn = state.lastTurn + 1
  const { tokensOut } = routing
  const most = { tokens, tokensOut, costNanoUsd: callCost(tokens, tokensOut, routing) }
  const [candidates, pointers] = [offered.map(({ node }) => node), offered.map(({ pointer }) => pointer)]
  return Result.succeed({
    events: [{ type: 'RoutingRequested', turn, data: { candidates, pointers, model, template, digest, prompt, ...most } }],
    answer: { turn },
  })
}

/** The end of a call. */
export interface RoutingEnd {
  readonly choice: RoutingChoice
  readonly fallback: RoutingFallback | undefined
  readonly explanation: ContentRef | undefined
  readonly tokensIn: number
  readonly tokensOut: number
  readonly latencyMs: number
  /** The time of the end, in milliseconds UTC. */
  readonly at: number
}

/** Returns the end of a call that has no choice, such as one that a crash cut off. */
export const fellBack = (fallback: RoutingFallback, at: number, latencyMs = 0): RoutingEnd => ({
  choice: noChoice,
  fallback,
  explanation: undefined,
  tokensIn: 0,
  tokensOut: 0,
  latencyMs,
  at,
})

/**
 * Returns the record of a call. Tokens beyond the budget, a missing answer and one that comes too late are over it; an answer that chose
 * nothing, and a crash, are not.
 */
export const decidedData = (
  { at, choice, explanation, fallback, latencyMs, tokensIn, tokensOut }: RoutingEnd,
  records: RoutingRecords,
  { routing }: Pick<Profile, 'routing'>,
): EventData<'RoutingDecided'> => {
  const { attention, dropped, followed, kernel, refused } = choice
  const isSpent = tokensIn > routing.tokensIn * reportedMore || tokensOut > routing.tokensOut * reportedMore
  const isRemembered = fallback === 'malformed' && tokensIn + tokensOut === 0
  const isOver = isSpent || (fallback !== undefined && !innocent.has(fallback) && !isRemembered)
  const isPaused = isOver && records.overInARow + 1 >= routing.overMost
  return {
    followed: [...followed.values()],
    dropped: [...dropped],
    attended: [...attention.keys()],
    attention: [...attention.values()],
    ...(kernel === undefined ? {} : { kernel: [kernel.SEQ, kernel.SIM, kernel.CAUSE].map(nano) }),
    ...(explanation === undefined ? {} : { explanation }),
    refused,
    tokensIn,
    tokensOut,
    costNanoUsd: callCost(tokensIn, tokensOut, routing),
    latencyMs,
    outcome: fallback === undefined ? 'answered' : 'fell-back',
    ...(fallback === undefined ? {} : { fallback }),
    ...(isOver ? { over: true as const } : {}),
    ...(isPaused ? { pausedUntil: at + routing.pauseSeconds * 1_000 } : {}),
  }
}

/** Ends without a choice that say nothing against the model. */
const innocent: ReadonlySet<RoutingFallback> = new Set(['no-choice', 'unwanted', 'crash'])

/** How many times the estimated tokens a server may report: every model counts with its own tokens. */
const reportedMore = 1.5

/** Returns a choice as a walk applies it. */
export const routedBy = (
  { attention, dropped, followed }: Pick<RoutingChoice, 'attention' | 'dropped' | 'followed'>,
  { drops, follow }: Pick<RoutingSettings, 'drops' | 'follow'>,
): Routed => ({ followed, dropped, attention, follow, drops })

/** Returns the choice that a log holds. `targetOf` finds the memory that a pointer leads to. */
export const recordedChoice = (
  { attended, attention, dropped, followed, kernel }: EventData<'RoutingDecided'>,
  targetOf: (edge: number) => number,
): RoutingChoice => {
  const [SEQ = 0, SIM = 0, CAUSE = 0] = kernel ?? []
  return {
    ...noChoice,
    followed: new Map(followed.map((edge) => [targetOf(edge), edge])),
    dropped: new Set(dropped),
    attention: new Map(attended.map((node, i) => [node, attention[i] ?? 0])),
    kernel: kernel === undefined ? undefined : { SEQ: units(SEQ), SIM: units(SIM), CAUSE: units(CAUSE) },
  }
}
