/** Decides what the passages of newly read documents supersede, and which of them are copies of what is superseded already. */

import { dayOfPath } from '@crabtrail/text/days/days'
import type { OutrightPair } from '@crabtrail/text/evidence/outright-pairs'
import { noteSentences } from '@crabtrail/text/words/sentences'
import { terms } from '@crabtrail/text/words/tokenise'
import * as Result from 'effect/Result'
import { holderOf } from '../context/outdated.ts'
import { type Decision, defined } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import { type GraphView, isOrMayBeTrusted, isRecallable, type Origin, type Supersession } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { contrastOf, type KnownPassage, type PlacedPassage, type Superseded, sameLabel, sectionTitle, statesLabel } from './same-label.ts'
import { mayGiveWay, mayTake, supersededEvent, supersessionsLifted, withOlder } from './superseded-event.ts'

/** A passage with the path of headings of another one. */
export interface BesidePassage extends PlacedPassage {
  /** True where it is read in the same run: the two have no order. */
  readonly isOfRun: boolean
}

/** The former text of a passage, and the memories that gave way to it, each with the record of that. */
interface Held {
  readonly former: string
  readonly held: ReadonlyArray<{ readonly older: KnownPassage; readonly record: Supersession }>
}

/** A passage that was added or got another text. */
export interface ReadPassage extends PlacedPassage {
  /** Its text before; undefined for a new one. A line that this had is not new. */
  readonly former: string | undefined
  readonly gaveWay: ReadonlyArray<NodeNumber>
  /** True for a record of a talk, a text of others or of a program: it supersedes nothing. */
  readonly isRecord: boolean
  /** True where its document was read before: the text is a change of it. */
  readonly isRead: boolean
  /** Other memories that have or once had its text, the newest last, each with its text of today. */
  readonly known: ReadonlyArray<KnownPassage & { readonly hasTextNow: boolean }>
  /** The memories that keep what it records of a conversation, word for word. */
  readonly kept: ReadonlyArray<NodeNumber>
  /** Undefined where no memory gave way to it, or where it is new. */
  readonly held: Held | undefined
  /** The passages with its path of headings. Empty where it has no labelled line. */
  readonly beside: ReadonlyArray<BesidePassage>
}

export interface ReadPassages {
  readonly passages: ReadonlyArray<ReadPassage>
  /** The days of all memories in question that documents hold, in days since 1970-01-01. A memory may have none. */
  readonly days: ReadonlyMap<NodeNumber, number>
  /** What all memories say outright. Undefined where further documents of the run are to be read first. */
  readonly outright: { readonly pairs: ReadonlyArray<OutrightPair>; readonly isChanged: (node: NodeNumber) => boolean } | undefined
}

export const decideRead = ({ days, outright, passages }: ReadPassages, { graph }: BrainState): Decision<void> => {
  const said = outright === undefined ? [] : supersededOutright(outright.pairs, outright.isChanged, graph)
  const ended = outright === undefined ? [] : noLongerSaid(outright.pairs, graph)
  const decided = new Set(said.map(({ data }) => ('node' in data ? data.node : 0)))
  const events: Array<NewEvent> = []
  const labelled: Array<NewValue> = []
  const changed = passages.flatMap(({ held, ...passage }) => (held === undefined ? [] : heldAnew({ ...passage, ...held })))
  for (const passage of passages) {
    for (const node of passage.kept) {
      if (mayGiveWay(graph, node)) events.push(supersededEvent({ node, rule: 'copy' }, { by: passage.node, reason: 'copy' }))
    }
    const copied = decided.has(passage.node) ? [] : copiedFrom(passage, days, graph)
    if (copied !== 'new') events.push(...copied)
    else if (!passage.isRecord) labelled.push(...newer(passage, days, graph).filter(({ older }) => !decided.has(older.node)))
  }
  const all = [...events, ...ofOneLine(labelled).map(({ older, ...held }) => supersededEvent(older, held))]
  return Result.succeed({ events: [...changed, ...ended, ...said, ...withOlder(graph, all)], answer: undefined })
}

/** A labelled line that has another value since. */
interface NewValue {
  readonly older: Superseded
  readonly by: NodeNumber
  readonly reason: 'dated' | 'later'
  readonly sections: string
}

/** Leaves out two sections that differ in more than one line: they are records of one form about two things. */
const ofOneLine = (values: ReadonlyArray<NewValue>): ReadonlyArray<NewValue> =>
  [...Map.groupBy(values, ({ sections }) => sections).values()].flatMap((same) => (same.length === 1 ? same : []))

/**
 * Returns what a passage with a known text is superseded by: what superseded the memory that had this text. A copy revives nothing and
 * supersedes nothing, unless its document is of a later day.
 */
const copiedFrom = (
  { kept, known, ...passage }: ReadPassage,
  days: ReadPassages['days'],
  graph: BrainState['graph'],
): ReadonlyArray<NewEvent> | 'new' => {
  const found = known.filter(({ node }) => isRecallable(graph, node))
  if (found.length === 0) return 'new'
  const day = days.get(passage.node)
  const isLater = (than: NodeNumber) => day !== undefined && day > (days.get(than) ?? Number.NEGATIVE_INFINITY)
  for (const { node, hasTextNow, ...now } of found.toReversed()) {
    const [one] = hasTextNow ? graph.supersessionsOf(node).slice(-1) : formerly(passage, { node, ...now })
    if (one === undefined) continue
    // The owner said the same since: it is true again.
    if (kept.includes(holderOf(graph, node)?.holder ?? 0)) return []
    if (isLater(node) && isLater(one.by)) return 'new'
    const { by, gone, part } = one
    return [supersededEvent({ node: passage.node, rule: 'copy', ...defined({ part }) }, { by, gone, reason: 'copy' })]
  }
  return found.some(({ hasTextNow, node }) => hasTextNow && !isLater(node)) ? [] : 'new'
}

/** Decides which copies of its former text a changed memory supersedes. */
const formerly = (former: KnownPassage, now: KnownPassage): ReadonlyArray<Pick<Supersession, 'by' | 'gone' | 'part'>> => {
  const contrast = contrastOf(former, now)
  return contrast === undefined ? [] : [{ by: now.node, ...defined({ part: contrast.part }) }]
}

/** The later of two dated memories counts; else the one that is read later, unless it is dated and the other is of a later day. */
const newer = (passage: ReadPassage, days: ReadPassages['days'], graph: BrainState['graph']): ReadonlyArray<NewValue> => {
  const { beside, former, gaveWay, isRead, node } = passage
  const isOwn = ({ path }: PlacedPassage) => path === passage.path
  // Of two values in one reading it is not known which one counts.
  if (beside.some((one) => one.isOfRun && !isOwn(one) && contrastOf(one, passage) !== undefined)) return []
  const found = sameLabel(
    passage,
    beside.filter((one) => isOwn(one) || (!one.isOfRun && mayGiveWay(graph, one.node))),
  )
  if (found === undefined) return []
  const [day, other] = [days.get(node), days.get(found.node)]
  const areDated = day !== undefined && other !== undefined && day !== other
  const one = beside.find(({ node: of }) => of === found.node)
  // Another line was edited: this one is as old as it was.
  const isKnown = former !== undefined && one !== undefined && contrastOf(one, { title: passage.title, text: former }) !== undefined
  if (isKnown && !gaveWay.includes(found.node)) return []
  const isOlder = isKnown || (areDated && day < other)
  const back = isOlder && one !== undefined ? contrastOf(passage, one) : undefined
  if (one === undefined || (isOlder && back === undefined)) return []
  const [older, by] = back === undefined ? [found, node] : [back, found.node]
  if (!mayTakePlace(graph, by, older.node, isRead || areDated)) return []
  const sections = [one.path, passage.path, sectionTitle(passage)].join('\n')
  return [{ older, by, reason: areDated ? 'dated' : 'later', sections }]
}

/**
 * A note of an agent supersedes nothing of the owner's. Notes of agents are read in any order at first, so one supersedes other
 * notes of an agent only where its order is known: by two days, or because a document that was read before has changed.
 */
const mayTakePlace = (graph: GraphView, by: NodeNumber, older: NodeNumber, isOrdered: boolean): boolean =>
  mayTake(graph, by, older) && (isOrdered || graph.originOf(by) !== 'agent')

/* What passages say outright. */

/**
 * Returns the events for the pairs with a memory that changed. A pair that the owner lifted is not set again while nothing changes. What a note
 * of an agent says supersedes nothing of the owner's.
 */
const supersededOutright = (
  pairs: ReadonlyArray<OutrightPair>,
  isChanged: (node: NodeNumber) => boolean,
  graph: GraphView,
): ReadonlyArray<NewEvent> => {
  const isNew = ({ by, older, said }: OutrightPair) =>
    [by, older, said].some(isChanged) && !graph.supersessionsOf(older).some((one) => one.by === by && one.gone === undefined)
  const isMeant = ({ by, older, said }: OutrightPair) =>
    [said, by].every((one) => isOrMayBeTrusted(graph, one)) &&
    isRecallable(graph, by) &&
    mayGiveWay(graph, older) &&
    mayTake(graph, said, older)
  return pairs
    .filter((pair) => isNew(pair) && isMeant(pair))
    .map(({ by, older, rule }) => supersededEvent({ node: older, rule }, { by, reason: 'outright' }))
}

/** Returns the ends of the records that no text says any more. One whose newer memory is gone stays: its deletion says nothing about the older. */
const noLongerSaid = (pairs: ReadonlyArray<OutrightPair>, graph: GraphView): ReadonlyArray<NewEvent> => {
  const said = new Set(pairs.map(({ by, older }) => `${older} ${by}`))
  const isOver = (node: NodeNumber, { by, reason }: Supersession) =>
    reason === 'outright' && !said.has(`${node} ${by}`) && isRecallable(graph, node) && isRecallable(graph, by)
  return graph.superseded().flatMap((node) => supersessionsLifted(graph, node, { reason: 'withdrawn' }, (one) => isOver(node, one)))
}

/*
 * Memories that gave way to a text that changed: where it no longer states what is true now, nothing takes their place. They do not become true again
 * by that: a file that loses a line says nothing about what the line was about.
 */

/** A memory whose text changed: its text before, and the memories that gave way to it. */
interface ChangedHolder extends KnownPassage, Held {}

/** Returns the records that change: those whose holder states it no longer, and those whose holder states it again. */
const heldAnew = (holder: ChangedHolder): ReadonlyArray<NewEvent> =>
  holder.held.flatMap(({ older, record }) => {
    if (record.rule === 'front-matter' || record.rule === 'statement') return []
    const states = statesStill(holder, older, record)
    if (states === (record.gone === undefined)) return []
    return [supersededEvent({ ...record, node: older.node }, { ...record, gone: states ? undefined : true })]
  })

const statesStill = ({ former, ...now }: ChangedHolder, older: KnownPassage, { gone, rule, says }: Supersession): boolean => {
  // A changed note is judged anew: until then its words count where they stood.
  if (says !== undefined) return gone === undefined && now.text.slice(...says) === former.slice(...says)
  if (statesLabel(older, now)) return true
  if (rule === 'same-label' || gone !== undefined) return false
  return now.text.includes(older.text) || remains(former, now.text)
}

/** The least share of the words of a text that another has, for it to state the same with other values. */
const shareLeast = 0.5

/** True where a sentence of a text, or at least half of its words, is in another one. */
const remains = (former: string, now: string): boolean => {
  const kept = new Set(noteSentences(now).map(({ text }) => text))
  if (noteSentences(former).some(({ text }) => kept.has(text))) return true
  const [before, words] = [new Set(terms(former)), new Set(terms(now))]
  return [...before].filter((word) => words.has(word)).length >= shareLeast * before.size
}

interface PassageOfDocument {
  readonly origin: Origin
  readonly path: string
  /** False for a passage of a talk or of a program. */
  readonly isNote: boolean
  readonly isRead: boolean
}

/**
 * True for a passage of a talk, of a program or of others. A passage that an agent wrote into a new document is a record, too, unless its path
 * tells a day: its notes are read in any order at first.
 */
export const recordsOnly = ({ isNote, isRead, origin, path }: PassageOfDocument): boolean => {
  const isOrdered = isRead || dayOfPath(path) !== undefined
  const isOwn = origin === 'owner' || (origin === 'agent' && isOrdered)
  return !isOwn || !isNote
}
