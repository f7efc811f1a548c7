/** Finds what else says it: in questions, verdicts, hints and cues, or, of a subject, anywhere. */
import * as Effect from 'effect/Effect'
import { says } from '../../domain/erasure/says.ts'
import type { ContentKind } from '../../domain/events/event-definition.ts'
import type { ContentRef, NodeNumber } from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { questionTerms } from '../../domain/text/tokenise.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { ContentStore } from '../ports/content-store.ts'
import { ErasureStore, type OwnedContent } from '../ports/erasure-store.ts'
import type { ContentRow } from '../ports/event-store.ts'
import { type Taken, takeContent } from './taken.ts'

const contentsPerPage = 1_000

const visitContents = Effect.fnUntraced(function* (brain: OpenBrain, visit: (row: ContentRow & { readonly body: string }) => void) {
  const contents = yield* ContentStore
  for (let after: ContentRef | undefined; ; ) {
    const rows = yield* contents.page(brain.key, after, contentsPerPage)
    for (const row of rows) if (row.body !== undefined) visit({ ...row, body: row.body })
    after = rows.at(-1)?.ref
    if (rows.length < contentsPerPage || after === undefined) return
  }
})

/** Digests say nothing, and a folder is where its documents lie, not what they are about. */
const saysNothing: ReadonlySet<ContentKind> = new Set(['source-digest', 'source-root'])

/** A memory or source that says it now is taken whole; of everything else the content that says it, of a memory what it said before. */
export const takeSubject = (brain: OpenBrain, phrase: string, taken: Taken) =>
  visitContents(brain, (row) => {
    if (saysNothing.has(row.kind) || taken.nodes.has(row.owner === 'node' ? row.number : 0) || !says(row.body, phrase)) return
    const { graph, sources } = brain.state
    if (row.owner === 'node' && saysNow(brain.state, row.number).includes(row.ref)) taken.nodes.add(row.number)
    else if (row.owner === 'source' && sources.byNumber.get(row.number)?.key === row.ref) takeWhole(brain.state, row.number, taken)
    else {
      if (row.owner === 'node' && graph.stateOf(row.number) !== undefined) taken.revised.add(row.number)
      takeContent(taken, ownedOf(row))
    }
  })

const takeWhole = ({ sources }: BrainState, source: number, taken: Taken): void => {
  taken.sources.add(source)
  for (const node of sources.byNumber.get(source)?.nodes ?? []) taken.nodes.add(node)
}

const saysNow = ({ graph }: BrainState, node: NodeNumber): ReadonlyArray<ContentRef> => {
  const view = graph.node(node)
  return view === undefined
    ? []
    : [view.id, view.text, ...(view.title === undefined ? [] : [view.title]), ...(view.links === undefined ? [] : [view.links])]
}

/** What people and hosts said in turns. */
const spoken: ReadonlySet<ContentKind> = new Set(['question', 'hint', 'feedback-text'])

/**
 * What was said in turns with a word that only the forgotten memories have: it quotes them, or asks for nothing else. Cues are questions
 * too. Hints name the sources they were found in.
 */
export const takeQuotes = Effect.fnUntraced(function* (brain: OpenBrain, taken: Taken, keys: ReadonlyArray<string>) {
  const erasure = yield* ErasureStore
  const words = taken.nodes.size === 0 ? new Set<string>() : yield* erasure.wordsOnlyIn(brain.key, [...taken.nodes])
  if (words.size === 0 && keys.length === 0) return
  const quotes = (text: string) => {
    const said = questionTerms(text)
    return said.words.some((word) => said.ways(word).some((term) => words.has(term)))
  }
  const names = (text: string) => keys.some((key) => text === key || text.startsWith(`${key}:`))
  yield* visitContents(brain, (row) => {
    if (spoken.has(row.kind)) {
      if (quotes(row.body) || (row.kind === 'hint' && names(row.body))) takeContent(taken, ownedOf(row))
    } else if (row.owner === 'node' && brain.state.graph.typeOf(row.number) === 'cue' && quotes(row.body)) taken.nodes.add(row.number)
  })
})

const ownedOf = ({ kind, number, owner, ref }: ContentRow): OwnedContent => ({ ref, kind, owner, number })
