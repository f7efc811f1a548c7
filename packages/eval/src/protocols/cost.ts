/**
 * Sums up what models cost, at given prices: the calls of a routing model, and the embedding of questions.
 *
 * Sums are whole billionths of a US dollar, and each number in US dollars is divided once, so that it is exact to the last digit.
 */
import { callCost, embeddingCost, nanoUsd, type Prices } from '@crabtrail/core'

/** One recall. */
export interface CostedTurn {
  /** The calls of the routing model that it made. */
  readonly calls: ReadonlyArray<Call>
  /** True if a call was worth it and none was made. */
  readonly isMissed: boolean
  /** Tokens that were embedded for it; 0 where no embedder counts. */
  readonly embeddedTokens: number
}

export interface Call {
  readonly tokensIn: number
  readonly tokensOut: number
}

/** Prices, and the most tokens that a call may have. */
export type PricesAndMost = Prices & Call

/** US dollars: in all, and for each turn and 1,000 turns; 0 where there was no turn. */
export interface Dollars {
  readonly costUsd: number
  readonly usdPerTurn: number
  readonly usdPer1000Turns: number
}

export interface Cost {
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
