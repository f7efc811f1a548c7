/** What is to be forgotten, as somebody names it: one thing, or everything that says some words. */
import * as Effect from 'effect/Effect'
import type { ErasureScope } from '../../domain/erasure/erasure.ts'
import { mayForget } from '../../domain/erasure/erasure.ts'
import { phraseOf } from '../../domain/erasure/says.ts'
import { forgetScopes } from '../operations/forget.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { ForgetRequest } from '../requests.ts'

export interface Asked {
  readonly scope: ErasureScope
  /** Of a subject: its words as they are looked for. */
  readonly name: string
}

export const readAsked = Effect.fnUntraced(function* (request: ForgetRequest) {
  const { origin = 'owner' } = request
  if (!mayForget(origin)) return yield* malformed('origin', `${origin} may not have anything forgotten: the owner can`)
  const { name, scope } = namedBy(request)
  if (scope !== 'subject') return { scope, name } satisfies Asked
  const phrase = phraseOf(name)
  if (phrase === undefined) return yield* malformed('subject', 'it says too little to look for: give a name, or words that stand together')
  return { scope, name: phrase } satisfies Asked
})

/** A request that was checked names exactly one. */
const namedBy = (request: ForgetRequest): Asked =>
  forgetScopes.flatMap((scope) => {
    const name = request[scope]
    return name === undefined ? [] : [{ scope, name }]
  })[0] ?? { scope: 'subject', name: '' }

const malformed = (field: string, problem: string) => new InvalidRequest({ field, problem })
