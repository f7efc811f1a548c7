/** Reads from the log of a brain what its turns and its documents asked of models, and sums up the cost at the prices in its settings. Asks no model. */

import {
  asksModel,
  callCost,
  embeddingCost,
  explainedProfiles,
  type MemoryMethods,
  nanoUsd,
  type Prices,
  type RoutingReason,
} from '@crabtrail/core'
import { countTokens } from '@crabtrail/text/words/context-fence'
import * as Effect from 'effect/Effect'
import { logUpTo } from './event-pages.ts'

type InBrain = { readonly brain?: string }

export interface RecordedCost extends Cost {
  readonly brain: string
  /** The position up to which the log was read. */
  readonly position: number
  /** In force at that position. Prices are in US dollars a million tokens. */
  readonly prices: PricesAndMost
  /** Calls that were worth it and were not made, by the reason. */
  readonly unasked: Readonly<Record<string, number>>
  readonly embedded: EmbeddedQuestions
  readonly causes: CausesCost
}

/** Calls that named causes while documents were read in. They belong to no turn, so nothing else of the cost counts them. */
interface CausesCost {
  readonly calls: number
  readonly tokensIn: number
  readonly tokensOut: number
  readonly costUsd: number
}

export interface EmbeddedQuestions {
  /** Why embedding counts: the brain has an embedder, or the request counts it anyway. `no`: neither, so it costs nothing. */
  readonly counted: 'in-force' | 'anyway' | 'no'
  readonly questions: number
  /** Questions that were erased: their tokens are unknown and count as 0. */
  readonly erased: number
}

/** `countsEmbedding`: count the embedding of questions even if the brain has no embedder. */
export const recordedCost = Effect.fnUntraced(function* (memory: MemoryMethods, inBrain: InBrain, countsEmbedding: boolean) {
  const { brain, eventsByType, position, profile, settings = [] } = yield* memory.stats(inBrain)
  const prices = pricesIn(profile, settings)
  const log = logUpTo(memory, { brain }, position)
  const started = yield* log('TurnStarted')
  // A call that was cut off has no end in the log: it counts with the most that it may take, as in the budgets.
  const usage = new Map<unknown, RecordedCall>()
  for (const { data, turn } of [...(yield* log('ModelAsked')), ...(yield* log('ModelAnswered'))]) {
    const { call, task, tokens, tokensIn = tokens, tokensOut } = data
    usage.set(call, { turn, task, tokensIn: Number(tokensIn), tokensOut: Number(tokensOut) })
  }
  const ofTask = Map.groupBy(usage.values(), ({ task }) => task)
  const callsOf = Map.groupBy(ofTask.get('routing') ?? [], ({ turn }) => turn)
  const counted = (eventsByType['EmbedderChanged'] ?? 0) > 0 ? 'in-force' : countsEmbedding ? 'anyway' : 'no'
  const refs = started.map(({ data }) => String(data['question']))
  const tokens = counted === 'no' ? new Map<string, number>() : yield* tokensOf(memory, { brain }, position, new Set(refs))
  const unasked: Record<string, number> = {}
  const turns = started.map(({ data: { routing, unasked: why }, turn }, at): CostedTurn => {
    const isMissed = why !== undefined && asksModel(routing as RoutingReason)
    if (isMissed) unasked[String(why)] = (unasked[String(why)] ?? 0) + 1
    return {
      calls: callsOf.get(turn) ?? [],
      isMissed,
      embeddedTokens: tokens.get(refs[at] ?? '') ?? 0,
    }
  })
  const erased = counted === 'no' ? 0 : refs.filter((ref) => !tokens.has(ref)).length
  const embedded = { counted, questions: counted === 'no' ? 0 : refs.length, erased } as const
  const causes = causesCost(ofTask.get('causes') ?? [], prices)
  return { brain, position, prices, ...costOf(turns, prices), unasked, embedded, causes } satisfies RecordedCost
})

interface RecordedCall extends Call {
  readonly task: unknown
  readonly turn: string | null
}

const causesCost = (calls: ReadonlyArray<Call>, prices: PricesAndMost): CausesCost => ({
  calls: calls.length,
  tokensIn: sum(calls.map(({ tokensIn }) => tokensIn)),
  tokensOut: sum(calls.map(({ tokensOut }) => tokensOut)),
  costUsd: sum(calls.map(({ tokensIn, tokensOut }) => callCost(tokensIn, tokensOut, prices))) / nanoUsd,
})

/** Returns the prices of a profile with the brain’s own in their place. */
const pricesIn = (profile: string, own: ReadonlyArray<{ readonly setting: string; readonly to: unknown }>): PricesAndMost => {
  const inProfile = explainedProfiles().find(({ name }) => name === profile)?.settings ?? []
  const values = new Map([
    ...inProfile.map(({ setting, value }) => [setting, value] as const),
    ...own.map(({ setting, to }) => [setting, to] as const),
  ])
  const number = (name: string) => Number(values.get(name))
  return {
    priceIn: number('model.priceIn'),
    priceOut: number('model.priceOut'),
    priceEmbedding: number('model.priceEmbedding'),
    tokensIn: number('routing.tokensIn'),
    tokensOut: number('routing.tokensOut'),
  }
}

/** Returns the estimated tokens of the contents with these references. An erased one is left out. */
const tokensOf = Effect.fnUntraced(function* (memory: MemoryMethods, inBrain: InBrain, position: number, wanted: ReadonlySet<string>) {
  if (wanted.size === 0) return new Map<string, number>()
  const { lines } = yield* memory.export({ ...inBrain, at: String(position) })
  return new Map(
    lines.flatMap((line): ReadonlyArray<readonly [string, number]> => {
      if (!line.startsWith('{"content":')) return []
      const { content } = JSON.parse(line) as { readonly content: { readonly ref: string; readonly body?: string } }
      return content.body !== undefined && wanted.has(content.ref) ? [[content.ref, countTokens(content.body)]] : []
    }),
  )
})

/*
 * Sums up what models cost, at given prices: the calls of a routing model, and the embedding of questions.
 *
 * Sums are whole billionths of a US dollar, and each number in US dollars is divided once, so that it is exact to the last digit.
 */

/** One recall. */
interface CostedTurn {
  /** The calls of the routing model that it made. */
  readonly calls: ReadonlyArray<Call>
  /** True if a call was worth it and none was made. */
  readonly isMissed: boolean
  /** Tokens that were embedded for it; 0 where no embedder counts. */
  readonly embeddedTokens: number
}

interface Call {
  readonly tokensIn: number
  readonly tokensOut: number
}

/** Prices, and the most tokens that a call may have. */
type PricesAndMost = Prices & Call

/** US dollars: in all, and for each turn and 1,000 turns; 0 where there was no turn. */
export interface Dollars {
  readonly costUsd: number
  readonly usdPerTurn: number
  readonly usdPer1000Turns: number
}

interface Cost {
  readonly turns: number
  readonly routing: Dollars & {
    readonly calls: number
    readonly callsPer1000Turns: number
    /** Share of the turns that asked, 0 to 1. */
    readonly asked: number
    /** Calls that took no tokens: no server took the question, or it was answered from the cache. */
    readonly withoutTokens: number
    readonly tokensIn: number
    readonly tokensOut: number
  }
  readonly embedding: Dollars & { readonly tokens: number }
  readonly total: Dollars
  /** Calls that were worth it and were not made. */
  readonly missed: { readonly calls: number }
  /** The total if those calls were made too, each with as many tokens as a call may have. */
  readonly expected: Dollars & { readonly callsPer1000Turns: number }
}

export const costOf = (all: ReadonlyArray<CostedTurn>, prices: PricesAndMost): Cost => {
  const turns = all.length
  const calls = all.flatMap((turn) => turn.calls)
  const missed = all.filter(({ isMissed }) => isMissed).length
  const tokens = sum(all.map(({ embeddedTokens }) => embeddedTokens))
  const routing = sum(calls.map(({ tokensIn, tokensOut }) => callCost(tokensIn, tokensOut, prices)))
  const embedding = embeddingCost(tokens, prices)
  const expected = routing + embedding + missed * callCost(prices.tokensIn, prices.tokensOut, prices)
  return {
    turns,
    routing: {
      calls: calls.length,
      callsPer1000Turns: perThousand(calls.length, turns),
      asked: turns === 0 ? 0 : all.filter((turn) => turn.calls.length > 0).length / turns,
      withoutTokens: calls.filter(({ tokensIn, tokensOut }) => tokensIn + tokensOut === 0).length,
      tokensIn: sum(calls.map(({ tokensIn }) => tokensIn)),
      tokensOut: sum(calls.map(({ tokensOut }) => tokensOut)),
      ...dollars(routing, turns),
    },
    embedding: { tokens, ...dollars(embedding, turns) },
    total: dollars(routing + embedding, turns),
    missed: { calls: missed },
    expected: { callsPer1000Turns: perThousand(calls.length + missed, turns), ...dollars(expected, turns) },
  }
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, one) => total + one, 0)

const perThousand = (count: number, turns: number): number => (turns === 0 ? 0 : (count * 1_000) / turns)

const dollars = (nano: number, turns: number): Dollars => ({
  costUsd: nano / nanoUsd,
  usdPerTurn: turns === 0 ? 0 : nano / (turns * nanoUsd),
  usdPer1000Turns: turns === 0 ? 0 : nano / (turns * (nanoUsd / 1_000)),
})
