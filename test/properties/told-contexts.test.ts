/** The context of a turn is sealed, not kept: what `why` tells of it later is rendered again, and is what was given then. */

import type { RequestOf } from '@crabtrail/core'
import * as Result from 'effect/Result'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { play } from '../arbitraries/plausible-log.ts'
import { signals } from '../arbitraries/signal.ts'
import { runs } from './runs.ts'

const question = fc.constantFrom('how do we deploy and rollback?', 'database token backup', 'harbour', 'queue 港口 fridge naïve')

test('INV-257 why tells the context word for word as it was given, whatever was read in and learned since', () => {
  let told = 0
  fc.assert(
    fc.property(signals(), fc.array(question, { minLength: 1, maxLength: 3 }), (asked, questions) => {
      const given = new Map<string, { readonly text: string; readonly tokens: number }>()
      let steps = 0
      const { memory } = play(asked, (now) => {
        const next = questions[given.size]
        if (next === undefined || ++steps % 2 === 0) return
        const recall: RequestOf<'recall'> = { question: next, session: 'asked' }
        const { context, turn } = Result.getOrThrow(now.ask((methods) => methods.recall(recall)))
        given.set(turn ?? '', { text: context.text, tokens: context.tokens })
      })

      for (const [turn, context] of given) {
        const why = Result.getOrThrow(memory.ask((methods) => methods.why({ turn, verbatim: true })))

        expect(why.context).toEqual(context)
        if (context.text !== '') told++
      }
    }),
    runs,
  )
  if (runs.numRuns >= 25) expect(told).toBeGreaterThan(0)
})
