/** Tries the model that the settings name: it is asked once, and the answer says its time, tokens and cost, or what is wrong. */
import { judgeTrial, trialQuestion } from '@crabtrail/core'
import type { HostModel } from '@crabtrail/store/worker'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import type { HostFacts } from '../state/parts.ts'
import { ModelCallFailed, type ModelSettings, modelChosen } from './chosen-models.ts'
import type { Keys } from './servers.ts'

export type ModelTrial =
  | {
      readonly isUsable: true
      readonly measured: string
      /** How many times the default prices the model costs, by the count of the host; undefined where it counts no cost. */
      readonly priceFactor: number | undefined
      /** The `modelMs` under which such calls are in time: half as much again, rounded up to 100 ms, at least 300. */
      readonly proposedMs: number
    }
  /** `problem` repeats nothing of an error of the model. */
  | { readonly isUsable: false; readonly problem: string }

/** A model that is slower is of no use: `modelMs` has no higher value. */
const slowestMs = 30_000
const proposedLeastMs = 300

export const tryModel = async (model: HostModel, now: () => number = () => performance.now()): Promise<ModelTrial> => {
  const began = now()
  const asked = await model(trialQuestion(), slowestMs + 1_000).then(
    (reply) => Result.succeed(reply),
    (error: unknown) => Result.fail(problemOf(error)),
  )
  const ms = Math.ceil(now() - began)
  const wrong = (problem: string): ModelTrial => ({ isUsable: false, problem: `the call failed: ${problem}` })
  if (Result.isFailure(asked)) return wrong(asked.failure)
  if (asked.success.text.trim() === '') return wrong('it gave no text')
  const { costByPrices, costUsd, isTold, problem, tokensIn, tokensOut } = judgeTrial(asked.success)
  const measured = `answered in ${ms} ms, ${tokensIn} tokens in and ${tokensOut} out, ${Number(costUsd.toPrecision(2))} USD by ${isTold ? 'the count of the host' : 'the default prices'}`
  if (problem !== undefined) return { isUsable: false, problem: `${measured}, but ${problem}` }
  if (ms > slowestMs) return { isUsable: false, problem: `a call took ${ms} ms, and a turn can wait ${slowestMs} ms at most` }
  const priceFactor = isTold && costByPrices > 0 ? costUsd / costByPrices : undefined
  return {
    isUsable: true,
    measured,
    priceFactor,
    proposedMs: Math.min(slowestMs, Math.max(proposedLeastMs, Math.ceil((ms * 1.5) / 100) * 100)),
  }
}

const problemOf = (error: unknown): string =>
  error instanceof ModelCallFailed ? error.message : 'the host could not make it, and its log says why'

/** Tries the model that the settings name, as this process reaches it; fails with what keeps it from that. `hosts` is that of the host. */
export const trySettings = async (
  settings: Pick<ModelSettings, 'model'>,
  hosts: HostModel | undefined,
  { setting }: Pick<HostFacts, 'setting'>,
  keys: Keys = 'of this process',
): Promise<Result.Result<ModelTrial, string>> => {
  if (hosts !== undefined) return Result.succeed(await tryModel(hosts))
  const chosen = await Effect.runPromise(Effect.result(modelChosen(settings, keys)))
  if (Result.isFailure(chosen)) return Result.fail(`${setting('model')}: ${chosen.failure}`)
  const model = chosen.success
  if (model === undefined) return Result.fail('this process reaches no model of the host')
  const asked: HostModel = (question, deadlineMs) =>
    Effect.runPromise(Effect.mapError(model.ask(question, deadlineMs), ({ detail }) => new ModelCallFailed(detail)))
  return Result.succeed(await tryModel(asked))
}
