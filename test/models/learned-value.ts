/** What was learned, as one JSON value: strengths, utilities, marks, verdicts that count, the owner's words and the counts of the caps. */
import type { BrainEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import type { Profile } from '../../packages/core/src/domain/profiles/profile.ts'
import { type BrainFold, type BrainState, brainState, emptyFold, foldEvent } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { signalsOut, standingRequests } from '../../packages/core/src/domain/projections/standing.ts'
import { type Derivation, derivation } from '../../packages/core/src/domain/undo/derivation.ts'
import { countedIn } from '../../packages/core/src/domain/undo/restatement.ts'
import type { RecordedLog } from './recorded-log.ts'

export const foldOf = ({ events }: Pick<RecordedLog, 'events'>, to = events.length): BrainFold => {
  const fold = emptyFold()
  for (const event of events) if (event.position <= to) foldEvent(fold, event)
  return fold
}

export const learnedOf = (log: Pick<RecordedLog, 'events'>, to?: number): unknown => learnedValue(brainState(foldOf(log, to)))

/** Each list holds rows of numbers and words; edges begin with their number and strength. */
export interface LearnedValue
  extends Readonly<Record<'nodes' | 'turns' | 'words' | 'replacements' | 'said' | 'today', ReadonlyArray<unknown>>> {
  readonly edges: ReadonlyArray<readonly [edge: number, strength: number | undefined, lastRenewed: number, linked: boolean]>
}

export interface Compared {
  /** False: positions of a log stay out, so that two logs with the same facts at other positions compare equal. */
  readonly positions?: boolean
  /** False: whether what keeps words is live stays out. An unlearning retires it, and a replay without its signals has no request that does. */
  readonly kept?: boolean
}

export const learnedValue = (state: BrainState, { kept = true, positions = true }: Compared = {}): LearnedValue => {
  const { graph, owner, participants } = state
  const at = (position: number) => (positions ? position : 0)
  const numbers = (most: number) => Array.from({ length: most }, (_, i) => i + 1)
  return {
    edges: numbers(graph.edges).flatMap((edge) => {
      const view = graph.edge(edge)
      return view === undefined ? [] : [[edge, view.strength, view.lastRenewed, view.linked] as const]
    }),
    nodes: numbers(graph.nodes).flatMap((node) => {
      const view = graph.node(node)
      return view === undefined
        ? []
        : [
            [
              node,
              view.utility,
              view.trusted,
              kept || view.type !== 'correction' ? view.state : '',
              graph.doubtsOf(node).map(({ feedback }) => feedback),
              graph.supersededBy(node).map(({ by, gone }) => [by, gone]),
            ],
          ]
    }),
    turns: [...state.recentTurns()].map((turn) => {
      const counted = countedIn(turn)
      return [turn.turn, { ...counted, uses: counted.uses.map(at) }]
    }),
    words: [...owner.standing]
      .flatMap(([cue, words]) => [...words].map(([node, { is, position }]) => [cue, node, is, at(position)] as const))
      .sort(([a, b], [c, d]) => a - c || b - d),
    replacements: [...owner.replacements]
      .map(([node, list]) => [node, list.map(({ by, cue, position }) => [by, cue, at(position)])] as const)
      .sort(([a], [b]) => a - b),
    said: [...participants.sessions].map(([session, { said }]) => [session, said.agent, said.conscious]),
    today: [participants.today.said.agent, participants.today.said.conscious],
  }
}

/** Derives a whole log from its first event, with these signals out, under the recorded settings or a profile. */
export const derivedFromScratch = (log: RecordedLog, out: ReadonlySet<number>, profile?: Profile): Derivation => {
  const { rollbacks } = foldOf(log).unlearnings
  const derived = derivation({ fold: emptyFold(), out, rollbacks, profile })
  for (const { count, first } of log.commits) {
    const events = log.events.slice(first - 1, first - 1 + count)
    derived.commit(events, new Map(events.map((event) => [event.position, skippedOf(log, event)])))
  }
  return derived
}

/** The edges that the turn of a fact passed over. */
const skippedOf = ({ events }: RecordedLog, { turn, type }: BrainEvent) =>
  turn === undefined || (type !== 'FeedbackGiven' && type !== 'TurnCompleted')
    ? []
    : events.flatMap((event) => (event.type === 'EdgeSkipped' && event.turn === turn ? [event.data] : []))

/** The signals that are out at the end of a log. */
export const outOf = (log: Pick<RecordedLog, 'events'>): ReadonlySet<number> => {
  const { unlearnings } = foldOf(log)
  return signalsOut(unlearnings, standingRequests(unlearnings))
}

/** The facts of a log without some signals and the doubts that they raised. */
export const withoutSignals = (log: RecordedLog, out: ReadonlySet<number>): RecordedLog => {
  const said = new Set<number>()
  for (const { data, position, type } of log.events)
    if (out.has(position) && (type === 'FeedbackGiven' || type === 'OutcomeGiven')) said.add(data.feedback)
  const isOut = (event: BrainEvent) =>
    (out.has(event.position) && event.type !== 'TurnCompleted') ||
    event.type === 'UnlearnRequested' ||
    event.type === 'UnlearnWithdrawn' ||
    ((event.type === 'NodeDoubted' || event.type === 'NodeSuperseded' || event.type === 'SupersessionLifted') &&
      event.data.feedback !== undefined &&
      said.has(event.data.feedback))
  const commits: Array<RecordedLog['commits'][number]> = []
  const events: Array<BrainEvent> = []
  for (const commit of log.commits) {
    const kept = log.events.slice(commit.first - 1, commit.first - 1 + commit.count).filter((event) => !isOut(event))
    if (kept.length > 0) commits.push({ ...commit, first: events.length + 1, count: kept.length })
    events.push(...kept)
  }
  return { ...log, commits, events }
}
