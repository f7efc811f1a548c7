/** The event that one memory supersedes another, which memories it may be about, and what an owner's verdict supersedes. */

import { noteSentences } from '@crabtrail/text/words/sentences'
import { terms } from '@crabtrail/text/words/tokenise'
import { isHeld } from '../context/outdated.ts'
import { defined } from '../decision.ts'
import type { EventData, NewEvent } from '../events/brain-event.ts'
import type { Verdict } from '../events/learning-events.ts'
import { type GraphView, isOrMayBeTrusted, isRecallable, type Origin, type Supersession } from '../graph.ts'
import type { FeedbackNumber, NodeNumber } from '../identity.ts'
import { contrastOf, type KnownPassage, type Superseded, type Worded } from './same-label.ts'

/** True for a memory that may be recalled, that is the owner's or the agent's, and in whose place as a whole no other one stands. */
export const mayGiveWay = (graph: GraphView, node: NodeNumber): boolean =>
  isRecallable(graph, node) && isOrMayBeTrusted(graph, node) && !isHeld(graph, node)

/** True where a note may take the place of an older memory. What an agent wrote, perhaps of a page that it read, takes nothing of the owner's. */
export const mayTake = (graph: GraphView, note: NodeNumber, older: NodeNumber): boolean =>
  graph.originOf(note) !== 'agent' || graph.originOf(older) === 'agent'

type SupersededData = EventData<'NodeSuperseded'>

export const supersededEvent = (
  { node, part, rule }: Pick<SupersededData, 'node' | 'part' | 'rule'>,
  { by, feedback, gone, reason, says }: Pick<SupersededData, 'by' | 'feedback' | 'reason' | 'says'> & { readonly gone?: true | undefined },
): NewEvent => ({ type: 'NodeSuperseded', data: { node, by, reason, rule, ...defined({ feedback, part, says, gone }) } })

/** False for what a text that waits for the owner's yes is recorded to supersede. */
export const holdsNow = (graph: Pick<GraphView, 'supersededBy'>, { by, node }: Pick<SupersededData, 'by' | 'node'>): boolean =>
  graph.supersededBy(node).some((one) => one.by === by)

/** Returns the end of each record that a memory is superseded by, or of those that are meant. */
export const supersessionsLifted = (
  graph: Pick<GraphView, 'supersessionsOf'>,
  node: NodeNumber,
  why: Pick<EventData<'SupersessionLifted'>, 'reason' | 'feedback'>,
  isMeant: (record: Supersession) => boolean = () => true,
): ReadonlyArray<NewEvent> =>
  graph
    .supersessionsOf(node)
    .filter(isMeant)
    .map(({ by }) => ({ type: 'SupersessionLifted', data: { node, by, ...why } }))

/**
 * Returns the events, and behind each the same for what the superseded memory had superseded itself: if the words in between are taken back
 * or erased, the older text stays superseded by the newest.
 */
export const withOlder = (graph: GraphView, events: ReadonlyArray<NewEvent>): ReadonlyArray<NewEvent> => {
  const older = events.flatMap((event): ReadonlyArray<NewEvent> => {
    if (event.type !== 'NodeSuperseded' || event.data.part !== undefined) return []
    const { by, feedback, node, reason } = event.data
    // A record supersedes nothing but the message that it records.
    if (reason === 'copy') return []
    const since = { by, reason, ...defined({ feedback }) }
    return graph.superseded().flatMap((one) => {
      const known = one === by ? undefined : graph.supersessionsOf(one).find((record) => record.by === node && record.gone === undefined)
      return known === undefined ? [] : [supersededEvent({ node: one, ...known }, since)]
    })
  })
  const isNew = ({ data, type }: NewEvent) =>
    type !== 'NodeSuperseded' || !events.some((event) => event.type === type && event.data.node === data.node && event.data.by === data.by)
  return [...events, ...older.filter(isNew)]
}

export interface Naming {
  /** The question of the turn; undefined where it was erased. */
  readonly question: string | undefined
  readonly right: Worded
  readonly wrong: ReadonlyArray<KnownPassage>
}

export interface NamedVerdict {
  readonly verdict: Verdict
  readonly origin: Origin
  readonly tier: 'agent' | 'conscious'
  readonly nodes: ReadonlyArray<NodeNumber>
  readonly instead: ReadonlyArray<NodeNumber>
  readonly naming?: Naming | undefined
}

/** A memory that the owner names as right holds again; one that he calls wrong beside it is superseded. */
export const supersededByVerdict = (said: NamedVerdict, feedback: FeedbackNumber, graph: GraphView): ReadonlyArray<NewEvent> => {
  const { instead, naming, nodes, origin, tier, verdict } = said
  if (origin !== 'owner' || tier !== 'conscious') return []
  const approved = verdict === 'used' ? [...nodes, ...instead] : instead
  const lifted = approved.flatMap((node) => supersessionsLifted(graph, node, { reason: 'reasserted', feedback }))
  const [by, ...others] = instead
  if (naming === undefined || by === undefined || others.length > 0 || !isOrMayBeTrusted(graph, by)) return lifted
  const superseded = namedIn(naming).filter(({ node }) => node !== by && mayGiveWay(graph, node))
  const events = superseded.map((one) => supersededEvent(one, { by, reason: 'verdict', feedback }))
  return [...lifted, ...withOlder(graph, events)]
}

/**
 * The labelled line that the other one states otherwise; and the one memory that was called wrong, as a whole if it states one thing and the other one states
 * that otherwise. Of several that are called wrong together none is said to be untrue: they do not answer the question.
 */
const namedIn = ({ question, right, wrong }: Naming): ReadonlyArray<Superseded> =>
  wrong.flatMap((one): ReadonlyArray<Superseded> => {
    const contrast = contrastOf(one, right)
    if (contrast !== undefined) return [{ ...contrast, rule: 'named' }]
    const isUntrue = wrong.length === 1 && isOne(one) && namesSubject(question, right, one) && asksForBoth(question, right, one)
    return isUntrue ? [{ node: one.node, rule: 'named' }] : []
  })

const isOne = ({ text }: Worded): boolean => noteSentences(text).length === 1

/** The least words that two statements of one subject share. With fewer the right one may only fit the question better. */
const sharedLeast = 2

const termsOf = ({ text, title }: Worded): ReadonlySet<string> => new Set(terms(`${title}\n${text}`))

/**
 * True where the right one or the question has the first word of the other that is no number, with which a statement mostly says whom or what it is about, and one word more of it. “Anna takes
 * 20 mg” is not made untrue by “Ben takes 5 mg”, though the question may have named neither.
 */
const namesSubject = (question: string | undefined, right: Worded, { text }: Worded): boolean => {
  const [known, said] = [termsOf(right), terms(text)]
  const first = said.find((term) => /\p{L}/u.test(term)) ?? ''
  return (known.has(first) || terms(question ?? '').includes(first)) && new Set(said.filter((term) => known.has(term))).size >= sharedLeast
}

/**
 * True where the one that was called wrong has every word of the question that the right one has. Else the question asks for something that it says nothing of,
 * as “What is Ben allergic to?” of what Anna is allergic to: it does not answer, and is as true as before.
 */
const asksForBoth = (question: string | undefined, right: Worded, wrong: Worded): boolean => {
  const [known, said] = [termsOf(wrong), termsOf(right)]
  return terms(question ?? '').every((term) => known.has(term) || !said.has(term))
}

/** True for a verdict that names one memory as wrong and another as right. */
export const namesOtherwise = ({ verdict }: Pick<NamedVerdict, 'verdict'>): boolean => verdict === 'wrong' || verdict === 'correction'
