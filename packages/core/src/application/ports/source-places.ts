/**
 * What the machine that a memory runs on can see of the places its documents were found in.
 *
 * Guarantee: `gone` is said only of what was looked for and surely is not there; who cannot look says `unknown`, as who gives none does.
 */
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'

export type Sight = 'there' | 'gone' | 'unknown'

export interface SourcePlaces {
  readonly folder: (root: string) => Effect.Effect<Sight>
  /** The document of this key in a folder that is there. */
  readonly document: (root: string, key: string) => Effect.Effect<Sight>
}

const unseen = Effect.succeed<Sight>('unknown')

export const SourcePlaces = Context.Reference<SourcePlaces>('@crabtrail/core/SourcePlaces', {
  defaultValue: () => ({ folder: () => unseen, document: () => unseen }),
})
