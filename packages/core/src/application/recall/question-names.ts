/** Finds what the names in a question mean: titles, speakers, and labels of mentions. */

import type { Language } from '@crabtrail/text/languages/function-words'
import { languageOf } from '@crabtrail/text/languages/languages'
import { type NameSpan, spansOf } from '@crabtrail/text/words/phrases'
import { terms } from '@crabtrail/text/words/tokenise'
import * as Effect from 'effect/Effect'
import type { GraphView, LabelNumber } from '../../domain/graph.ts'
import type { NodeNumber, Position } from '../../domain/identity.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { ContentStore } from '../ports/content-store.ts'
import { type Postings, SearchIndex } from '../ports/search-index.ts'
import { phraseRoles } from '../text-index/index-changes.ts'

/**
 * The meaning of the names in a question: documents whose title it contains, documents of a speaker that it names, and names through which
 * mention edges lead to nothing new.
 */

export interface NamedInQuestion {
  /** Documents whose title occurs in the question, with the title's words. */
  readonly titles: ReadonlyMap<NodeNumber, ReadonlyArray<string>>
  /** Documents said by a speaker whom the question names. */
  readonly spoken: ReadonlySet<NodeNumber>
  readonly labels: ReadonlySet<LabelNumber>
}

export const namedInQuestion = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  question: string,
  at: Position | undefined,
) {
  const index = yield* SearchIndex
  const contents = yield* ContentStore
  const spans = spansOf(question)
  const names = [...new Set(spans.map(({ name }) => name))]
  const postings = yield* index.postings(brain.key, 'phrase', names, at)
  const carriers = new Map(names.map((name, i) => [name, postings[i] ?? nobody]))
  const spoken = new Set<NodeNumber>()
  const labels = new Set<LabelNumber>()
  const carried = [...carriers].filter(([, { nodes }]) => nodes.length > 0)
  for (const [, known] of carried) for (const node of inRole(known, phraseRoles.speaks)) spoken.add(node)
  const findLabels = (unknown: ReadonlyArray<string>) =>
    contents.findAll(
      brain.key,
      'edge-label',
      unknown.map((name) => brain.fingerprint('edge-label', name)),
    )
  const carriedNames = carried.map(([name]) => name)
  for (const found of yield* brain.labels.find(brain.state, carriedNames, findLabels))
    for (const { ref } of found) labels.add(graph.labelNumber(ref))
  labels.delete(0)
  return { titles: titlesIn(spans, carriers, languageOf(question)), spoken, labels } satisfies NamedInQuestion
})

const nobody = { nodes: [], counts: [] }

type Known = Pick<Postings, 'nodes' | 'counts'> | typeof nobody

const inRole = ({ counts, nodes }: Known, role: number): ReadonlyArray<NodeNumber> =>
  Array.from(nodes).filter((_, at) => ((counts[at] ?? 0) & role) !== 0)

/** Finds the titles in a question. A title that is part of a longer title found there is left out. */
const titlesIn = (spans: ReadonlyArray<NameSpan>, carriers: ReadonlyMap<string, Known>, language: Language): NamedInQuestion['titles'] => {
  const titles = new Map<NodeNumber, ReadonlyArray<string>>()
  const taken: Array<NameSpan> = []
  for (const span of spans.toSorted((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from)) {
    if (taken.some(({ from, to }) => from <= span.from && span.to <= to)) continue
    const nodes = inRole(carriers.get(span.name) ?? nobody, phraseRoles.isTitle)
    if (nodes.length === 0) continue
    taken.push(span)
    const words = [...new Set(terms(span.name, language))]
    for (const node of nodes) if (!titles.has(node)) titles.set(node, words)
  }
  return titles
}
