/** Looks for the memories that a name most likely means: those with a name like it, for a name that no memory has; and those of a file name or a title. */

import { normalise } from '@crabtrail/text/languages/unicode'
import { nearestNames } from '@crabtrail/text/words/nearest-names'
import { questionTerms } from '@crabtrail/text/words/tokenise'
import * as Effect from 'effect/Effect'
import { type GraphView, isLive, isRecallable } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber, SourceNumber } from '../../domain/identity.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { keptBodies } from '../brain/contents.ts'
import { ContentStore } from '../ports/content-store.ts'
import { SearchIndex } from '../ports/search-index.ts'

const proposedMost = 3
const beginningMost = 400
const wordMost = 600
/** Documents whose names are read: the newest. */
const documentsMost = 4_000
const documentsNear = 8
const passagesMost = 50

/** Returns the ids of at most three live memories whose ids or words are like the name; see `packages/text/src/words/nearest-names.ts`. It reads a bounded number of names. */
export const nearIds = Effect.fnUntraced(function* (brain: OpenBrain, graph: GraphView, text: string) {
  const keys = yield* documentNames(brain)
  const near = new Set(nearestNames(text, keys.values(), documentsNear))
  const sources = [...keys].flatMap(([source, key]) => (near.has(key) ? [source] : []))
  const nodes = [...sources.flatMap((source) => passagesIn(brain, graph, source)), ...(yield* withWords(brain, graph, text))]
  const ids = yield* idsOf(brain, graph, nodes)
  return nearestNames(text, [...(yield* withBeginning(brain, graph, text)), ...ids], proposedMost)
})

export const nearDocuments = Effect.fnUntraced(function* (brain: OpenBrain, text: string) {
  return nearestNames(text, (yield* documentNames(brain)).values(), proposedMost)
})

const passagesIn = ({ state: { sources } }: OpenBrain, graph: GraphView, source: SourceNumber): ReadonlyArray<NodeNumber> =>
  [...(sources.byNumber.get(source)?.nodes ?? [])].filter((node) => isRecallable(graph, node)).slice(0, passagesMost)

const documentNames = Effect.fnUntraced(function* (brain: OpenBrain) {
  const live = [...brain.state.sources.byNumber].filter(([, { retired }]) => !retired).slice(-documentsMost)
  const refs = live.map(([, { key }]) => key)
  const bodies = yield* keptBodies(brain, refs)
  const names = new Map<SourceNumber, string>()
  for (const [source, { key }] of live) {
    const name = bodies.get(key)
    if (name !== undefined) names.set(source, name)
  }
  return names
})

const idsOf = Effect.fnUntraced(function* (brain: OpenBrain, graph: GraphView, nodes: ReadonlyArray<NodeNumber>) {
  const refs = [...new Set(nodes)].flatMap((node) => graph.node(node)?.id ?? [])
  return [...(yield* keptBodies(brain, refs)).values()]
})

/** Returns live ids with the longest beginning of the text that any has, then with shorter ones. */
const withBeginning = Effect.fnUntraced(function* (brain: OpenBrain, graph: GraphView, text: string) {
  const contents = yield* ContentStore
  const found = new Set<string>()
  const isHere = ({ number, ref }: { readonly number: number; readonly ref: ContentRef }) =>
    graph.node(number)?.id === ref && isLive(graph.stateOf(number))
  for (let length = Math.min(text.length, 64); length > 0 && found.size < beginningMost; length = Math.floor((2 * length) / 3)) {
    const rows = yield* contents.findByPrefix(brain.key, 'node-id', text.slice(0, length), beginningMost)
    for (const row of rows) if (isHere(row)) found.add(row.body)
  }
  return found
})

/** Returns live memories with a word of the text, those with the rarest words first. */
const withWords = Effect.fnUntraced(function* (brain: OpenBrain, graph: GraphView, text: string) {
  const index = yield* SearchIndex
  const { ways, words } = questionTerms(text.slice(0, 200))
  const lists = yield* index.postings(brain.key, 'document', [...new Set(words.flatMap(ways))])
  return lists
    .filter(({ nodes }) => nodes.length > 0)
    .sort((a, b) => a.nodes.length - b.nodes.length)
    .flatMap(({ nodes }) => [...nodes.subarray(0, wordMost)])
    .filter((node) => isRecallable(graph, node))
    .slice(0, wordMost)
})

/** Returns the documents with this name: the whole name, else the name of the file, in any case. */
export const documentsNamed = Effect.fnUntraced(function* (brain: OpenBrain, text: string) {
  const names = [...(yield* documentNames(brain))]
  const asked = text.toLowerCase()
  const fileOf = (key: string) => key.slice(key.lastIndexOf('/') + 1).toLowerCase()
  const tests: ReadonlyArray<(key: string) => boolean> = [
    (key) => key === text,
    (key) => key.toLowerCase() === asked,
    (key) => fileOf(key) === asked,
  ]
  for (const test of tests) {
    const found = names.filter(([, key]) => test(key))
    if (found.length > 0) return found.map(([source, key]) => ({ source, key }))
  }
  return []
})

/** Returns the live memories of the documents with this name, else those whose title is the text, else those whose title or file begins with it. */
export const memoriesCalled = Effect.fnUntraced(function* (brain: OpenBrain, graph: GraphView, text: string) {
  const documents = yield* documentsNamed(brain, text)
  if (documents.length > 0) return documents.flatMap(({ source }) => passagesIn(brain, graph, source))
  const asked = normalise(text)
  if (asked === '') return []
  const titled = yield* withTitle(brain, graph, text)
  const same = titled.filter(({ title }) => title === asked)
  if (same.length > 0) return same.map(({ node }) => node)
  const begun = titled.filter(({ title }) => title.startsWith(asked))
  if (begun.length > 0) return begun.map(({ node }) => node)
  const names = [...(yield* documentNames(brain))]
  const files = names.filter(([, key]) => normalise(key.slice(key.lastIndexOf('/') + 1)).startsWith(asked))
  return files.flatMap(([source]) => passagesIn(brain, graph, source))
})

/** Characters of a text that stand for the title of a memory that has none, as in lists. */
const beginningCharacters = 120

/** Returns the normalised titles of live memories that have all words of a text in title or text. */
const withTitle = Effect.fnUntraced(function* (brain: OpenBrain, graph: GraphView, text: string) {
  const index = yield* SearchIndex
  const { ways, words } = questionTerms(text.slice(0, 200))
  let common: Set<NodeNumber> | undefined
  for (const word of words) {
    const lists = yield* index.postings(brain.key, 'document', [...ways(word)])
    const having = new Set<NodeNumber>(lists.flatMap(({ nodes }) => [...nodes]))
    common = common === undefined ? having : new Set([...common].filter((node) => having.has(node)))
  }
  const nodes = [...(common ?? [])].filter((node) => isRecallable(graph, node)).slice(0, wordMost)
  const titles = nodes.map((node) => ({ node, title: graph.node(node)?.title ?? graph.node(node)?.text }))
  const refs = titles.flatMap(({ title }) => title ?? [])
  const bodies = yield* keptBodies(brain, refs)
  return titles.flatMap(({ node, title }) => {
    const body = title === undefined ? undefined : bodies.get(title)
    return body === undefined ? [] : [{ node, title: normalise(body.slice(0, beginningCharacters)) }]
  })
})
