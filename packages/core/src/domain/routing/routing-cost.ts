/** Computes the cost of models, in whole billionths of a US dollar (nano-dollars), by the prices in the settings (S4.89 to S4.96, decision C29). */
import type { RoutingSettings } from '../profiles/routing-settings.ts'

export type Prices = Pick<RoutingSettings, 'priceIn' | 'priceOut' | 'priceEmbedding'>

/** Nano-dollars in a US dollar. */
export const nanoUsd = 1_000_000_000

/** A price of one dollar a million tokens is 1,000 nano-dollars a token. */
const perToken = (usdPerMillion: number): number => usdPerMillion * 1_000

/** Returns the cost of one call: C_in·r_in + C_out·r_out (S4.90). */
export const callCost = (tokensIn: number, tokensOut: number, { priceIn, priceOut }: Prices): number =>
  Math.min(Number.MAX_SAFE_INTEGER, Math.round(tokensIn * perToken(priceIn) + tokensOut * perToken(priceOut)))

/** Returns the cost of embedding so many tokens. */
export const embeddingCost = (tokens: number, { priceEmbedding }: Prices): number =>
  Math.min(Number.MAX_SAFE_INTEGER, Math.round(tokens * perToken(priceEmbedding)))
