/**
 * Compares what is known with what was derived without some signals, and returns the events that bring the one to the other: strengths,
 * utilities, doubts, trust, verdicts that count, the owner's words and the counts of the caps.
 */
import { type Move, strengthsRestored } from '../edge-rules.ts'
import type { BrainEvent, BrainEventOf, EventData, EventType, NewEvent } from '../events/brain-event.ts'
import { aliasNamers, type Doubt, type GraphView, type NodeAliases, type NodeView, type Supersession } from '../graph.ts'
import type { ContentRef, FeedbackNumber, NodeNumber, Position, SessionNumber, TurnNumber } from '../identity.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { ParticipantRecords } from '../projections/registry.ts'
import type { OwnersWords, Replacement } from '../projections/standing.ts'
import { isVerdict } from '../projections/turns/turn-ledger.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'

/** The share that a feedback got, and the turn of the feedback where it names one. */
export interface Attribution extends EventData<'FeedbackAttributed'> {
  readonly turn?: TurnNumber
}

export interface Derived {
  readonly state: BrainState
  /** The attribution of each feedback as recorded last, and as derived. A feedback that was left out got nothing. */
  readonly recorded: ReadonlyMap<FeedbackNumber, Attribution>
  readonly derived: ReadonlyMap<FeedbackNumber, Attribution>
}

/** Returns the events that make `now` equal to the derived state. `request` is the position of the request that they follow from. */
export const restatement = (now: BrainState, to: Derived, request: Position): ReadonlyArray<NewEvent> => [
  ...marks(now, to.state, request),
  strengths(now.graph, to.state.graph, request),
  ...attributions(to, request),
  ...turns(now, to.state, request),
  ...learning(now, to.state, request),
]

export const isEmptyRestatement = (events: ReadonlyArray<NewEvent>): boolean =>
  events.every((event) => event.type === 'StrengthsRestored' && event.data.edges.length + event.data.nodes.length === 0)

const strengths = (now: GraphView, then: GraphView, cause: Position): NewEvent =>
  strengthsRestored(cause, changesOf(now.edges, now.strengthOf, then.strengthOf), changesOf(now.nodes, now.utilityOf, then.utilityOf))

/** Returns the numbers up to `highest` whose values differ. */
const changesOf = (highest: number, now: (number: number) => number, then: (number: number) => number): ReadonlyArray<Move<number>> => {
  const changes: Array<Move<number>> = []
  for (let number = 1; number <= highest; number++)
    if (now(number) !== then(number)) changes.push({ number, from: now(number), to: then(number) })
  return changes
}

/** True for what a restoring request sets beside values: doubts, supersessions, trust and aliases. */
export const isMark = ({ type }: Pick<NewEvent, 'type'>): boolean => marking.has(type)
const marking: ReadonlySet<EventType> = new Set<EventType>([
  'NodeDoubted',
  'DoubtLifted',
  'NodeSuperseded',
  'SupersessionLifted',
  'NodeTrusted',
  'NodeReviewed',
  'AliasesNamed',
])

/** True for a mark that a rollback, an unlearning or an undo restored: nobody said it there. */
export const isRestored = (event: BrainEvent): boolean => isMark(event) && event.cause !== undefined

/** Doubts and supersessions of a memory are set anew where they differ, so that they keep their order. */
const marks = ({ graph: now, erased }: BrainState, { graph: then }: BrainState, cause: Position): ReadonlyArray<NewEvent> => {
  const changes: Array<NewEvent> = []
  for (const node of [...new Set([...now.doubted(), ...then.doubted()])].sort((a, b) => a - b)) {
    const [known, wanted] = [now.doubtsOf(node), then.doubtsOf(node).filter(({ said }) => !erased.has(said))]
    if (sameDoubts(known, wanted)) continue
    for (const { feedback } of known) changes.push({ type: 'DoubtLifted', cause, data: { node, feedback, reason: 'unlearned' } })
    for (const { at: saidAt, ...doubt } of wanted) changes.push({ type: 'NodeDoubted', cause, data: { node, ...doubt, saidAt } })
  }
  for (const node of [...new Set([...now.superseded(), ...then.superseded()])].sort((a, b) => a - b)) {
    const [known, wanted] = [
      now.supersessionsOf(node),
      then.supersessionsOf(node).filter(({ by }) => mayHoldAgain({ graph: now, erased }, by)),
    ]
    changes.push(...supersededAnew({ node, known, wanted, reason: 'unlearned', cause }))
  }
  for (const node of [...new Set([...now.aliased(), ...then.aliased()])].sort((a, b) => a - b))
    changes.push(...aliasesAnew(node, now.aliasesOf(node), unerasedAliases(then.aliasesOf(node), erased), cause))
  for (let node = 1; node <= now.nodes; node++) changes.push(...trustAnew(now.node(node), then.node(node), cause))
  return changes
}

type Trust = Pick<NodeView, 'node' | 'review' | 'trusted'>

/** Returns the event by which the owner's yes and no to a text are what is wanted; none where they are, or where nothing is wanted. */
export const trustAnew = (known: Trust | undefined, wanted: Trust | undefined, cause: Position): ReadonlyArray<NewEvent> => {
  if (known === undefined || wanted === undefined) return []
  const { node } = known
  const { review, trusted } = wanted
  if (known.trusted === trusted && known.review === review) return []
  if (review !== undefined) return [{ type: 'NodeReviewed', cause, data: { node, review } }]
  return [{ type: 'NodeTrusted', cause, data: { node, trust: trusted ? 'on' : 'off' } }]
}

const unerasedAliases = (aliases: ReadonlyArray<NodeAliases>, erased: ReadonlySet<ContentRef>): ReadonlyArray<NodeAliases> =>
  aliases.filter(({ names }) => names === undefined || !erased.has(names))

const aliasesAnew = (
  node: NodeNumber,
  known: ReadonlyArray<NodeAliases>,
  wanted: ReadonlyArray<NodeAliases>,
  cause: Position,
): ReadonlyArray<NewEvent> =>
  aliasNamers.flatMap((by): ReadonlyArray<NewEvent> => {
    const [now, then] = [known, wanted].map((some) => some.find((one) => one.by === by))
    if (now?.names === then?.names && now?.call === then?.call) return []
    return [{ type: 'AliasesNamed', cause, data: { node, ...(then ?? { by }) } }]
  })

/** False for words of a person that are erased and that no later words took the place of: they supersede nothing again. */
export const mayHoldAgain = ({ erased, graph }: Pick<BrainState, 'erased' | 'graph'>, by: NodeNumber): boolean => {
  const text = graph.typeOf(by) === 'correction' ? graph.node(by)?.text : undefined
  return text === undefined || !erased.has(text) || graph.supersessionsOf(by).length > 0
}

const sameDoubts = (one: ReadonlyArray<Doubt>, other: ReadonlyArray<Doubt>): boolean =>
  one.length === other.length && one.every(({ feedback }, i) => feedback === other[i]?.feedback)

interface Anew {
  readonly node: NodeNumber
  readonly known: ReadonlyArray<Supersession>
  readonly wanted: ReadonlyArray<Supersession>
  readonly reason: EventData<'SupersessionLifted'>['reason']
  readonly cause: Position
}

/** Returns the events that leave a memory superseded by what is wanted, in that order. What is wanted and stands in front stays as it is. */
export const supersededAnew = ({ cause, known, node, reason, wanted }: Anew): ReadonlyArray<NewEvent> => {
  const other = known.findIndex(({ by, feedback }, i) => by !== wanted[i]?.by || feedback !== wanted[i]?.feedback)
  const same = other === -1 ? known.length : other
  return [
    ...known.slice(same).map(({ by }): NewEvent => ({ type: 'SupersessionLifted', cause, data: { node, by, reason } })),
    ...wanted.slice(same).map((one): NewEvent => ({ type: 'NodeSuperseded', cause, data: { node, ...one } })),
  ]
}

const attributions = ({ derived, recorded }: Derived, cause: Position): ReadonlyArray<NewEvent> =>
  [...derived].flatMap(([feedback, { turn, ...data }]): ReadonlyArray<NewEvent> => {
    const { turn: _, ...known } = recorded.get(feedback) ?? { turns: undefined }
    if (same(known, data)) return []
    return [{ type: 'FeedbackAttributed', cause, ...(turn === undefined ? {} : { turn }), data }]
  })

const same = (one: unknown, other: unknown): boolean => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

const turns = (now: BrainState, then: BrainState, cause: Position): ReadonlyArray<NewEvent> => {
  const restated: Array<NewEvent> = []
  for (const record of then.recentTurns()) {
    const known = now.turn(record.turn)
    const data = countedIn(record)
    if (known === undefined || same(countedIn(known), data)) continue
    restated.push({ type: 'TurnRestated', cause, turn: record.turn, data })
  }
  return restated.reverse()
}

export const countedIn = ({ cue = 0, uses, verdicts }: TurnRecord): EventData<'TurnRestated'> => ({
  cue,
  nodes: verdicts.map(({ node = 0 }) => node),
  words: verdicts.map(({ word }) => word),
  tiers: verdicts.map(({ tier }) => tier),
  actors: verdicts.map(({ actor = 0 }) => actor),
  feedbacks: verdicts.map(({ feedback }) => feedback),
  uses: uses.map((use) => use.cause),
  used: uses.map(({ nodes }) => nodes),
  moved: uses.map(({ moves }) => moves.map(([edge]) => edge)),
  by: uses.map(({ moves }) => moves.map(([, by]) => by)),
})

/* What else follows from signals. */

const learning = (now: BrainState, then: BrainState, cause: Position): ReadonlyArray<NewEvent> => {
  const data = {
    ...renewals(now.graph, then.graph),
    ...standingWords(now.owner, then.owner),
    ...replacements(now.owner, then.owner),
    ...saidCounts(now.participants, then.participants),
    ...lastUses(now.said, then.said),
    ...judgements(now.graph, then.graph),
  }
  const isEmpty = Object.values(data).every((list) => list.length === 0)
  return isEmpty ? [] : [{ type: 'LearningRestated', cause, data }]
}

const renewals = (now: GraphView, then: GraphView) => {
  const changes = changesOf(now.edges, now.lastRenewedOf, then.lastRenewedOf)
  return { edges: changes.map(({ number }) => number), renewed: changes.map(({ to }) => to) }
}

const standingWords = ({ standing: now }: OwnersWords, { standing: then }: OwnersWords) => {
  const changed = [...new Set([...now.keys(), ...then.keys()])].flatMap((cue) =>
    [...new Set([...(now.get(cue)?.keys() ?? []), ...(then.get(cue)?.keys() ?? [])])].flatMap((node) => {
      const [known, wanted] = [now.get(cue)?.get(node), then.get(cue)?.get(node)]
      if (known?.is === wanted?.is && known?.position === wanted?.position) return []
      return [{ cue, node, word: wanted?.is ?? ('none' as const), said: wanted?.position ?? 0 }]
    }),
  )
  const inOrder = changed.sort((a, b) => a.cue - b.cue || a.node - b.node)
  return {
    cues: inOrder.map(({ cue }) => cue),
    nodes: inOrder.map(({ node }) => node),
    words: inOrder.map(({ word }) => word),
    said: inOrder.map(({ said }) => said),
  }
}

const replacements = ({ replacements: now }: OwnersWords, { replacements: then }: OwnersWords) => {
  const cells = (list: ReadonlyArray<Replacement> = []) => list.map(({ by, cue, position }) => [cue, by, position])
  const wanted = (node: NodeNumber) => cells(then.get(node))
  const replaced = [...new Set([...now.keys(), ...then.keys()])]
    .filter((node) => !same(cells(now.get(node)), wanted(node)))
    .sort((a, b) => a - b)
  return { replaced, replacements: replaced.map(wanted) }
}

const saidCounts = (now: Readonly<ParticipantRecords>, then: Readonly<ParticipantRecords>) => {
  const sessions: Array<SessionNumber> = []
  for (const [session, { said }] of now.sessions) if (!same(said, then.sessions.get(session)?.said ?? said)) sessions.push(session)
  const said = sessions.map((session) => then.sessions.get(session)?.said ?? { agent: 0, conscious: 0 })
  const today = now.today.day === then.today.day ? then.today.said : { agent: 0, conscious: 0 }
  return {
    sessions,
    agent: said.map(({ agent }) => agent),
    conscious: said.map(({ conscious }) => conscious),
    ...(same(now.today.said, today) ? {} : { today: [today.agent, today.conscious] }),
  }
}

/** A use that is taken out does not put off the death of a memory on probation. */
const lastUses = ({ onProbation: now }: BrainState['said'], { onProbation: then }: BrainState['said']) => {
  const trials = [...now.keys()].filter((node) => then.has(node) && then.get(node) !== now.get(node)).sort((a, b) => a - b)
  return trials.length === 0 ? {} : { trials, lastUsed: trials.map((node) => then.get(node) ?? 0) }
}

const judgements = (now: GraphView, then: GraphView) => {
  const judged: Array<NodeNumber> = []
  for (let node = 1; node <= now.nodes; node++) {
    const [known, wanted] = [now.lifeOf(node), then.lifeOf(node)]
    if (known.used !== wanted.used || known.corrected !== wanted.corrected) judged.push(node)
  }
  const lives = judged.map((node) => then.lifeOf(node))
  return judged.length === 0 ? {} : { judged, timesUsed: lives.map(({ used }) => used), timesCorrected: lives.map((one) => one.corrected) }
}

/** The types of the facts that teach, or that mark a memory: what an unlearning can take out. */
export const signalTypes = [
  'FeedbackGiven',
  'OutcomeGiven',
  'MessageJudged',
  'StrengthSet',
  'NodeTrusted',
  'NodeReviewed',
  'AliasesNamed',
] as const satisfies ReadonlyArray<EventType>

/** True for an event of these types, unless it is a judgement from which nothing followed, the aliases that a document has, or a text that waits. */
export const isSignal = ({ data, type }: BrainEvent): boolean =>
  (signalTypes as ReadonlyArray<EventType>).includes(type) &&
  (type !== 'MessageJudged' || data.feedback !== undefined) &&
  (type !== 'AliasesNamed' || data.by !== 'document') &&
  (type !== 'NodeReviewed' || data.review !== 'waits')

/* Keeps, while facts are derived anew without some signals, what each feedback got and which marks follow from a signal that is left out. */

export const keptAttributions = (out: ReadonlySet<Position>) => {
  const leftOut = new Set<FeedbackNumber>()
  const recorded = new Map<FeedbackNumber, Attribution>()
  const derived = new Map<FeedbackNumber, Attribution>()
  const turnOf = ({ turn }: Pick<BrainEvent, 'turn'>) => (turn === undefined ? {} : { turn })
  return {
    recorded,
    derived,
    record: (event: BrainEvent): void => {
      if (event.type === 'FeedbackAttributed') recorded.set(event.data.feedback, { ...event.data, ...turnOf(event) })
      else if (out.has(event.position) && isSaid(event) && event.data.feedback !== undefined) leftOut.add(event.data.feedback)
    },
    derive: (event: NewEvent): void => {
      if (event.type === 'FeedbackAttributed') derived.set(event.data.feedback, { ...event.data, ...turnOf(event) })
    },
    leaveOut: (fact: BrainEvent): void => {
      if (!isVerdict(fact)) return
      const { feedback } = fact.data
      derived.set(feedback, { feedback, turns: [], shares: [], reason: 'unlearned', ...turnOf(fact) })
    },
    /** True for a doubt or a supersession, or its end, that follows from what is left out. */
    isLeftOut: (fact: BrainEvent): boolean => {
      const said = markedBy(fact)
      return said !== undefined && leftOut.has(said)
    },
  }
}

/** Returns the number of what a mark follows from; undefined where nobody said it. */
const markedBy = (fact: BrainEvent): FeedbackNumber | undefined => {
  if (fact.type === 'DoubtLifted') return fact.data.by
  return fact.type === 'NodeDoubted' || fact.type === 'NodeSuperseded' || fact.type === 'SupersessionLifted'
    ? fact.data.feedback
    : undefined
}

const isSaid = (event: BrainEvent): event is BrainEventOf<'FeedbackGiven' | 'OutcomeGiven' | 'MessageJudged'> =>
  isVerdict(event) || event.type === 'MessageJudged'
