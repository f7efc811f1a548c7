/** Derives the changes of the text index from events. Only this file decides which texts are searchable, and between which positions. */

import { phrasesOf } from '@crabtrail/text/words/phrases'
import type { TermPostings } from '@crabtrail/text/words/scoring'
import { type IndexedText, indexTerms } from '@crabtrail/text/words/tokenise'
import { assertThat } from '../../domain/assertion.ts'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import { ignore } from '../../domain/events/brain-event.ts'
import { noDay } from '../../domain/events/event-definition.ts'
import { type GraphView, isLive, isSearched, type NodeType } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber, Position } from '../../domain/identity.ts'
import type { IndexChange, IndexSpace } from '../ports/event-store.ts'
import type { Postings } from '../ports/search-index.ts'

interface IndexedNode {
  /** Space of the node; absent if it is not searched by its words. */
  readonly space: IndexSpace | undefined
  readonly title: ContentRef | undefined
  /** Tags, which are searched like a title without being part of one. */
  readonly tags: ContentRef | undefined
  readonly text: ContentRef
  readonly day: number | undefined
  readonly live: boolean
}

/** Returns the space that a node is searched in: documents and cues apart from each other, tools and procedures in none. */
export const spaceOf = (type: NodeType): IndexSpace | undefined => (type === 'cue' ? 'cue' : isSearched(type) ? 'document' : undefined)

/** Returns the spaces that a text is indexed in. A document is found by its words and, apart from them, by the names in it. */
export const spacesOf = (space: IndexSpace): ReadonlyArray<IndexSpace> => (space === 'document' ? ['document', 'phrase'] : [space])

/** Roles of a phrase in a document that has it. The index stores the sum of the roles as the count of the phrase. */
export const phraseRoles = { mentions: 1, isAbout: 2, speaks: 4, isTitle: 8 } as const

/** Changes of the index that follow from events on top of the graph `before`. */
interface IndexFollower {
  /** References whose bodies the changes need. */
  readonly needs: ReadonlyArray<ContentRef>
  readonly changes: (body: (ref: ContentRef) => string | undefined) => ReadonlyArray<IndexChange>
}

export const followIndex = (events: ReadonlyArray<BrainEvent>, before: GraphView): IndexFollower => {
  const nodes = new Map<NodeNumber, IndexedNode>()
  const steps: Array<{
    readonly node: NodeNumber
    readonly at: Position
    readonly from: IndexedNode | undefined
    readonly to: IndexedNode
    readonly space: IndexSpace
  }> = []
  const known = (node: NodeNumber): IndexedNode | undefined => {
    const followed = nodes.get(node)
    if (followed !== undefined) return followed
    const view = before.node(node)
    if (view === undefined) return undefined
    const { day, tags, text, title } = view
    return { space: spaceOf(view.type), title, tags, text, day, live: isLive(view.state) }
  }
  const step = (node: NodeNumber, at: Position, to: IndexedNode) => {
    const from = known(node)
    nodes.set(node, to)
    if (to.space !== undefined && (from?.live === true || to.live)) steps.push({ node, at, from, to, space: to.space })
  }
  for (const event of events) follow(event, known, step)
  return {
    needs: steps.flatMap(({ to }) => (to.live ? [to.text, to.title, to.tags].filter((ref) => ref !== undefined) : [])),
    changes: (body) => {
      let unread = 0
      const changes = steps.flatMap(({ at, from, node, space, to }): ReadonlyArray<IndexChange> => {
        const spaces = spacesOf(space)
        const ends = from?.live === true ? spaces.map((own): IndexChange => ({ change: 'end', space: own, node, until: at })) : []
        const text = to.live ? body(to.text) : undefined
        if (to.live && text === undefined) unread += spaces.length
        if (text === undefined) return ends
        const indexed = { title: bodyOf(to.title, body), tags: bodyOf(to.tags, body), text, day: to.day ?? null }
        return [
          ...ends,
          ...spaces.map((own): IndexChange => ({ change: 'add', space: own, node, ...soundlyFiled(own, indexed), from: at })),
        ]
      })
      assertGain(changes, unread, gainOf(nodes, before))
      return changes
    },
  }
}

/** Returns by how many the texts of the index change where the nodes of a commit become what they are at its end. */
const gainOf = (nodes: ReadonlyMap<NodeNumber, IndexedNode>, before: GraphView): number => {
  let gain = 0
  for (const [node, { live, space }] of nodes) {
    if (space === undefined) continue
    const was = isLive(before.stateOf(node))
    gain += (Number(live) - Number(was)) * spacesOf(space).length
  }
  return gain
}

/** The changes add and end as many texts as become live and end; `unread` live texts cannot be read and are not added. */
export const assertGain = (changes: ReadonlyArray<Pick<IndexChange, 'change'>>, unread: number, gain: number): void => {
  let changed = unread
  for (const { change } of changes) changed += change === 'add' ? 1 : -1
  assertThat('the index gains the texts that became live and loses those that ended', changed === gain, changed, gain)
}

const soundlyFiled = (space: IndexSpace, text: TaggedText): Filed => {
  const found = filed[space](text)
  assertFiled(found)
  return found
}

export const assertFiled = ({ counts, length, terms, words }: Filed): void => {
  assertThat('an indexed text has a count for each term', terms.length === counts.length, terms.length, counts.length)
  assertThat(
    'the counts of an indexed text are positive',
    counts.every((count) => count > 0),
  )
  assertThat('the length of an indexed text is not negative', length >= 0 && words >= 0, length, words)
}

const bodyOf = (ref: ContentRef | undefined, body: (ref: ContentRef) => string | undefined) => (ref === undefined ? undefined : body(ref))

type Filed = Pick<Extract<IndexChange, { readonly change: 'add' }>, 'terms' | 'counts' | 'length' | 'words'>

interface TaggedText extends IndexedText {
  readonly tags: string | undefined
}

const byWords = ({ day, tags, text, title }: TaggedText): Filed => {
  const headline = tags === undefined ? title : `${title ?? ''}\n${tags}`
  const { counts, length, words } = indexTerms({ title: headline, text, day })
  return { terms: [...counts.keys()], counts: [...counts.values()], length, words }
}

const byPhrases = (indexed: IndexedText): Filed => {
  const { about, mentions, speaker, title } = phrasesOf(indexed)
  const roles = new Map<string, number>()
  for (const phrase of about) roles.set(phrase, phraseRoles.isAbout)
  for (const phrase of mentions) roles.set(phrase, phraseRoles.mentions)
  if (title !== undefined) roles.set(title, (roles.get(title) ?? 0) + phraseRoles.isTitle)
  if (speaker !== undefined) roles.set(speaker, (roles.get(speaker) ?? 0) + phraseRoles.speaks)
  return { terms: [...roles.keys()], counts: [...roles.values()], length: roles.size, words: 0 }
}

/** Questions are compared by the words that say their days: a cue is asked on many days. */
const ofCue = ({ day: _, ...indexed }: TaggedText): Filed => byWords(indexed)

const filed: Readonly<Record<IndexSpace, (indexed: TaggedText) => Filed>> = { document: byWords, cue: ofCue, phrase: byPhrases }

/** Returns the references that the index needs for a node's present text and, with their bodies, its terms in a space. */
export const filedNow = (graph: GraphView, node: NodeNumber) => {
  const { day, tags, text, title } = graph.node(node) ?? { day: undefined, tags: undefined, text: undefined, title: undefined }
  return {
    needs: [text, title, tags].filter((ref) => ref !== undefined),
    /** Returns no terms if the text cannot be read. */
    terms: (space: IndexSpace, body: (ref: ContentRef) => string | undefined): ReadonlyArray<string> => {
      const words = bodyOf(text, body)
      if (words === undefined) return []
      return filed[space]({ text: words, title: bodyOf(title, body), tags: bodyOf(tags, body), day: day ?? null }).terms
    },
  }
}

const follow = (
  event: BrainEvent,
  known: (node: NodeNumber) => IndexedNode | undefined,
  step: (node: NodeNumber, at: Position, to: IndexedNode) => void,
): void => {
  const change = (node: NodeNumber, fields: Partial<IndexedNode>) => {
    const before = known(node)
    if (before !== undefined) step(node, event.position, { ...before, ...fields })
  }
  switch (event.type) {
    case 'NodeAdded': {
      const { day, node, nodeType, tags, text, title } = event.data
      return step(node, event.position, { space: spaceOf(nodeType), title, tags: tags?.[0], text, day, live: true })
    }
    case 'NodeRevised': {
      const { day, node, tags, text, title } = event.data
      if (text === undefined && title === undefined && tags === undefined && day === undefined) return
      return change(node, {
        ...(text === undefined ? {} : { text }),
        ...(title === undefined ? {} : { title }),
        ...(tags === undefined ? {} : { tags: tags[0] }),
        ...(day === undefined ? {} : { day: day === noDay ? undefined : day }),
      })
    }
    case 'NodeUntitled':
      return change(event.data.node, { title: undefined })
    case 'NodeRetired':
    case 'NodeMerged':
      return change(event.data.node, { live: false })
    case 'NodeRestored':
      return change(event.data.node, { live: true })
    default:
      ignore<'text index'>(event.type)
  }
}

/* Joins the postings of terms that are one word to a question: a document with several of them counts once. */

/** Weight of a word found within a longer one, relative to the word itself. */
const withinWeight = 0.5

/** Returns the joined postings by rising node number, each with the greatest of its counts. */
export const joinedPostings = (whole: ReadonlyArray<Postings>, within: ReadonlyArray<Postings>): TermPostings => {
  const held = whole.filter(({ nodes }) => nodes.length > 0)
  const parts = within.filter(({ nodes }) => nodes.length > 0)
  const [only = nobody] = held
  if (held.length <= 1 && parts.length === 0) return only
  const counts = new Map<number, number>()
  const lengths = new Map<number, number>()
  const take = ({ counts: own, lengths: ownLengths, nodes }: Postings, weight: number) => {
    for (const [at, node] of nodes.entries()) {
      counts.set(node, Math.max(counts.get(node) ?? 0, weight * (own[at] ?? 0)))
      lengths.set(node, ownLengths[at] ?? 0)
    }
  }
  for (const list of held) take(list, 1)
  for (const list of parts) take(list, withinWeight)
  const nodes = Int32Array.from(counts.keys()).sort()
  assertAscends(nodes)
  return {
    nodes,
    counts: Float64Array.from(nodes, (node) => counts.get(node) ?? 0),
    lengths: nodes.map((node) => lengths.get(node) ?? 0),
  }
}

export const assertAscends = (nodes: Int32Array): void =>
  assertThat(
    'joined postings ascend',
    nodes.every((node, at) => at === 0 || node > (nodes[at - 1] ?? 0)),
  )

const nobody: Postings = { nodes: new Int32Array(), counts: new Int32Array(), lengths: new Int32Array() }

/** Returns one list of `answers` for each list of `asked`, whose terms were looked up one after the other. */
export const answersFor = <A>(asked: ReadonlyArray<ReadonlyArray<string>>, answers: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> => {
  const left = answers.values()
  return asked.map((terms) => terms.flatMap(() => left.next().value ?? []))
}
