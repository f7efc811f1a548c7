/**
 * Finds the aliases that an erasure takes where the memory stays: those that a person named in a forgotten conversation; and keeps what is taken of
 * a document's from being read in again.
 */

import { aliasKey } from '@crabtrail/text/evidence/forgotten-words'
import { says } from '@crabtrail/text/statements/quoted-words'
import * as Effect from 'effect/Effect'
import { aliasesIn } from '../../domain/aliases/aliases.ts'
import type { ContentRef, NodeNumber } from '../../domain/identity.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { ContentStore } from '../ports/content-store.ts'
import { marks, type Taken, takeContent } from './selection.ts'
import type { AliasesTrace, Traces } from './traces.ts'

/**
 * Takes the aliases that a person named in one of the sessions or on one of the turns. A later content repeats those before it, and is taken with
 * them while one of them is in it.
 */
export const takeNamed = Effect.fnUntraced(function* (brain: OpenBrain, taken: Taken, traces: Traces) {
  const { sessions, turns } = taken
  const isIn = ({ session, turn }: AliasesTrace) =>
    (session !== undefined && sessions.has(session)) || (turn !== undefined && turns.has(turn))
  const named = traces.aliases.filter(({ by }) => by === 'person')
  const nodes = new Set(named.filter(isIn).map(({ node }) => node))
  if (nodes.size === 0) return
  const meant = named.filter(({ node }) => nodes.has(node))
  const bodies = yield* (yield* ContentStore).bodies(brain.key, [...new Set(meant.flatMap(({ names }) => names ?? []))])
  const said = new Map<NodeNumber, ReadonlyMap<string, boolean>>()
  for (const one of meant) {
    const { names, node } = one
    const before = said.get(node)
    const now = new Map(
      aliasesIn(names === undefined ? undefined : bodies.get(names)).map((text) => [text, before?.get(text) ?? isIn(one)]),
    )
    said.set(node, now)
    if (names !== undefined && bodies.has(names) && [...now.values()].includes(true)) takeAliases(taken, node, names)
  }
})

const takeAliases = (taken: Taken, node: NodeNumber, ref: ContentRef): void => {
  if (!taken.nodes.has(node)) taken.revised.add(node)
  takeContent(taken, { ref, kind: 'node-alias', owner: 'node', number: node })
}

/**
 * Returns the tombstones of the aliases that are taken of documents that stay: for a subject of those that say its words, else of those that no
 * memory of the document has that stays.
 */
export const aliasWords = Effect.fnUntraced(function* (brain: OpenBrain, taken: Taken, traces: Traces, phrase: string | undefined) {
  const { graph, sources } = brain.state
  const byDocument = new Set(traces.aliases.flatMap(({ by, names }) => (by === 'document' && names !== undefined ? [names] : [])))
  const gone = [...taken.contents.values()].flatMap(({ number, ref }) => {
    const source = byDocument.has(ref) ? graph.node(number)?.source : undefined
    return source === undefined || taken.sources.has(source) ? [] : [{ ref, source }]
  })
  const contents = yield* ContentStore
  const mark = marks(brain)
  const bury = new Set<string>()
  for (const [source, own] of Map.groupBy(gone, (one) => one.source)) {
    const { key: keyRef, nodes = [] } = sources.byNumber.get(source) ?? {}
    const staying = [...nodes].flatMap((node) => {
      const { names } = graph.aliasesOf(node).find(({ by }) => by === 'document') ?? {}
      return names === undefined || taken.contents.has(names) ? [] : [names]
    })
    const refs = [...own.map(({ ref }) => ref), ...staying, ...(keyRef === undefined ? [] : [keyRef])]
    const bodies = yield* contents.bodies(brain.key, [...new Set(refs)])
    const key = keyRef === undefined ? undefined : bodies.get(keyRef)
    if (key === undefined) continue
    const kept = new Set(staying.flatMap((ref) => aliasesIn(bodies.get(ref))).map(aliasKey))
    const meant = own.flatMap(({ ref }) => aliasesIn(bodies.get(ref))).filter((alias) => phrase === undefined || says(alias, phrase))
    for (const one of meant.map(aliasKey)) if (!kept.has(one)) bury.add(mark.words(key, one)).add(mark.sourceInPart(key))
  }
  return bury
})
