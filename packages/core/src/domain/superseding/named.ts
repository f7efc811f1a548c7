/** Decides what an owner's verdict supersedes: the memories that he called wrong and named another one instead of. */

import { noteSentences } from '@crabtrail/text/words/sentences'
import { terms } from '@crabtrail/text/words/tokenise'
import type { NewEvent } from '../events/brain-event.ts'
import type { Verdict } from '../events/learning-events.ts'
import type { GraphView, Origin } from '../graph.ts'
import type { FeedbackNumber, NodeNumber } from '../identity.ts'
import type { KnownPassage, Worded } from './known-passage.ts'
import { contrastOf, type Superseded } from './same-label.ts'
import { mayGiveWay, supersededEvent, withOlder } from './superseded-event.ts'

/** The memory that was named instead of others. */
export interface Naming {
  readonly right: Worded
  /** The memories that were called wrong. */
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
  const lifted = approved.flatMap((node) =>
    graph
      .supersededBy(node)
      .map(({ by }): NewEvent => ({ type: 'SupersessionLifted', data: { node, by, reason: 'reasserted', feedback } })),
  )
  const [by, ...others] = instead
  if (naming === undefined || by === undefined || others.length > 0 || !graph.isTrusted(by)) return lifted
  const superseded = namedIn(naming).filter(({ node }) => node !== by && mayGiveWay(graph, node))
  const events = superseded.map((one) => supersededEvent(one, { by, reason: 'verdict', feedback }))
  return [...lifted, ...withOlder(graph, events)]
}

/**
 * The labelled line that the other one states otherwise; and the one memory that was called wrong, as a whole if it states one thing. Of
 * several that are called wrong together none is said to be untrue: they do not answer the question.
 */
const namedIn = ({ right, wrong }: Naming): ReadonlyArray<Superseded> =>
  wrong.flatMap((one): ReadonlyArray<Superseded> => {
    const contrast = contrastOf(one, right)
    if (contrast !== undefined) return [{ ...contrast, rule: 'named' }]
    return wrong.length === 1 && isOne(one) && (isOne(right) || namesSubject(right, one)) ? [{ node: one.node, rule: 'named' }] : []
  })

const isOne = ({ text }: Worded): boolean => noteSentences(text).length === 1

/** The least words that a longer passage shares with a statement whose subject it is about. With fewer it may only fit the question better. */
const sharedLeast = 2

const namesSubject = (right: Worded, { text }: Worded): boolean => {
  const known = new Set(terms(`${right.title}\n${right.text}`))
  return new Set(terms(text).filter((term) => known.has(term))).size >= sharedLeast
}

/** True for a verdict that names one memory as wrong and another as right. */
export const namesOtherwise = ({ verdict }: Pick<NamedVerdict, 'verdict'>): boolean => verdict === 'wrong' || verdict === 'correction'
