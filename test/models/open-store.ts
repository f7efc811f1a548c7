/** A store of a test, and memories opened over it: each opening knows only what the store holds, like a process that has just begun. */
import {
  type Cryptography,
  Embedder,
  EmbedderPace,
  LanguageModel,
  layerMemory,
  layerRedactor,
  Memory,
  type MemoryError,
  type MemoryMethods,
  ModelPace,
  type OperationName,
  operationNames,
  operations,
  type Redactor,
  SourcePlaces,
  type StorePorts,
  type StoreUnavailable,
} from '@crabtrail/core'
import { layerInMemory } from '@crabtrail/store/in-memory'
import * as Clock from 'effect/Clock'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as ManagedRuntime from 'effect/ManagedRuntime'
import * as Schema from 'effect/Schema'
import { layerSeededCryptography } from '../contracts/seeded-cryptography.ts'
import type { HandClock } from './hand-clock.ts'

export type Stores = StorePorts
export type Ports = Stores | Cryptography | Redactor

/** The memory as promises: a refusal rejects with the error itself. */
export type AskedMemory = {
  readonly [M in keyof MemoryMethods]: MemoryMethods[M] extends (
    request: infer Req,
    ...rest: infer Rest
  ) => Effect.Effect<infer Ans, MemoryError>
    ? (request: Req, ...rest: Rest) => Promise<Ans>
    : never
}

export interface OpenStore {
  readonly memory: () => Promise<AskedMemory>
  readonly run: <A, E>(effect: Effect.Effect<A, E, Ports>) => Promise<A>
  readonly close: () => Promise<void>
}

export interface StoreOptions {
  readonly layer?: Layer.Layer<Stores, StoreUnavailable>
  /** Wraps the store that the memory gets. */
  readonly between?: (stores: Context.Context<Stores>) => Context.Context<Stores>
  readonly seed?: number | string
  /** Instead of a seed: randomness that goes on where another opening left it. */
  readonly cryptography?: Layer.Layer<Cryptography>
  readonly clock?: HandClock
  /** State of the folders that the memory can see; absent: none. */
  readonly places?: SourcePlaces
  /** Absent: there are no vectors. */
  readonly embedder?: Embedder['Service']
  /** In place of some of what a process waits for its embedder otherwise. */
  readonly pace?: Partial<EmbedderPace>
  /** Absent: the rule decides every habitual edge. */
  readonly model?: LanguageModel['Service']
  /** Milliseconds that a recall waits for it. */
  readonly modelMs?: number
  readonly judgedMs?: number
  /** US dollars that a day may spend on it, beside the budget of the settings. */
  readonly dayUsd?: number | undefined
}

export const openStore = (options: StoreOptions = {}): OpenStore => {
  const {
    between = (stores) => stores,
    clock,
    dayUsd,
    embedder,
    layer = layerInMemory,
    pace,
    places,
    judgedMs,
    model,
    modelMs,
    seed = 1,
  } = options
  const { cryptography = layerSeededCryptography(seed) } = options
  const stores = Layer.effectContext(Effect.map(Layer.build(Layer.fresh(layer)), between))
  const seen = places === undefined ? Layer.empty : Layer.succeed(SourcePlaces, places)
  const embedding = embedder === undefined ? Layer.empty : Layer.succeed(Embedder, embedder)
  const paced =
    pace === undefined
      ? Layer.empty
      : Layer.effect(
          EmbedderPace,
          Effect.map(EmbedderPace, (usual) => ({ ...usual, ...pace })),
        )
  const routing = model === undefined ? Layer.empty : Layer.succeed(LanguageModel, model)
  const routed =
    modelMs === undefined ? Layer.empty : Layer.succeed(ModelPace, { modelMs, dayUsd, ...(judgedMs === undefined ? {} : { judgedMs }) })
  const runtime = ManagedRuntime.make(Layer.mergeAll(stores, cryptography, layerRedactor, seen, embedding, paced, routing, routed))
  const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    clock === undefined ? effect : Effect.provideService(effect, Clock.Clock, clock)
  const run: OpenStore['run'] = (effect) => runtime.runPromise(timed(effect))
  return {
    run,
    memory: async () => {
      const services = await run(Effect.scoped(Layer.build(Layer.fresh(layerMemory))))
      const methods = Context.get(services, Memory)
      const ask =
        (name: string, method: (...args: ReadonlyArray<never>) => Effect.Effect<unknown, MemoryError>) =>
        (...args: ReadonlyArray<never>) =>
          run(Effect.tap(method(...args), (answer) => Effect.sync(() => describedAnswer(name, answer))))
      // The same methods under the same names.
      return Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, ask(name, method)])) as unknown as AskedMemory
    },
    close: () => runtime.dispose(),
  }
}

const answers = new Map(
  operationNames.map((name) => {
    const answer: Schema.Codec<unknown, unknown> = operations[name].answer
    return [name, Schema.decodeUnknownSync(answer, { onExcessProperty: 'error' })]
  }),
)

/** Throws where an answer is not what its description says, naming the field. */
const describedAnswer = (name: string, answer: unknown): unknown => answers.get(name as OperationName)?.(answer)
