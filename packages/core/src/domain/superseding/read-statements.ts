/** Decides what the passages of newly read documents supersede, and which of them are copies of what is superseded already. */
import * as Result from 'effect/Result'
import type { Decision } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import { isRecallable, type Supersession } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { holderOf } from '../recall/superseded.ts'
import { type HeldPassage, heldAnew } from './changed-holder.ts'
import { type Contrasts, contrastsWith, type KnownPassage, repeatedIn, type Superseded, supersededBy } from './supersede.ts'
import { mayGiveWay, supersededEvent, supersededMost, withOlder } from './superseded-event.ts'
import { areAboutTwoThings } from './two-things.ts'

/** A passage that was added or got another text. */
export interface ReadPassage extends KnownPassage {
  /** The text that it takes the place of; undefined for a new passage. */
  readonly former: string | undefined
  /** True for a record of a talk, a text of others or of a program, and for what was once or may be: it supersedes nothing. */
  readonly isRecord: boolean
  /** True where its document was read before: the text is a change of it. */
  readonly isRead: boolean
  /** Other memories that have or once had its text, the newest last, each with its text of today. */
  readonly known: ReadonlyArray<KnownPassage & { readonly hasTextNow: boolean }>
  /** The memories that keep what it records of a conversation, word for word. */
  readonly kept: ReadonlyArray<NodeNumber>
  /** Its text before, with the memories that gave way to it. Undefined where none did, or where it is new. */
  readonly held: { readonly former: string; readonly held: ReadonlyArray<HeldPassage> } | undefined
  /** The passages that state the same otherwise; for a reply of the agent, those that state the same. */
  readonly beside: { readonly contrasts: Contrasts; readonly nearby: ReadonlyArray<KnownPassage> } | undefined
}

export interface ReadPassages {
  readonly passages: ReadonlyArray<ReadPassage>
  /** The days of all memories in question that documents hold, in days since 1970-01-01. A memory may have none. */
  readonly days: ReadonlyMap<NodeNumber, number>
  /** The paths of the documents of all memories in question. */
  readonly paths: ReadonlyMap<NodeNumber, string>
}

export const decideRead = ({ days, passages, paths }: ReadPassages, { graph }: BrainState): Decision<void> => {
  const events: Array<NewEvent> = []
  const changed = passages.flatMap(({ held, ...passage }) => (held === undefined ? [] : heldAnew({ ...passage, ...held })))
  for (const passage of passages) {
    for (const node of passage.kept) {
      if (mayGiveWay(graph, node)) events.push(supersededEvent({ node, rule: 'copy' }, { by: passage.node, reason: 'copy' }))
    }
    const copied = copiedFrom(passage, days, graph)
    const repeated = passage.isRecord && passage.beside !== undefined ? repeatedIn(passage, passage.beside.nearby) : undefined
    if (copied !== 'new') events.push(...copied)
    else if (repeated !== undefined && mayGiveWay(graph, passage.node))
      events.push(supersededEvent({ node: passage.node, rule: 'same-value' }, { by: repeated, reason: 'copy' }))
    else if (!passage.isRecord && passage.beside !== undefined) events.push(...newer(passage, passage.beside, { days, paths }, graph))
  }
  return Result.succeed({ events: [...changed, ...withOlder(graph, events)], answer: undefined })
}

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
    const [one] = hasTextNow ? graph.supersededBy(node).slice(-1) : formerly(passage, { node, ...now })
    if (one === undefined) continue
    // The owner said the same since: it is true again.
    if (kept.includes(holderOf(graph, node)?.holder ?? 0)) return []
    if (isLater(node) && isLater(one.by)) return 'new'
    const { by, gone, part } = one
    return [supersededEvent({ node: passage.node, rule: 'copy', ...(part === undefined ? {} : { part }) }, { by, gone, reason: 'copy' })]
  }
  return found.some(({ hasTextNow, node }) => hasTextNow && !isLater(node)) ? [] : 'new'
}

/** Decides which copies of its former text a changed memory supersedes. */
const formerly = (former: KnownPassage, now: KnownPassage): ReadonlyArray<Pick<Supersession, 'by' | 'gone' | 'part'>> => {
  const { holder: _, ...older } = former
  return supersededBy(contrastsWith({ title: now.title, text: now.text }, [older]), [older]).map(({ part }) => ({
    by: now.node,
    ...(part === undefined ? {} : { part }),
  }))
}

/** The later of two dated documents counts; else the one that is read later, unless it is dated and the other is of a later day. */
const newer = (
  { former, isRead, node, text, title }: ReadPassage,
  { contrasts, nearby }: NonNullable<ReadPassage['beside']>,
  { days, paths }: Omit<ReadPassages, 'passages'>,
  graph: BrainState['graph'],
): ReadonlyArray<NewEvent> => {
  const isApart = (one: Superseded): boolean => {
    const [path = '', passage] = [paths.get(one.node), nearby.find((other) => other.node === one.node)]
    if (passage === undefined || areParallel(paths.get(node), path)) return true
    const sentence = passage.text.slice(...(one.part ?? [])).trim()
    // Where both documents had the sentence, they are about one thing.
    if (path === '' || former?.includes(sentence) === true) return false
    return areAboutTwoThings({ ...passage, path }, { path: paths.get(node) ?? '', text, title }, sentence)
  }
  return supersededBy(contrasts, nearby)
    .filter((one) => one.node !== node && mayGiveWay(graph, one.node) && !isApart(one))
    .slice(0, supersededMost)
    .flatMap((one) => {
      const [day, other] = [days.get(node), days.get(one.node)]
      const areDated = day !== undefined && other !== undefined
      const isOlder = areDated && day < other
      const [older, by] = isOlder ? [{ node, rule: one.rule }, one.node] : [one, node]
      if (!mayTakePlace(graph, by, older.node, isRead || (areDated && day !== other))) return []
      return [supersededEvent(older, { by, reason: areDated && day !== other ? 'dated' : 'later' })]
    })
}

/**
 * A note of an agent supersedes nothing of the owner's. Notes of agents are read in any order at first, so one supersedes other
 * notes of an agent only where its order is known: by two days, or because a document that was read before has changed.
 */
const mayTakePlace = (graph: BrainState['graph'], by: NodeNumber, older: NodeNumber, isOrdered: boolean): boolean =>
  graph.node(by)?.origin !== 'agent' || (graph.node(older)?.origin === 'agent' && isOrdered)

/** True for documents of one name in two folders, as "atlas/ports.md" and "borealis/ports.md": they are about two things. */
const areParallel = (one = '', other = ''): boolean =>
  one !== other && one.includes('/') && one.split('/').at(-1) === other.split('/').at(-1)
