/** What is to be forgotten, as somebody names it: one thing, or everything that says some words. */
import * as Effect from 'effect/Effect'
import type { ErasureScope } from '../../domain/erasure/erasure.ts'
import { mayForget } from '../../domain/erasure/erasure.ts'
import { phraseOf } from '../../domain/erasure/says.ts'
import { checkNames } from '../brain/participants.ts'
import { utf8Bytes } from '../brain/text-input.ts'
import { limits } from '../limits.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { ForgetRequest } from '../requests.ts'

export interface Asked {
  readonly scope: ErasureScope
  /** Of a subject: its words as they are looked for. */
  readonly name: string
}

const scopes = ['node', 'source', 'session', 'turn', 'subject'] as const

export const readAsked = Effect.fnUntraced(function* (request: ForgetRequest) {
  const { actor, actorKind, origin = 'owner' } = request
  yield* checkNames({ ...(actor === undefined ? {} : { actor }), ...(actorKind === undefined ? {} : { actorKind }), origin })
  const named = scopes.filter((scope) => request[scope] !== undefined)
  const [scope] = named
  if (scope === undefined || named.length > 1) {
    return yield* malformed(
      'node',
      `name one of ${scopes.join(', ')}; ${named.length === 0 ? 'none is' : `${named.join(' and ')} are`} named`,
    )
  }
  if (!mayForget(origin)) return yield* malformed('origin', `${origin} may not have anything forgotten: the owner can`)
  const name = request[scope] ?? ''
  if (name === '') return yield* malformed(scope, 'it is empty')
  if (utf8Bytes(name) > limits.idBytes) return yield* malformed(scope, `it has ${utf8Bytes(name)} bytes; at most ${limits.idBytes}`)
  if (scope !== 'subject') return { scope, name } satisfies Asked
  const phrase = phraseOf(name)
  if (phrase === undefined) return yield* malformed('subject', 'it says too little to look for: give a name, or words that stand together')
  return { scope, name: phrase } satisfies Asked
})

const malformed = (field: string, problem: string) => new InvalidRequest({ field, problem })
