/**
 * Derives again what follows from the facts of a log: with some signals left out, or under other settings. Pure.
 *
 * Walks, contents and structure stay as they were recorded, and so do the turn numbers and what maintenance pruned, retired and merged. The
 * numbers of a decay stay, too, unless other settings are given: then they are computed again by those. Effects are derived right after their facts: an effect depends only on the facts up to its cause and the effects before
 * it, so this is what the learner derives whenever it runs. Without signals left out and with the recorded settings, the result is what was
 * recorded.
 *
 * A caller may put other walks in place of the recorded ones (`rewalk.ts`). Then a verdict may need an edge that no recorded turn needed: it is
 * linked here, with a number above all recorded ones.
 */

import * as Result from 'effect/Result'
import { decaysDue } from '../decay/decay-policy.ts'
import { mergedStrength } from '../decay/merging.ts'
import { inShelter } from '../decay/survey.ts'
import { strengthsRestored } from '../edge-rules.ts'
import { type BrainEvent, type BrainEventOf, type EventType, type NewEvent, natureOf, teaches } from '../events/brain-event.ts'
import { type DecodedRun, placed } from '../events/codec/event-codec.ts'
import type { Doubt, GraphView } from '../graph.ts'
import { type EdgeNumber, type NodeNumber, type Position, systemActor } from '../identity.ts'
import type { SkippedEdges } from '../learning/credit.ts'
import { learnedEdge } from '../learning/credit-path.ts'
import { learn } from '../learning/learning.ts'
import type { Profile } from '../profiles/profile.ts'
import { type BrainFold, type BrainState, brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { foldSteps } from '../projections/commit-fold.ts'
import { copyOf } from '../projections/copy-of.ts'
import { emptyColumns, graphView } from '../projections/graph/graph-columns.ts'
import type { PastRollback } from '../projections/standing.ts'
import { boundsOf, clamp, type Nano, nano } from '../strength.ts'
import { growthOut } from './growth-out.ts'
import { type Derived, isMark, keptAttributions, restatement } from './restatement.ts'
import { missingLinks, type WalkedAgain } from './rewalk.ts'
import { isStructure, restoration } from './rollback.ts'

export interface DerivationPlan {
  /**
   * A fold at a commit end before every signal left out, before the newest fact that any of `rollbacks` restores, and in which no fact waits
   * for the learner. The derivation owns it from now on.
   */
  readonly fold: BrainFold
  /** The positions of the signals that do not teach, and of the births of growth that are left out (`growth-out.ts`). */
  readonly out: ReadonlySet<Position>
  /** Settings to learn by instead of those in force at each fact. */
  readonly profile?: Profile | undefined
  /** The rollbacks that may come after the fold. */
  readonly rollbacks: ReadonlyArray<Pick<PastRollback, 'to' | 'through'>>
  /**
   * The promotions after the fold that stand and put other settings in force, with these settings. Only for an empty fold without settings of
   * its own: what a promotion restores is derived from the first event on.
   */
  readonly promotions?: ReadonlyMap<Position, Profile> | undefined
  /** Given where walks are done again. */
  readonly again?: WalkedAgain | undefined
  /** Is told of everything that is folded, in order. */
  readonly trace?: DerivationTrace | undefined
}

export interface DerivationTrace {
  /** A fact, or a decay of a run of maintenance. */
  readonly recorded: (event: BrainEvent) => void
  /** The effects that the derivation concluded from the fact at the position `cause`. */
  readonly concluded: (cause: Position, effects: ReadonlyArray<NewEvent>) => void
  readonly ended: (events: ReadonlyArray<BrainEvent>) => void
}

/** A derivation after the commits so far. */
export interface Derivation extends Derived {
  readonly fold: BrainFold
  /** The number of events and of effects in the commits so far, and of the effects that were derived from them. */
  readonly counts: { readonly events: number; readonly recorded: number; readonly derived: number }
  /**
   * Derives one commit. `skipped` are the edges that the turn of a fact passed over, where the settings ask for them (`asksSkipped`). `runs`: the
   * events of the commit that are not among `events`, runs of steps of walks; only where nothing is restored, promoted, traced or walked again.
   */
  readonly commit: (
    events: ReadonlyArray<BrainEvent>,
    skipped?: ReadonlyMap<Position, SkippedEdges>,
    runs?: ReadonlyArray<PlacedSteps>,
  ) => void
}

/** A run of steps of a walk with the position of its first event. */
export interface PlacedSteps {
  readonly first: Position
  readonly run: DecodedRun
}

export const derivation = (plan: DerivationPlan): Derivation => {
  const { fold, out, profile, rollbacks, trace } = plan
  const state = brainState(fold)
  const parts: Parts = {
    state,
    settings: () => profile ?? profileOf(state),
    pasts: keptPasts(fold, rollbacks),
    attributions: keptAttributions(out),
    promotions: openPromotions(plan),
    resets: new Set(),
    counts: { events: 0, recorded: 0, derived: 0 },
  }
  const { attributions, counts, pasts, promotions, resets } = parts
  const run = openRun(plan, parts)
  return {
    state,
    fold,
    counts,
    recorded: attributions.recorded,
    derived: attributions.derived,
    commit: (events, skipped = new Map(), runs = []) => {
      const steps = openSteps(fold, runs)
      counts.events += events.length + runs.reduce((sum, { run: { from, to } }) => sum + to - from, 0)
      counts.recorded += events.filter(isEffect).length
      for (const event of events) {
        if (isReset(event.type)) resets.add(event.position)
        attributions.record(event)
      }
      if (events.some(({ type }) => type === 'MaintenanceRequested')) {
        const due = profile === undefined ? events : withDecaysDue(events, state, profile)
        counts.derived += due.filter(({ type }) => type === 'StrengthsDecayed').length
        maintain(run, due)
      } else
        for (const event of events) {
          steps.foldBefore(event.position)
          if (isEffect(event)) continue
          run.foldFact(event, skipped.get(event.position) ?? [])
          pasts.keep(event.position)
        }
      steps.foldBefore(Number.POSITIVE_INFINITY)
      fold.position = Math.max(fold.position, events.at(-1)?.position ?? 0, steps.last)
      pasts.keepCommit(events)
      promotions.commit(events, skipped)
      trace?.ended(events)
    },
  }
}

/** Folds runs of steps in their places among the events of the commit. */
const openSteps = (fold: BrainFold, runs: ReadonlyArray<PlacedSteps>) => {
  let next = 0
  const newest = runs.at(-1)
  return {
    last: newest === undefined ? 0 : newest.first + newest.run.to - newest.run.from - 1,
    foldBefore: (position: Position): void => {
      for (let one = runs[next]; one !== undefined && one.first < position; one = runs[++next]) foldSteps(fold, one.run)
    },
  }
}

interface Parts {
  readonly state: BrainState
  readonly settings: () => Profile
  readonly pasts: ReturnType<typeof keptPasts>
  readonly attributions: ReturnType<typeof keptAttributions>
  readonly promotions: ReturnType<typeof openPromotions>
  /** Requests that restore: what they restored is derived, and their own events are not folded. */
  readonly resets: Set<Position>
  readonly counts: { events: number; recorded: number; derived: number }
}

const openRun = (plan: DerivationPlan, { attributions, counts, pasts, promotions, resets, settings, state }: Parts): Run => {
  const { again, fold, out, trace } = plan
  const links = again === undefined ? undefined : missingLinks(again)
  const withoutGrowth = growthOut(out)
  const conclude = (position: Position, effects: ReadonlyArray<NewEvent>): void => {
    if (effects.length > 0) trace?.concluded(position, effects)
    for (const effect of effects) {
      attributions.derive(effect)
      counts.derived++
      foldEvent(fold, placed(effect, position, { at: fold.at, actor: systemActor }))
    }
  }
  const keep = (event: BrainEvent): void => {
    trace?.recorded(event)
    foldEvent(fold, event)
  }
  const foldFact = (fact: BrainEvent, skipped: SkippedEdges): void => {
    if (out.has(fact.position) && fact.type !== 'TurnCompleted' && fact.type !== 'NoveltyAssessed') {
      attributions.leaveOut(fact)
      passOver(fold, fact)
      return
    }
    if (attributions.isLeftOut(fact) || (fact.cause !== undefined && resets.has(fact.cause) && isMark(fact))) return
    for (const link of links?.(fact, state, settings) ?? []) keep(link)
    keep(fact)
    for (const gone of withoutGrowth(fact, state.graph)) keep(gone)
    const { position } = fact
    if (fact.type === 'RollbackRequested') conclude(position, restoredBy(fact, state, pasts.at(fact.data)))
    // An effect without a change tells that the request is answered.
    else if (isRequest(fact.type))
      conclude(position, promotions.restored(fact, state, attributions.derived) ?? [strengthsRestored(position, [])])
    else if (!out.has(position) && (teaches(fact.type) || fact.type === 'TurnCompleted')) {
      const effects = learn(fact, state, settings(), skipped)
      conclude(position, effects)
      if (fact.type === 'TurnCompleted' && effects.length > 0) pasts.keepEnd(position)
    }
  }
  return { state, settings, conclude, keep, foldFact }
}

const isEffect = ({ type }: BrainEvent): boolean => natureOf(type) === 'effect'

/** Returns what a rollback restores of a graph. Edges that it links again are structure and stay as recorded. */
const restoredBy = ({ data, position }: BrainEventOf<'RollbackRequested'>, state: BrainState, graph: GraphView): ReadonlyArray<NewEvent> =>
  restoration(state, { ...data, graph }, position, 'owner').filter((event) => !isStructure(event))

/** Moves a fold behind a fact that is left out. */
const passOver = (fold: BrainFold, { commit, position }: BrainEvent): void => {
  fold.position = position
  fold.at = commit.at
}

const profileOf = (state: BrainState): Profile => {
  const read = state.profile()
  if (read === undefined) throw new Error('a log begins with the settings of its brain')
  return Result.getOrThrow(read)
}

const isRequest = (type: EventType): boolean => type === 'UnlearnRequested' || type === 'UnlearnWithdrawn' || type === 'BrainPromoted'
const isReset = (type: EventType): boolean => isRequest(type) || type === 'RollbackRequested'

/* Derives what promotions restore: what is known under their settings from the first event on. */

const openPromotions = ({ fold, out, profile, promotions = new Map(), rollbacks }: DerivationPlan) => {
  // Settings that hold from the first event on hold before the promotion, too: then it restores nothing.
  const opened = profile === undefined ? [...promotions].filter(([at]) => at > fold.position) : []
  if (opened.length > 0 && fold.position > 0) throw new Error('what a promotion restores is derived from the first event on')
  const branches = new Map(opened.map(([at, under]) => [at, derivation({ fold: emptyFold(), out, profile: under, rollbacks })] as const))
  return {
    restored: ({ position }: BrainEvent, state: BrainState, known: Derived['derived']): ReadonlyArray<NewEvent> | undefined => {
      const branch = branches.get(position)
      branches.delete(position)
      return branch === undefined ? undefined : restatement(state, { ...branch, recorded: known }, position)
    },
    commit: (events: ReadonlyArray<BrainEvent>, skipped: ReadonlyMap<Position, SkippedEdges>): void => {
      for (const branch of branches.values()) branch.commit(events, skipped)
    },
  }
}

/* Keeps the graphs that rollbacks restore. */

interface PastMarks {
  readonly doubts: ReadonlyMap<NodeNumber, ReadonlyArray<Doubt>>
  readonly graph: GraphView
}

/**
 * Keeps, for each rollback to come, the graph right after the newest fact that was learned from by its target (strengths and utilities), and
 * the graph at the target (doubts, trust and texts).
 */
const keptPasts = (fold: BrainFold, rollbacks: ReadonlyArray<Pick<PastRollback, 'to' | 'through'>>) => {
  const empty = graphView(emptyColumns())
  const learned = new Map<Position, GraphView>([[0, empty]])
  const targets = new Map<Position, PastMarks>([[0, { doubts: new Map(), graph: empty }]])
  const wanted = { through: new Set(rollbacks.map(({ through }) => through)), to: new Set(rollbacks.map(({ to }) => to)) }
  const copy = () => graphView(copyOf(fold.columns))
  const keepTarget = (position: Position) => {
    if (wanted.to.has(position)) targets.set(position, { doubts: new Map(fold.columns.doubts), graph: copy() })
  }
  const keep = (position: Position) => {
    if (wanted.through.has(position)) learned.set(position, copy())
  }
  /** The end of a turn had effects, which count as learned by each target behind it, though the log may name an older fact there. */
  const keepEnd = (position: Position): void => {
    for (const { through, to } of rollbacks) if (through < position && position <= to) learned.set(through, copy())
  }
  keepTarget(fold.position)
  return {
    keep,
    keepEnd,
    keepCommit: (events: ReadonlyArray<BrainEvent>): void => {
      const last = events.at(-1)
      for (const { position, type } of events) {
        if (type !== 'MaintenanceRequested') continue
        keep(position)
        // A run that recorded nothing may move strengths under other settings. Everything before a run was learned from.
        keepEnd(position)
      }
      if (last !== undefined) keepTarget(last.position)
    },
    at: ({ through, to }: Pick<PastRollback, 'to' | 'through'>): GraphView => {
      const [values, marks] = [learned.get(through), targets.get(to)]
      if (values === undefined || marks === undefined)
        throw new Error(`the derivation began after ${Math.min(through, to)}, which a rollback restores`)
      const { doubts, graph } = marks
      const { doubted, node, superseded, supersededBy, supersessionsOf } = graph
      return { ...values, node, doubted, doubtsOf: (of) => doubts.get(of) ?? [], superseded, supersededBy, supersessionsOf }
    },
  }
}

/* Derives a run of maintenance: its decays move the derived strengths, and merged cues keep the larger of the derived strengths. */

interface Run {
  readonly state: BrainState
  readonly settings: () => Profile
  readonly conclude: (position: Position, effects: ReadonlyArray<NewEvent>) => void
  readonly keep: (event: BrainEvent) => void
  readonly foldFact: (fact: BrainEvent, skipped: SkippedEdges) => void
}

const maintain = (run: Run, events: ReadonlyArray<BrainEvent>): void => {
  const { conclude, keep, settings, state } = run
  const { graph } = state
  const profile = settings()
  const request = events.find((event) => event.type === 'MaintenanceRequested')?.position ?? 0
  const adjusted = new Map<EdgeNumber, Nano>()
  for (const [i, event] of events.entries()) {
    if (event.type === 'MaintenanceRequested') {
      keep(event)
      decay(run, events, request)
    } else if (event.type === 'EdgePruned' && event.data.reason === 'merge') {
      const merged = mergedInto(events, i)
      if (merged !== undefined) {
        const edge = keptEdge(graph, events.slice(0, i), event.data.edge, merged)
        const from = edge === undefined ? 0 : (adjusted.get(edge) ?? graph.strengthOf(edge))
        const to = clamp(graph.strengthOf(event.data.edge), boundsOf(profile.strength))
        if (edge !== undefined && Math.abs(to) > Math.abs(from)) {
          if (!adjusted.has(edge)) adjusted.set(edge, from)
          conclude(request, [mergedStrength(edge, graph.strengthOf(edge), to, request)])
        }
      }
      keep(event)
    } else if (natureOf(event.type) === 'fact') keep(event)
  }
}

/** Puts the decays that are due by other settings in place of those that a run recorded. `state` is that before the run. */
const withDecaysDue = (
  events: ReadonlyArray<BrainEvent>,
  { lastTurn, progress }: BrainState,
  { forgetting }: Profile,
): ReadonlyArray<BrainEvent> => {
  const others = events.filter(({ type }) => type !== 'StrengthsDecayed')
  const request = others.find(({ type }) => type === 'MaintenanceRequested')
  if (request === undefined) return events
  const { commit, position } = request
  const due = decaysDue(progress.maintenance.turn, lastTurn, forgetting)
  return [...others, ...due.map((data) => placed({ type: 'StrengthsDecayed', cause: position, data }, position, commit))]
}

const decay = ({ conclude, keep, settings, state: { graph, owner } }: Run, events: ReadonlyArray<BrainEvent>, request: Position): void => {
  const decays = events.filter((event) => event.type === 'StrengthsDecayed')
  const before = decays.length === 0 ? [] : edgesInto(graph, owner.protections).map((edge) => [edge, graph.strengthOf(edge)] as const)
  for (const event of decays) keep(event)
  const known = { protections: owner.protections, shelter: nano(settings().forgetting.decay.protectedFloor) }
  const lifted = before.flatMap(([edge, was]) => {
    const from = graph.strengthOf(edge)
    const to = inShelter({ target: graph.targetOf(edge), was, left: from }, known)
    return to === from ? [] : [{ number: edge, from, to }]
  })
  if (lifted.length > 0) conclude(request, [strengthsRestored(request, lifted)])
}

const edgesInto = (graph: GraphView, targets: ReadonlySet<NodeNumber>): ReadonlyArray<EdgeNumber> => {
  if (targets.size === 0) return []
  const edges: Array<EdgeNumber> = []
  for (let edge = 1; edge <= graph.edges; edge++) if (graph.isLinked(edge) && targets.has(graph.targetOf(edge))) edges.push(edge)
  return edges
}

const mergedInto = (events: ReadonlyArray<BrainEvent>, from: number): NodeNumber | undefined => {
  for (let i = from; i < events.length; i++) {
    const event = events[i]
    if (event?.type === 'NodeMerged') return event.data.into
  }
  return undefined
}

/** Returns the edge of the keeper that takes the strength of a merged edge: the one linked for it, or the one that was there. */
const keptEdge = (graph: GraphView, before: ReadonlyArray<BrainEvent>, given: EdgeNumber, keeper: NodeNumber): EdgeNumber | undefined => {
  const linked = before.findLast((event) => event.type === 'EdgeLinked' && event.data.evidence === given)
  return linked?.type === 'EdgeLinked' ? linked.data.edge : learnedEdge(graph, keeper, graph.targetOf(given))
}
