/** Derives the changes of the text index from events. Only this file decides which texts are searchable, and between which positions. */

import { phrasesOf } from '@crabtrail/text/words/phrases'
import type { TermPostings } from '@crabtrail/text/words/scoring'
import { type IndexedText, indexTerms } from '@crabtrail/text/words/tokenise'
import { assertThat } from '../../domain/assertion.ts'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import { ignore } from '../../domain/events/brain-event.ts'
import { noDay } from '../../domain/events/event-definition.ts'
import {
  aliasesOfPerson,
  type GraphView,
  isLive,
  isSearched,
  type NodeAliases,
  type NodeType,
  namesIn,
  withAliases,
} from '../../domain/graph.ts'
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
  readonly aliases: ReadonlyArray<NodeAliases>
  readonly live: boolean
}

/** Returns the contents of the aliases that a node is found by; none for a node that is not live. */
const aliasContents = (node: IndexedNode | undefined): ReadonlyArray<ContentRef> =>
  node?.live === true && node.space === 'document' ? namesIn(node.aliases) : []

/** Returns the space that a node is searched in: documents and cues apart from each other, tools and procedures in none. */
export const spaceOf = (type: NodeType): IndexSpace | undefined => (type === 'cue' ? 'cue' : isSearched(type) ? 'document' : undefined)

/** Returns the spaces of the text of a node. A document is found by its words and, apart from them, by the names in it. */
const spacesOfText = (space: IndexSpace): ReadonlyArray<IndexSpace> => (space === 'document' ? ['document', 'phrase'] : [space])

/** Returns the spaces that a live node is indexed in: those of its text, and that of its aliases where it has some. */
export const spacesOf = (space: IndexSpace, aliases: ReadonlyArray<ContentRef>): ReadonlyArray<IndexSpace> =>
  space === 'document' && aliases.length > 0 ? [...spacesOfText(space), 'alias'] : spacesOfText(space)

/** Roles of a phrase in a document that has it. The index stores the sum of the roles as the count of the phrase. */
export const phraseRoles = { mentions: 1, isAbout: 2, speaks: 4, isTitle: 8 } as const

/** Changes of the index that follow from events on top of the graph `before`. */
interface IndexFollower {
  /** References whose bodies the changes need. */
  readonly needs: ReadonlyArray<ContentRef>
  readonly changes: (body: (ref: ContentRef) => string | undefined) => ReadonlyArray<IndexChange>
}

/** The part of a node that an event changes: its text with all that is indexed beside it, its aliases, or both. */
type Changed = 'text' | 'aliases' | 'both'

interface Step {
  readonly node: NodeNumber
  readonly at: Position
  readonly space: IndexSpace
  /** True where the node had a text in the space before. */
  readonly ends: boolean
  /** The node that gets a text in the space; undefined for none. */
  readonly to: IndexedNode | undefined
}

export const followIndex = (events: ReadonlyArray<BrainEvent>, before: GraphView): IndexFollower => {
  const nodes = new Map<NodeNumber, IndexedNode>()
  const steps: Array<Step> = []
  const known = (node: NodeNumber): IndexedNode | undefined => nodes.get(node) ?? indexedIn(before, node)
  const step = (node: NodeNumber, at: Position, to: IndexedNode, changed: Changed) => {
    const from = known(node)
    nodes.set(node, to)
    if (to.space !== undefined) steps.push(...stepsOf(node, at, from, { ...to, space: to.space }, changed))
  }
  for (const event of events) follow(event, known, step)
  return {
    needs: [...new Set(steps.flatMap(({ space, to }) => (to === undefined ? [] : needsOf(space, to))))],
    changes: (body) => {
      let unread = 0
      const changes = steps.flatMap(({ at, ends, node, space, to }): ReadonlyArray<IndexChange> => {
        const ended: ReadonlyArray<IndexChange> = ends ? [{ change: 'end', space, node, until: at }] : []
        if (to === undefined) return ended
        const text = textIn(space, to, body)
        if (text === undefined) {
          unread++
          return ended
        }
        return [...ended, { change: 'add', space, node, ...soundlyFiled(space, text), from: at }]
      })
      assertGain(changes, unread, gainOf(nodes, before))
      return changes
    },
  }
}

const indexedIn = (graph: GraphView, node: NodeNumber): IndexedNode | undefined => {
  const view = graph.node(node)
  if (view === undefined) return undefined
  const { day, tags, text, title } = view
  return { space: spaceOf(view.type), title, tags, text, day, live: isLive(view.state), aliases: graph.aliasesOf(node) }
}

const stepsOf = (
  node: NodeNumber,
  at: Position,
  from: IndexedNode | undefined,
  to: IndexedNode & { readonly space: IndexSpace },
  changed: Changed,
): ReadonlyArray<Step> => {
  const wasLive = from?.live === true
  const ofText =
    changed === 'aliases' || !(wasLive || to.live)
      ? []
      : spacesOfText(to.space).map((space): Step => ({ node, at, space, ends: wasLive, to: to.live ? to : undefined }))
  const [had, has] = [aliasContents(from).length > 0, aliasContents(to).length > 0]
  const ofAliases: ReadonlyArray<Step> =
    changed === 'text' || !(had || has) ? [] : [{ node, at, space: 'alias', ends: had, to: has ? to : undefined }]
  return [...ofText, ...ofAliases]
}

const needsOf = (space: IndexSpace, { aliases, tags, text, title }: IndexedNode): ReadonlyArray<ContentRef> =>
  space === 'alias' ? namesIn(aliases) : [text, title, tags].filter((ref) => ref !== undefined)

/** Returns the text of a node in a space; undefined where it cannot be read. */
const textIn = (space: IndexSpace, node: IndexedNode, body: (ref: ContentRef) => string | undefined): TaggedText | undefined => {
  if (space === 'alias') {
    const read = namesIn(node.aliases).flatMap((ref) => body(ref) ?? [])
    return read.length === 0 ? undefined : { title: undefined, tags: undefined, text: read.join('\n'), day: null }
  }
  const text = body(node.text)
  return text === undefined ? undefined : { title: bodyOf(node.title, body), tags: bodyOf(node.tags, body), text, day: node.day ?? null }
}

/** Returns by how many the texts of the index change where the nodes of a commit become what they are at its end. */
const gainOf = (nodes: ReadonlyMap<NodeNumber, IndexedNode>, before: GraphView): number => {
  let gain = 0
  for (const [number, node] of nodes) gain += textsOf(node) - textsOf(indexedIn(before, number))
  return gain
}

/** Returns the number of texts that the index has of a node. */
const textsOf = (node: IndexedNode | undefined): number =>
  node?.space === undefined || !node.live ? 0 : spacesOf(node.space, aliasContents(node)).length

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

/** Each alias is a question by itself, in its own language. No day counts: a question is asked on many days. */
const byAliases = ({ text }: TaggedText): Filed => {
  const counts = new Map<string, number>()
  let [length, words] = [0, 0]
  for (const alias of text.split('\n')) {
    const own = indexTerms({ title: undefined, text: alias })
    for (const [term, count] of own.counts) counts.set(term, (counts.get(term) ?? 0) + count)
    length += own.length
    words += own.words
  }
  return { terms: [...counts.keys()], counts: [...counts.values()], length, words }
}

const filed: Readonly<Record<IndexSpace, (indexed: TaggedText) => Filed>> = {
  document: byWords,
  cue: ofCue,
  phrase: byPhrases,
  alias: byAliases,
}

/** Returns the references that the index needs for a node's present texts and, with their bodies, its terms in a space. */
export const filedNow = (graph: GraphView, node: NodeNumber) => {
  const now = indexedIn(graph, node)
  return {
    needs: now === undefined ? [] : [...needsOf('document', now), ...aliasContents(now)],
    /** Returns no terms if the text cannot be read. */
    terms: (space: IndexSpace, body: (ref: ContentRef) => string | undefined): ReadonlyArray<string> => {
      const text = now === undefined ? undefined : textIn(space, now, body)
      return text === undefined ? [] : filed[space](text).terms
    },
  }
}

const follow = (
  event: BrainEvent,
  known: (node: NodeNumber) => IndexedNode | undefined,
  step: (node: NodeNumber, at: Position, to: IndexedNode, changed: Changed) => void,
): void => {
  const change = (node: NodeNumber, fields: Partial<IndexedNode>, changed: Changed) => {
    const before = known(node)
    if (before !== undefined) step(node, event.position, { ...before, ...fields }, changed)
  }
  switch (event.type) {
    case 'NodeAdded': {
      const { day, node, nodeType, tags, text, title } = event.data
      return step(node, event.position, { space: spaceOf(nodeType), title, tags: tags?.[0], text, day, aliases: [], live: true }, 'both')
    }
    case 'NodeRevised': {
      const { day, node, tags, text, title } = event.data
      if (text === undefined && title === undefined && tags === undefined && day === undefined) return
      const isNew = text !== undefined && text !== known(node)?.text
      return change(
        node,
        {
          ...(text === undefined ? {} : { text }),
          ...(title === undefined ? {} : { title }),
          ...(tags === undefined ? {} : { tags: tags[0] }),
          ...(day === undefined ? {} : { day: day === noDay ? undefined : day }),
          ...(isNew ? { aliases: aliasesOfPerson(known(node)?.aliases ?? []) } : {}),
        },
        isNew ? 'both' : 'text',
      )
    }
    case 'NodeUntitled':
      return change(event.data.node, { title: undefined }, 'text')
    case 'AliasesNamed': {
      const { node, ...named } = event.data
      return change(node, { aliases: withAliases(known(node)?.aliases ?? [], named) }, 'aliases')
    }
    case 'NodeRetired':
    case 'NodeMerged':
      return change(event.data.node, { live: false }, 'both')
    case 'NodeRestored':
      return change(event.data.node, { live: true }, 'both')
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
