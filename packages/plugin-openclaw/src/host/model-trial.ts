/** Measures how long a routing model takes: five calls of a fixed question, one after the other. */
import type { ModelQuestion } from '@crabtrail/core'
import type { HostModel } from '@crabtrail/store/worker'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import type { Environment } from './environment-key.ts'
import { type ModelSettings, modelChosen } from './model.ts'

export type RoutingTrial =
  | {
      readonly isUsable: true
      readonly p50Ms: number
      /** The longest of five calls. */
      readonly p95Ms: number
      /** The `modelMs` under which such calls are in time: p95 rounded up to 100 ms, at least 300. */
      readonly proposedMs: number
    }
  /** `problem` repeats nothing of an error of the model. */
  | { readonly isUsable: false; readonly problem: string }

/** Number of calls of a trial. */
export const trialCalls = 5
/** A model that is slower is of no use: `modelMs` has no higher value. */
const slowestMs = 30_000
const proposedLeastMs = 300

/** Ends with the first call that fails. `now` returns milliseconds. */
export const tryModel = async (model: HostModel, now: () => number = () => performance.now()): Promise<RoutingTrial> => {
  const times: number[] = []
  for (let call = 1; call <= trialCalls; call++) {
    const began = now()
    const problem = await model(question(call), slowestMs + 1_000).then(
      ({ text }) => (text.trim() === '' ? 'it gave no text' : undefined),
      problemOf,
    )
    if (problem !== undefined) return { isUsable: false, problem: `call ${call} of ${trialCalls} failed: ${problem}` }
    times.push(now() - began)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const percentile = (share: number) => Math.ceil(sorted[Math.ceil(share * trialCalls) - 1] ?? 0)
  const [p50Ms, p95Ms] = [percentile(0.5), percentile(0.95)]
  if (p95Ms > slowestMs) return { isUsable: false, problem: `a call took ${p95Ms} ms, and a turn can wait ${slowestMs} ms at most` }
  return { isUsable: true, p50Ms, p95Ms, proposedMs: Math.max(proposedLeastMs, Math.ceil(p95Ms / 100) * 100) }
}

/** What the host says of a call repeats nothing, but for its code where it does not know which of several agents the call is for. */
const problemOf = (error: unknown): string => {
  if (error instanceof RoutingCallFailed) return error.message
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return code === 'AGENT_SELECTION_REQUIRED'
    ? 'the host has several agents and does not know whose model to ask; name one: openclaw config set agents.defaults.systemAgent.agentId AGENT'
    : 'the host could not make it, and its log says why'
}

/** Each call has a number, because a model remembers its answers. */
const question = (call: number): ModelQuestion => ({
  messages: [
    {
      role: 'system',
      content:
        'You choose memories for an assistant. Answer with one JSON object and nothing else: {"follow":[numbers],"explanation":"one short reason"}.',
    },
    { role: 'user', content: `Question ${call}: When does the boat leave?\n1 "The boat leaves at seven."\n2 "The boat is green."` },
  ],
  tokens: 180,
  form: { name: 'routing', schema: form },
})

const form = {
  type: 'object',
  properties: { follow: { type: 'array', items: { type: 'integer' } }, explanation: { type: 'string' } },
  required: ['follow', 'explanation'],
  additionalProperties: false,
}

/** A call of a server failed. The message says why, without anything that was sent or answered. */
class RoutingCallFailed extends Error {}

/** Returns the model that the settings name, as this process reaches it; fails with what is wrong. `model` is that of the host. */
export const reachableModel = (
  settings: Pick<ModelSettings, 'routing'>,
  environment: Environment,
  model: HostModel | undefined,
): Promise<Result.Result<HostModel, string>> => {
  if (model !== undefined) return Promise.resolve(Result.succeed(model))
  return Effect.runPromise(
    Effect.result(
      Effect.flatMap(modelChosen(settings, environment), (model) =>
        model === undefined ? Effect.fail('this process reaches no model of the host') : Effect.succeed(asModel(model)),
      ),
    ),
  )
}

const asModel =
  ({ ask }: NonNullable<Effect.Success<ReturnType<typeof modelChosen>>>): HostModel =>
  (asked, deadlineMs) =>
    Effect.runPromise(Effect.mapError(ask(asked, deadlineMs), ({ detail }) => new RoutingCallFailed(detail)))
