/** Looks the words of a question up in the aliases of memories. */

import type { TermPostings } from '@crabtrail/text/words/scoring'
import * as Effect from 'effect/Effect'
import type { GraphView } from '../../domain/graph.ts'
import type { Position } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { AliasPostings } from '../../domain/walk/alias-scores.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { type LookUp, pairPostings, weighing } from '../text-index/weighed-words.ts'

/** A word of a question, and the aliases that have it. */
interface AliasedWord {
  readonly aliases?: TermPostings
}

interface LookedUp {
  readonly looked: ReadonlyArray<AliasedWord>
  readonly bigrams: ReadonlyArray<string>
  readonly lookedIn: LookUp
}

/** Returns the postings of the words of a question in the aliases, by the statistics of the aliases; undefined where aliases are not searched. */
export const aliasPostings = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  { seeding }: Profile,
  { bigrams, looked, lookedIn }: LookedUp,
  at: Position | undefined,
) {
  if (lookedIn === 'texts') return undefined
  const { statistics } = yield* weighing(brain, graph, at, 'alias')
  const bigramPostings = yield* pairPostings(brain, 'alias', bigrams, at)
  const wordPostings = looked.map(({ aliases }) => aliases ?? nowhere)
  return { wordPostings, bigramPostings, statistics, weight: seeding.aliases } satisfies AliasPostings
})

const nowhere: TermPostings = { nodes: [], counts: [], lengths: [] }
