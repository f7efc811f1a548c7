/**
 * Steps that no released version ever took, to try the chain with: `StrengthAdjusted` as versions 1 and 2 might have written it, were today's the third.
 *
 * Version 1 had decimals and no reason apart from the rule; version 2 knew where a strength went, not where it came from.
 */
import type { ReversibleStep } from './lossless-upcasting.ts'

type Data = Parameters<ReversibleStep['up']>[0]
const numberIn = (data: Data, field: string): number => Number(data[field])

export const olderAdjustments: ReadonlyArray<ReversibleStep> = [
  {
    type: 'StrengthAdjusted',
    from: 1,
    why: 'rule and reason were one word',
    up: ({ because, ...rest }) => {
      const [rule, reason] = String(because).split(' ')
      return { ...rest, rule, reason }
    },
    down: ({ reason, rule, ...rest }) => ({ ...rest, because: `${rule} ${reason}` }),
  },
  {
    type: 'StrengthAdjusted',
    from: 2,
    why: 'the difference was written instead of where it came from',
    up: ({ difference, ...rest }) => ({ ...rest, from: numberIn(rest, 'to') - Number(difference) }),
    down: ({ from, ...rest }) => ({ ...rest, difference: numberIn(rest, 'to') - Number(from) }),
  },
]
