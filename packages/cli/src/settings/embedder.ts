/** Which embedder this process has: what a person wrote, and the embedder that it names. */
import { type Embedder, InvalidRequest } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Redacted from 'effect/Redacted'
import * as Result from 'effect/Result'

export type EmbedderChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'hashed' }
  | {
      readonly kind: 'server'
      readonly field: string
      readonly baseUrl: string
      readonly model: string
      /** Numbers of a vector. */
      readonly dimension: number
      readonly key: Redacted.Redacted<string> | undefined
    }

interface Written {
  readonly text: string
  /** What to call it in a complaint. */
  readonly field: string
}

/** Of models that are asked for most; others say theirs. */
const dimensions: ReadonlyMap<string, number> = new Map([
  ['text-embedding-3-small', 1_536],
  ['text-embedding-3-large', 3_072],
  ['text-embedding-ada-002', 1_536],
])

/** `none`, `hashed` or `URL#MODEL#DIMENSION`. What was written is in no complaint: somebody may have put a key into it. */
export const embedderChoice = ({ field, text }: Written, key: string | undefined): Result.Result<EmbedderChoice, InvalidRequest> => {
  if (text === 'none' || text === 'hashed') return Result.succeed({ kind: text })
  const refuse = (problem: string) => Result.fail(new InvalidRequest({ field, problem }))
  const [baseUrl = '', model = '', numbers, ...rest] = text.split('#')
  if (!/^https?:\/\//i.test(baseUrl) || model === '' || rest.length > 0)
    return refuse(
      'it is none, hashed, or an OpenAI-compatible server as URL#MODEL#DIMENSION: http://localhost:11434/v1#nomic-embed-text#768',
    )
  const dimension = numbers === undefined ? dimensions.get(model) : Number(numbers)
  if (dimension === undefined)
    return refuse('how many numbers a vector of this model has is not known here: write it behind, as URL#MODEL#DIMENSION')
  const secret = key === undefined || key === '' ? undefined : Redacted.make(key)
  return Result.succeed({ kind: 'server', field, baseUrl, model, dimension, key: secret })
}

/** Loads what it needs, and asks nobody anything yet. */
export const embedderOf = (choice: EmbedderChoice): Effect.Effect<Embedder['Service'] | undefined, InvalidRequest> => {
  switch (choice.kind) {
    case 'none':
      return Effect.undefined
    case 'hashed':
      return Effect.map(
        Effect.promise(() => import('@crabtrail/models/hashed')),
        ({ hashedEmbedder }) => hashedEmbedder,
      )
    case 'server': {
      const { baseUrl, dimension, field, key, model } = choice
      return Effect.flatMap(
        Effect.promise(() => import('@crabtrail/models/open-ai-compatible')),
        // What was embedded lies in the store; what is forgotten there may be nowhere else.
        ({ openAiCompatible }) =>
          Effect.fromResult(
            Result.mapError(
              openAiCompatible({ baseUrl, model, dimension, key, cacheBytes: 0 }),
              ({ detail }) => new InvalidRequest({ field, problem: detail }),
            ),
          ),
      )
    }
  }
}
