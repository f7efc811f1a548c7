/** Tells what a routing model was asked: for one recall and for `why`; and how often a call was worth it. */

import * as Effect from 'effect/Effect'
import type { EventData } from '../../domain/events/brain-event.ts'
import type { RoutingReason } from '../../domain/events/turn-events.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import { callCost, nanoUsd } from '../../domain/model/model-call.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { ModelRecords } from '../../domain/projections/model-calls.ts'
import type { RecordedRouting } from '../../domain/recording/turn.ts'
import { asksModel } from '../../domain/routing/routing-policy.ts'
import { routingTask } from '../../domain/routing/routing-prompt.ts'
import { units } from '../../domain/strength.ts'
import type { RecallAnswer, StatsAnswer, WhyAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { type NodeNames, namesOf, printedEdge } from '../naming/names.ts'
import { isoTime } from '../naming/speakers.ts'

export interface ToldRouting extends RecordedRouting {
  /** The fault where there was no answer. It is not recorded. */
  readonly detail?: string | undefined
}

/** Nothing is asked where nothing is recorded. */
export const routingIn = (recorded: ToldRouting | undefined): RecallAnswer['routing'] => {
  if (recorded?.routing === undefined) return { calls: 0, outcome: 'off', costUsd: 0 }
  const { answered, detail, routing, unasked } = recorded
  const why = { reason: routing, ...(unasked === undefined ? {} : { unasked }) }
  if (answered === undefined) return { calls: 0, outcome: unasked === undefined ? 'not-needed' : 'not-asked', costUsd: 0, ...why }
  const { costNanoUsd, fallback, latencyMs, outcome, refused, tokensIn, tokensOut } = answered
  const ended = { ...(fallback === undefined ? {} : { fallback }), ...(detail === undefined ? {} : { detail }) }
  return { calls: 1, outcome, costUsd: costNanoUsd / nanoUsd, ...why, ...ended, tokensIn, tokensOut, latencyMs, refused }
}

/** Returns the memories that a call names. */
export const nodesOfCall = ({ chosen }: RecordedRouting, request: EventData<'ModelAsked'> | undefined): ReadonlyArray<NodeNumber> => [
  ...(request?.offered ?? []),
  ...(chosen?.dropped ?? []),
  ...(chosen?.attended ?? []),
]

/** Tells what was offered, followed, dropped and said. `names` knows the nodes of the call. */
export const routingWhy = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { graph }: BrainState,
  recorded: RecordedRouting,
  request: EventData<'ModelAsked'> | undefined,
  names: NodeNames,
) {
  const { answered, chosen = nothingChosen } = recorded
  if (recorded.routing === undefined) return undefined
  if (answered === undefined) return routingIn(recorded) satisfies WhyAnswer['routing']
  const { explanation, pausedUntil } = answered
  const { attended, attention, dropped, followed, kernel } = chosen
  const texts = yield* namesOf(
    brain,
    [request?.model, explanation].flatMap((ref) => ref ?? []),
  )
  const [SEQ = 0, SIM = 0, CAUSE = 0] = kernel ?? []
  return {
    ...routingIn(recorded),
    ...(request === undefined
      ? {}
      : {
          model: texts(request.model) ?? null,
          template: request.template,
          digest: request.digest,
          offered: request.offered.map((node, i) => {
            const pointer = request.pointers?.[i] ?? 0
            return { node: names.id(node), title: names.title(node), ...(pointer === 0 ? {} : { pointer: printedEdge(pointer) }) }
          }),
        }),
    followed: followed.map((edge) => ({ edge: printedEdge(edge), node: names.id(graph.targetOf(edge)) })),
    dropped: dropped.map(names.id),
    attention: attended.map((node, i) => ({ node: names.id(node), value: units(attention[i] ?? 0) })),
    ...(kernel === undefined ? {} : { kernel: { SEQ: units(SEQ), SIM: units(SIM), CAUSE: units(CAUSE) } }),
    ...(explanation === undefined ? {} : { explanation: texts(explanation) ?? null }),
    ...(pausedUntil === undefined ? {} : { pausedUntil: isoTime(pausedUntil) }),
  } satisfies WhyAnswer['routing']
})

const nothingChosen: EventData<'RouteChosen'> = { followed: [], dropped: [], attended: [], attention: [] }

const dayMs = 86_400_000

/** Tells how often a call was worth it, and what it would cost a day if a model answered each time. */
export const routingStats = (records: ModelRecords, settings: Profile): StatsAnswer['routing'] => {
  const entries = Object.entries(records.reasons) as ReadonlyArray<[RoutingReason, number]>
  const worthACall = entries.reduce((sum, [reason, count]) => (asksModel(reason) ? sum + count : sum), 0)
  const days = Math.max(1, (records.until - records.since) / dayMs)
  const callsADay = worthACall / days
  const { tokensIn, tokensOut } = routingTask.limits(settings)
  return {
    reasons: records.reasons,
    worthACall,
    expected: {
      callsADay: Math.round(callsADay * 10) / 10,
      costUsdADay: (callsADay * callCost(tokensIn, tokensOut, settings.model)) / nanoUsd,
    },
  }
}
