/**
 * Looks the words of a question up in the aliases of memories, and measures how much the question is like an alias. The words of aliases are cached
 * while a brain is open.
 */

import type { TermPostings } from '@crabtrail/text/words/scoring'
import { likenessTerms } from '@crabtrail/text/words/tokenise'
import * as Effect from 'effect/Effect'
import { aliasesIn } from '../../domain/aliases/aliases.ts'
import { type GraphView, namesIn } from '../../domain/graph.ts'
import type { NodeNumber, Position } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { AskedSentences } from '../../domain/recall/confidence.ts'
import type { AliasPostings } from '../../domain/walk/alias-scores.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import { readThrough } from '../brain/contents.ts'
import { type LookUp, pairPostings, weighing } from '../text-index/weighed-words.ts'

/** A word of a question, the terms that texts and aliases can have for it, and the aliases that do. */
interface AliasedWord {
  readonly word: string
  readonly ways: ReadonlyArray<string>
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

export interface AskedOfAliases {
  readonly looked: ReadonlyArray<AliasedWord>
  /** The places of the words that count. */
  readonly telling: ReadonlySet<number>
  readonly rarity: ReadonlyMap<string, number>
  /** Fewest words that a sentence and an alias must share, unless they have the same. */
  readonly sharedLeast: number
}

/**
 * Returns the likeness of a sentence, given by the places of its words, to the best alias of one of `nodes`: the geometric mean of the share of the
 * sentence that the alias has, by rarity, and the share of the alias's words that the sentence has. 0 to 1; 1 for the same words in any order. Undefined where
 * none of them has an alias.
 */
export const aliasLikeness = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  nodes: ReadonlyArray<NodeNumber>,
  { looked, rarity, sharedLeast, telling }: AskedOfAliases,
  read?: Access['bodies'],
) {
  const refs = nodes.flatMap((node) => namesIn(graph.aliasesOf(node)))
  if (refs.length === 0) return undefined
  const wordsIn = yield* readThrough(
    brain,
    refs,
    (ref) => brain.words.terms(ref),
    (ref, body) => brain.words.keepTerms(ref, aliasesIn(body).map(wordsOf)),
    read,
  )
  const asked = new Set(nodes)
  const likeness: AskedSentences['aliased'] = (node, sentence) => {
    if (!asked.has(node)) return 0
    const places = sentence.filter((place) => telling.has(place) && looked[place] !== undefined)
    const aliases = namesIn(graph.aliasesOf(node)).flatMap((ref) => wordsIn(ref) ?? [])
    return Math.max(0, ...aliases.map((words) => likenessTo(words.split(separator), places)))
  }
  const likenessTo = (alias: ReadonlyArray<string>, places: ReadonlyArray<number>): number => {
    const known = new Set(alias)
    const met = new Set<string>()
    let [whole, held, shared] = [0, 0, 0]
    for (const place of places) {
      const { ways = [], word = '' } = looked[place] ?? {}
      const rare = rarity.get(word) ?? 0
      const ownWays = ways.filter((way) => known.has(way))
      whole += rare
      if (ownWays.length === 0) continue
      shared++
      held += rare
      for (const way of ownWays) met.add(way)
    }
    const isSame = shared === places.length && met.size === known.size
    if (whole === 0 || shared === 0 || (shared < sharedLeast && !isSame)) return 0
    return isSame ? 1 : Math.sqrt((held / whole) * (met.size / known.size))
  }
  return likeness
})

/** No word has a space in it. */
const separator = ' '
const wordsOf = (alias: string): string => likenessTerms(alias).join(separator)
