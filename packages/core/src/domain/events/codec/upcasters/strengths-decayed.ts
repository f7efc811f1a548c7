/** Decays from before somebody's word could keep a strength from fading. */
import type { Upcaster } from './upcaster-chain.ts'

export const decaysOfTheUnfollowed: Upcaster = {
  type: 'StrengthsDecayed',
  from: 1,
  why: 'whatever had not been followed faded, however new the word on it: what was derived from such a log stays as it was',
  up: (data) => ({ ...data, spares: 'followed' }),
}
