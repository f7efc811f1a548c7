/**
 * Walks the graph for a question over one state: the pure pipeline, with the texts that it needs read between its two halves. Says whether a
 * routing model is worth asking, and what it is offered.
 */

import type { Day } from '@crabtrail/text/days/calendar'
import { standsIn, withCorrections } from '@crabtrail/text/evidence/readings'
import { countTokens } from '@crabtrail/text/words/context-fence'
import * as Effect from 'effect/Effect'
import type { Guardrail } from '../../domain/context/guardrail.ts'
import { guardrailTokens, withGuardrails } from '../../domain/context/guardrails.ts'
import { gaveWayTo, isOutlived, saidInsteadOf } from '../../domain/context/outdated.ts'
import type { Vouching } from '../../domain/context/replacements.ts'
import type { RoutingReason, UnaskedReason } from '../../domain/events/turn-events.ts'
import { type GraphView, isLive, isRecallable, type Kernel } from '../../domain/graph.ts'
import type { NodeNumber, Position, TurnNumber } from '../../domain/identity.ts'
import { forbidden } from '../../domain/model/model-call.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { vouchingOf } from '../../domain/projections/standing.ts'
import type { TurnRecord } from '../../domain/projections/turns/turn-record.ts'
import { questionKind } from '../../domain/recall/confidence.ts'
import { withBar } from '../../domain/recall/own-bar.ts'
import {
  type ContextInput,
  type Evidence,
  type GivenContext,
  giveContext,
  type Ranked,
  type RankInput,
  rankMemories,
  remarksSought,
  withNewestFirst,
  withRemarks,
} from '../../domain/recall/recall.ts'
import { workedFor } from '../../domain/recall/worked.ts'
import { asksModel, offerOf, routingReason } from '../../domain/routing/routing-policy.ts'
import type { RoutingChoice, RoutingQuestion } from '../../domain/routing/routing-prompt.ts'
import { routedBy, routingTask } from '../../domain/routing/routing-prompt.ts'
import { nano, one, units } from '../../domain/strength.ts'
import { candidatesOf } from '../../domain/walk/candidate-edges.ts'
import { coveredBy, noHints } from '../../domain/walk/text-evidence.ts'
import { habitsOf } from '../../domain/walk/walk.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import { storedAccess } from '../brain/brain.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import type { Called } from '../model/ask-model.ts'
import { correctionsOf, itemWith, outdatedAmong, passagesOf, replacementsOf } from '../passages/passages.ts'
import type { RecallRequest } from '../requests.ts'
import { nearQuestion } from '../vectors/near-question.ts'
import { hintsTold, labelsOf } from './answer.ts'
import { gatherEvidence } from './evidence.ts'
import { gatherGuardrails, linesOf } from './guardrails.ts'
import type { GatheredHints } from './hints.ts'
import { workedLines } from './situation.ts'

/** Recalls over one state and records nothing. `question` is clean; `at`: the position of a state of the past, undefined for the present. */
export const rehearseRecall = Effect.fnUntraced(function* (
  brain: OpenBrain,
  state: BrainState,
  request: AskedBudget & Pick<RecallRequest, 'engine' | 'inPrompt'> & { readonly today: Day },
  question: string,
  at: Position | undefined,
) {
  const settings = withBudget(yield* profileOf(state, brain.key), request)
  const { engine = settings.engine } = request
  const evidence = yield* gatherEvidence(brain, state.graph, settings, question, at, { today: request.today })
  const { approximate, ...near } = yield* nearQuestion(brain, state, settings, question, evidence)
  const hints = { ...noHints, goesOnWith: noHints.hits }
  const asked = { settings, engine, evidence, near, hints, question, inPrompt: request.inPrompt, turn: undefined }
  const recalled = yield* recallIn(brain, state, asked, yield* storedAccess(brain))
  return { settings, evidence, recalled, approximate }
})

type AskedBudget = Pick<RecallRequest, 'budget' | 'hops' | 'seeds'>

/** Returns the settings with the numbers that the request gives in their place. */
export const withBudget = (profile: Profile, { budget: tokens, hops, seeds }: AskedBudget): Profile => {
  const given = {
    ...(tokens === undefined ? {} : { tokens }),
    ...(hops === undefined ? {} : { hops }),
    ...(seeds === undefined ? {} : { seeds }),
  }
  return Object.keys(given).length === 0 ? profile : { ...profile, budget: { ...profile.budget, ...given } }
}

interface Asked extends Omit<RankInput, 'graph' | keyof Vouching | 'candidates'> {
  readonly question: string
  readonly hints: Omit<GatheredHints, 'refs' | 'heartbeat' | 'tags'>
  /** The digest of the situation. Absent: nothing is out of the ordinary. */
  readonly digest?: string | undefined
  /** See {@link RecallRequest.inPrompt}. */
  readonly inPrompt: string | undefined
  readonly turn: TurnNumber | undefined
  /** The factors of the families of edges that a model gave. Absent: those of the rules. */
  readonly kernel?: Kernel | undefined
  readonly wasSure?: boolean | undefined
}

export const recallIn = Effect.fnUntraced(function* (
  brain: OpenBrain,
  state: BrainState,
  asked: Asked,
  { bodies }: Pick<Access, 'bodies'>,
) {
  const { graph, owner } = state
  const { hints, inPrompt, kernel, question, turn, wasSure } = asked
  const settings = withBar(asked.settings, state.settings.bar)
  const evidence = kernel === undefined ? asked.evidence : { ...asked.evidence, kernel }
  const candidates = candidatesIn(brain, graph)
  const found = rankMemories({ ...asked, evidence, graph, ...vouchingOf(owner), candidates })
  const { blamed, considered, sourceOf } = found
  const gaveWay = gaveWayTo(graph, considered)
  const near = [...considered, ...gaveWay]
  const first = yield* passagesOf(brain, graph, [...near, ...blamed, ...saidInsteadOf(graph, near)], bodies)
  const remarks = remarksSought(found, { graph, item: (node) => first.get(node)?.item })
  const later = yield* passagesOf(brain, graph, [...remarks, ...saidInsteadOf(graph, remarks)], bodies)
  const passages = new Map([...first, ...later])
  const corrections = yield* correctionsOf(brain, graph, [...considered, ...remarks], bodies)
  const replaced = yield* replacementsOf(brain, graph, considered, owner.replacements, bodies)
  const outdatedOf = outdatedAmong(graph, passages, near)
  const item = (node: NodeNumber) => itemWith(passages.get(node)?.item, corrections(node), outdatedOf)
  const ranked = withRemarks(withNewestFirst(found, { evidence, graph, item, question }), { evidence, graph, item, question })
  const input: ContextInput = {
    graph,
    settings,
    evidence,
    question,
    ranked,
    goesOnWith: hints.goesOnWith,
    meaning: asked.near.meaning,
    turn,
    wasSure,
    isInPrompt: inPrompt === undefined ? undefined : standsIn(inPrompt),
    item,
    reading: (node) => {
      const passage = passages.get(node)
      return passage === undefined ? undefined : brain.words.reading(passage)
    },
    sequencesOf: (nodes) => brain.words.sequences(nodes.flatMap((node) => passages.get(node) ?? [])),
    ...replaced,
  }
  const alone = giveContext(input)
  const guardrails = yield* gatherGuardrails(brain, state, { ...asked, ...alone, evidence, ranked }, bodies)
  const given = withinBudget(input, alone, guardrails)
  const told = (node: NodeNumber) => hintsTold(sourceOf(node), hints.favoured.has(node))
  const tokensOf = (node: NodeNumber) => countTokens(item(node)?.text ?? '')
  return { ...ranked, ...given, told, tokensOf }
})

/** Puts the guardrails into the context; where they leave its memories too little room, it is chosen anew for what is left. */
const withinBudget = (input: ContextInput, alone: GivenContext, guardrails: ReadonlyArray<Guardrail>): GivenContext => {
  const { settings, turn } = input
  const fitting = guardrails.filter((_, place) => 2 * guardrailTokens(guardrails.slice(0, place + 1)) <= settings.budget.tokens)
  const tokens = settings.budget.tokens - guardrailTokens(fitting)
  const isTight = alone.bundle.tokens > tokens
  const given = isTight ? giveContext({ ...input, settings: { ...settings, budget: { ...settings.budget, tokens } } }) : alone
  return { ...given, bundle: withGuardrails(given.bundle, fitting, turn) }
}

/** Candidate rows are cached for the present graph only; a graph of the past computes its own candidates. */
const candidatesIn = (brain: OpenBrain, graph: GraphView): RankInput['candidates'] =>
  graph === brain.state.graph ? (...of) => brain.rows.of(...of) : undefined

/** A call that is worth it and may be made. `wasSure`: the rule alone was sure of its first memory. */
export interface WantedCall {
  readonly worth: CallWorth
  readonly wasSure: boolean
}

export interface MadeCall extends WantedCall {
  readonly called?: Called<RoutingQuestion, RoutingChoice> | undefined
}

export type WholeRecall = Effect.Success<ReturnType<typeof recallIn>>

/**
 * Judges whether a recall is worth asking a model about. `unable`: the reason why this process asks none now; undefined where it may. `now`: the
 * time of the question, in milliseconds UTC.
 */
export const worthOf = (
  brain: OpenBrain,
  state: BrainState,
  { evidence, hints, settings }: Pick<Asked, 'evidence' | 'settings'> & { readonly hints: Pick<GatheredHints, 'heartbeat'> },
  recalled: WholeRecall,
  unable: UnaskedReason | undefined,
  now: number,
): CallWorth => {
  const isGivable = givableFor(state.graph, recalled)
  const { confidence, corrected, isSure, seeds, tokensOf, walk } = recalled
  const fired = new Set(walk.fired.map(({ node }) => node))
  const rankedFired = corrected.ranking.filter(({ node }) => fired.has(node))
  const scores = rankedFired.map(({ score }) => score).sort((a, b) => b - a)
  const least = settings.routing.counted * (scores[0] ?? 0)
  const habits = habitsIn(brain, state, settings, evidence, recalled)
  const routing = routingReason(
    {
      hasChoice: habits.some(({ source, target }) => isGivable(source) && isGivable(target)),
      scores,
      seeds: seeds.map(({ score }) => score),
      covered: coveredBy(evidence.text),
      confidence: isSure ? Number.POSITIVE_INFINITY : (confidence?.score ?? Number.NEGATIVE_INFINITY),
      lowest: walk.steps.reduce((lowest, { strength }) => Math.min(lowest, strength), 0) / one,
      isFresh: hints.heartbeat !== undefined || isFresh(state, settings, now),
      load: rankedFired.reduce((sum, { node, score }) => (score < least ? sum : sum + tokensOf(node)), 0),
      room: settings.budget.tokens,
      failedBefore: failuresLike(state, evidence, settings).length > 0,
    },
    settings.routing,
  )
  if (!asksModel(routing)) return { routing, unasked: undefined }
  return { routing, unasked: unable ?? forbidden(state, 'routing', routingTask.limits(settings), settings.model, now) }
}

const habitsIn = (
  brain: OpenBrain,
  { graph }: BrainState,
  settings: Profile,
  { kernel }: Pick<Evidence, 'kernel'>,
  { walk }: Pick<WholeRecall, 'walk'>,
) =>
  habitsOf(
    { candidates: candidatesIn(brain, graph) ?? candidatesOf, graph, isLive: (node) => isRecallable(graph, node), kernel, settings },
    walk,
  )

export const chosenBy = (call: MadeCall | undefined, { routing }: Profile): Pick<Asked, 'routed' | 'kernel' | 'wasSure'> => {
  const choice = call?.called?.counts?.read
  if (call === undefined || choice === undefined) return {}
  return { routed: routedBy(choice, routing), kernel: choice.kernel, wasSure: call.wasSure }
}

/** Looks up what a model is offered for a question, over the present state; undefined where there is nothing to choose among. */
export const offerFor = Effect.fnUntraced(function* (brain: OpenBrain, asked: Omit<Asked, 'turn'>) {
  const { bodies } = yield* storedAccess(brain)
  const { state } = brain
  const { evidence, question, settings } = asked
  const recalled = yield* recallIn(brain, state, { ...asked, turn: undefined }, { bodies })
  const { graph } = state
  const isGivable = givableFor(graph, recalled)
  const ranking = recalled.corrected.ranking.filter(({ node }) => isGivable(node))
  const habits = habitsIn(brain, state, settings, evidence, recalled)
  const offered = offerOf({ ranking, fired: recalled.walk.fired, habits, isGivable }, settings.routing)
  if (offered.every(({ pointer }) => pointer === 0)) return undefined
  const nodes = offered.map(({ node }) => node)
  const passages = yield* passagesOf(brain, graph, nodes, bodies)
  const corrections = yield* correctionsOf(brain, graph, nodes, bodies)
  const named = yield* labelsOf(
    brain,
    state,
    offered.map(({ pointer }) => pointer),
  )
  const names = new Map(offered.map(({ node, pointer }) => [node, named(pointer)]))
  return {
    question,
    offered,
    note: (node) => {
      const passage = passages.get(node)
      // A heading often says what the text is about.
      const title = passage?.refs.title === undefined ? '' : passage.title
      return { title, text: withCorrections(passage?.item.text ?? '', corrections(node)), name: names.get(node) ?? '' }
    },
    edge: (edge) => ({ source: graph.sourceOf(edge), kind: graph.kindOf(edge) ?? 'learned', strength: units(graph.strengthOf(edge)) }),
    situation: asked.digest ?? '',
    worked: yield* workedLines(brain, graph, workedFor(graph, nodes, evidence.cues, settings.growth.family)),
    guardrails: linesOf(recalled.bundle.guardrails),
    settings: settings.routing,
    failures: failuresLike(state, evidence, settings),
    asksKernel: settings.kernel.asked === 'always' || questionKind(question) === 'what',
    budget: {
      tokens: settings.budget.tokens,
      memories: settings.budget.items,
    },
  } satisfies RoutingQuestion
})

export interface CallWorth {
  readonly routing: RoutingReason
  /** The reason why no model is asked although a call is worth it; undefined where one is asked, or none is worth it. */
  readonly unasked: UnaskedReason | undefined
}

/** Returns a test for memories that may be given for a question: trusted, not outlived, and not blamed for such a question. */
const givableFor = (graph: GraphView, { blamed }: Pick<Ranked, 'blamed'>): ((node: NodeNumber) => boolean) => {
  const isBlamed = new Set(blamed)
  return (node) => isRecallable(graph, node) && graph.isTrusted(node) && !isOutlived(graph, node) && !isBlamed.has(node)
}

/** True where the last heartbeat is fresh and no document changed since. A heartbeat of the future is not fresh. */
const isFresh = ({ participants: { heartbeat }, sources }: BrainState, { routing }: Profile, now: number): boolean => {
  if (heartbeat === undefined || sources.changed > heartbeat.position) return false
  const ms = now - heartbeat.at
  return ms >= 0 && ms < routing.freshSeconds * 1_000
}

/** Most failures that a model is told (S3.38). */
const failuresTold = 3

const failing: ReadonlySet<string> = new Set(['wrong', 'not-relevant', 'not-useful', 'correction'])

/** Finds the last failures on questions like this one, the newest first: turns that share a cue with it, as similar as questions of a family. */
const failuresLike = (
  state: Pick<BrainState, 'graph' | 'lastTurn' | 'recentTurns'>,
  { cues }: Pick<Evidence, 'cues'>,
  { growth, routing }: Pick<Profile, 'growth' | 'routing'>,
): RoutingQuestion['failures'] => {
  const like = nano(growth.family)
  const kin = new Set(cues.filter(({ alike, cue }) => alike >= like && isLive(state.graph.stateOf(cue))).map(({ cue }) => cue))
  const found: Array<RoutingQuestion['failures'][number]> = []
  if (kin.size === 0) return found
  for (const turn of state.recentTurns()) {
    const turnsAgo = state.lastTurn + 1 - turn.turn
    if (found.length === failuresTold) break
    if (turnsAgo > routing.failureTurns) continue
    const said = failureOf(turn)
    const isLike = (turn.cue !== undefined && kin.has(turn.cue)) || turn.cues.some(({ alike, cue }) => alike >= like && kin.has(cue))
    if (said !== undefined && isLike) found.push({ said, turnsAgo })
  }
  return found
}

const failureOf = ({ outcome, verdicts }: Pick<TurnRecord, 'outcome' | 'verdicts'>): string | undefined =>
  verdicts.find(({ word }) => failing.has(word))?.word ?? (outcome === 'failure' ? 'failure' : undefined)
