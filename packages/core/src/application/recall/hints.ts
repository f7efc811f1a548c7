/** Finds the memories that the host hinted at: what another search of the session found, and the area the last heartbeat named. */
import * as Effect from 'effect/Effect'
import { isRecallable } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { terms } from '../../domain/text/tokenise.ts'
import type { Hints } from '../../domain/traversal/hinted-text.ts'
import type { ScoredNode } from '../../domain/traversal/text-evidence.ts'
import type { OpenBrain } from '../brain/brain.ts'
import type { ContentDrafts } from '../brain/content-drafts.ts'
import { keptBodies } from '../brain/kept-bodies.ts'
import { cleanText } from '../brain/text-input.ts'
import { ContentStore } from '../ports/content-store.ts'
import type { SearchHit } from '../requests.ts'
import { passagesOf } from './passages.ts'

export interface GatheredHints extends Hints {
  /** What was hinted, as contents of the turn. */
  readonly refs: ReadonlyArray<ContentRef>
}

/** So many passages are compared with the hits of one recall: of the documents that were found first. */
const passagesCompared = 256
/** Of the words of a hit or a passage, whichever has fewer, how many both must have to be the same. */
const sharedLeast = 0.5
/** A heartbeat says what the host is busy with for a day at most. */
const heartbeatMs = 86_400_000

export const gatherHints = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { seeding }: Profile,
  hits: ReadonlyArray<SearchHit>,
  pool: ReadonlyArray<ScoredNode>,
  drafts: ContentDrafts,
  now: number,
) {
  const found = new Set<NodeNumber>()
  const refs: Array<ContentRef> = []
  let left = passagesCompared
  for (const [source, ofSource] of Map.groupBy(hits, (hit) => hit.source)) {
    const passages = yield* livingPassages(brain, source, left)
    left -= passages.length
    for (const hit of ofSource) {
      const node = passageOf(passages, hit)
      if (node === undefined) continue
      found.add(node)
      refs.push(drafts.add((yield* cleanText(printedHit(hit))).text))
    }
  }
  const tags = yield* tagsInForce(brain, seeding.tagTurns, now)
  const favoured = tags.length === 0 ? new Set<NodeNumber>() : yield* ofAreas(brain, tags, pool)
  for (const tag of tags) refs.push(drafts.add(`#${tag}`))
  return { hits: found, favoured, refs } satisfies GatheredHints
})

const printedHit = ({ from, source, to }: SearchHit): string => (from === undefined ? source : `${source}:${from}-${to ?? from}`)

interface Passage {
  readonly node: NodeNumber
  readonly words: ReadonlySet<string>
}

/** The living passages of a document with their words. */
const livingPassages = Effect.fnUntraced(function* (brain: OpenBrain, source: string, most: number) {
  const contents = yield* ContentStore
  const { graph, registers } = brain.state
  const known = yield* contents.find(brain.key, 'source-key', brain.fingerprint('source-key', source))
  const views = known
    .flatMap(({ number }) => registers.sources.get(number)?.nodes ?? [])
    .filter((node) => isRecallable(graph, node))
    .slice(0, most)
    .flatMap((node) => graph.node(node) ?? [])
  const bodies = yield* keptBodies(
    brain,
    views.map(({ text }) => text),
  )
  return views.map(({ node, text }): Passage => ({ node, words: new Set(terms(bodies.get(text) ?? '')) }))
})

/** The passage that shares most words with what was found. */
const passageOf = (passages: ReadonlyArray<Passage>, { text }: SearchHit): NodeNumber | undefined => {
  const wanted = new Set(terms(text))
  let best: { readonly node: NodeNumber; readonly shared: number } | undefined
  for (const { node, words } of passages) {
    const shared = [...wanted].filter((word) => words.has(word)).length
    if (shared > (best?.shared ?? 0) && shared >= sharedLeast * Math.min(wanted.size, words.size)) best = { node, shared }
  }
  return best?.node
}

/** What the newest heartbeat named, while it is neither too many turns nor too long ago. */
const tagsInForce = Effect.fnUntraced(function* (brain: OpenBrain, turns: number, now: number) {
  const { registers } = brain.state
  const { heartbeat } = registers
  if (heartbeat === undefined || heartbeat.tags.length === 0 || now - heartbeat.at > heartbeatMs) return []
  let since = 0
  for (const { position } of brain.state.recentTurns()) {
    if (position <= heartbeat.position || since >= turns) break
    since++
  }
  if (since >= turns) return []
  const bodies = yield* keptBodies(brain, heartbeat.tags)
  return heartbeat.tags.flatMap((tag) => bodies.get(tag) ?? [])
})

/** Memories whose id or title has all words of one of the tags. */
const ofAreas = Effect.fnUntraced(function* (brain: OpenBrain, tags: ReadonlyArray<string>, pool: ReadonlyArray<ScoredNode>) {
  const { graph } = brain.state
  const areas = tags.map((tag) => [...new Set(terms(tag))]).filter((words) => words.length > 0)
  // The same as the recall needs, most of them at hand: a tag holds for many turns.
  const passages = yield* passagesOf(
    brain,
    graph,
    pool.map(({ node }) => node),
  )
  const favoured = new Set<NodeNumber>()
  for (const [node, { id, refs, title }] of passages) {
    const words = new Set(terms(refs.title === undefined ? id : `${id} ${title}`))
    if (areas.some((area) => area.every((word) => words.has(word)))) favoured.add(node)
  }
  return favoured
})
