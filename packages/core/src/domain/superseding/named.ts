/** Decides what an owner's verdict supersedes: the memories called wrong, and what states their value in other words. */
import type { NewEvent } from '../events/brain-event.ts'
import type { Verdict } from '../events/feedback-events.ts'
import type { GraphView, Origin } from '../graph.ts'
import type { FeedbackNumber, NodeNumber } from '../identity.ts'
import { type Stating, sentencesIn, sharedLeast, tokensOf, weightOf } from './statement.ts'
import { type Contrasts, contrastsWith, type KnownPassage, type Superseded, supersededBy } from './supersede.ts'
import { mayGiveWay, supersededEvent, withOlder } from './superseded-event.ts'

/** The memory that was named instead of others, with what is known beside it. */
export interface Naming {
  readonly right: Stating
  /** The memories that were called wrong. */
  readonly wrong: ReadonlyArray<KnownPassage>
  /** The passages that state otherwise; undefined where none does. */
  readonly beside: { readonly contrasts: Contrasts; readonly nearby: ReadonlyArray<KnownPassage> } | undefined
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

const namedIn = ({ beside, right, wrong }: Naming): ReadonlyArray<Superseded | { readonly node: NodeNumber; readonly rule: 'named' }> => {
  const nearby = [...wrong, ...(beside?.nearby ?? [])]
  const told = supersededBy(contrastsWith(right, wrong), nearby)
  const all = new Map([...told, ...(beside === undefined ? [] : supersededBy(beside.contrasts, nearby))].map((one) => [one.node, one]))
  // A passage that states one thing is wrong as a whole.
  const isOne = ({ text }: Stating) => sentencesIn(text).length === 1
  const named = wrong.filter((one) => !all.has(one.node) && isOne(one) && (isOne(right) || namesSubject(right, one)))
  return [...all.values(), ...named.map(({ node }) => ({ node, rule: 'named' as const }))]
}

/** True where a longer passage or a list speaks of the subject of a statement: else it only fits the question better. */
const namesSubject = (right: Stating, { text }: Stating): boolean => {
  const known = new Set(tokensOf(`${right.title}\n${right.text}`).map(({ key }) => key))
  const shared = tokensOf(text).filter(({ key, kind }) => kind === 'content' && known.has(key))
  return weightOf(shared) >= sharedLeast || shared.some(({ capital }) => capital)
}

/** True for a verdict that names one memory as wrong and another as right. */
export const namesOtherwise = ({ verdict }: Pick<NamedVerdict, 'verdict'>): boolean => verdict === 'wrong' || verdict === 'correction'
