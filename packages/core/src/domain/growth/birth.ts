/**
 * Decides what comes of a message that may be new: a cue on probation, the cue that is there, or nothing, with the reason; of one that states
 * something, where the settings say so, a memory of its words, which answers.
 *
 * A cue and its edges are in the commit of their turn. The edges are of the kind `grown` and stay below the dormant bound, so that growth
 * changes no ranking before a verdict does. Nothing is random: the same turn on the same state makes the same cue.
 */

import type { TextGate } from '@crabtrail/text/evidence/message-reading'
import * as Result from 'effect/Result'
import type { Decision, Speaker } from '../decision.ts'
import type { EventData, NewEvent } from '../events/brain-event.ts'
import type { BandSource, BirthRefusal } from '../events/turn-events.ts'
import { type GraphView, isLive } from '../graph.ts'
import type { ContentRef, EdgeNumber, NodeNumber, TurnNumber } from '../identity.ts'
import type { QuestionCue } from '../learning/credit-path.ts'
import { speakerTeaches } from '../learning/teaching.ts'
import type { GrowthSettings, Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { madeWithinHour } from '../projections/growth.ts'
import type { CalibratedBands } from '../projections/registry.ts'
import type { MatchedCue } from '../projections/turns/turn-record.ts'
import { type Nano, nano, roundHalfAway, units } from '../strength.ts'
import type { ScoredNode } from '../walk/text-evidence.ts'
import { assessNovelty, type Neighbours, type NoveltyBands, type NoveltyScale } from './novelty.ts'

export interface OwnLimits {
  readonly perSession?: number | undefined
  readonly cooldown?: number | undefined
  /** From this similarity on the question is known. */
  readonly known?: number | undefined
}

/** A message that states something, as the memory that it may become. */
export interface Statement {
  readonly id: ContentRef
  readonly text: ContentRef
  /** The day on which it is said, in days since 1970-01-01. */
  readonly day: number
  /** The memory of these words, live or retired. Undefined where there is none. */
  readonly known: NodeNumber | undefined
}

/** A question with everything that was looked up to assess it. */
export interface NewQuestion extends QuestionCue {
  readonly neighbours: Neighbours
  /** The bands of the settings by which the neighbours are measured. */
  readonly scale: NoveltyScale
  /** Undefined for a message that asks, and where the settings make no memories of statements. */
  readonly statement: Statement | undefined
  /** The bands that were measured on the brain's own text, where they are of this measure; the source is recorded. */
  readonly calibrated: { readonly source: BandSource; readonly bands?: CalibratedBands['bands'] | undefined } | undefined
  /** The tests that its text failed. */
  readonly failed: ReadonlyArray<TextGate>
  /** True where the caller lets cues grow. */
  readonly grows: boolean
  readonly limits: OwnLimits
  /** Cues of similar questions, whether or not they move a ranking, the most similar first. */
  readonly kin: ReadonlyArray<MatchedCue>
  /** The memories that another search of the host found. */
  readonly hits: ReadonlyArray<ScoredNode>
  /** Time in milliseconds UTC. */
  readonly now: number
}

interface AskedTurn {
  readonly turn: TurnNumber
  readonly seeds: ReadonlyArray<ScoredNode>
}

type Assessed = EventData<'NoveltyAssessed'>

export interface Grown {
  /** The cue that the turn makes or restores; it is a seed of its own turn. Undefined where it makes none. */
  readonly cue: NodeNumber | undefined
  /** The birth of the cue, before the seeds of the turn. */
  readonly birth: ReadonlyArray<NewEvent>
  /** The assessment and the edges of the cue. */
  readonly events: ReadonlyArray<NewEvent>
}

/** Returns the assessment of a question and, where it makes a cue, the cue and its edges. */
export const growth = (question: NewQuestion, asked: AskedTurn, speaker: Speaker, state: BrainState, profile: Profile): Grown => {
  const nothing = (assessed: NewEvent): Grown => ({ cue: undefined, birth: [], events: [assessed] })
  const { neighbours } = question
  const settings = limited(profile.growth, question.limits)
  const { by, ...novelty } = assessNovelty(neighbours, question.failed, bandsOf(settings, question))
  const source = question.calibrated === undefined ? {} : { bands: question.calibrated.source }
  const told = (more: Omit<Assessed, keyof typeof novelty | 'by' | 'bands'>): NewEvent => ({
    type: 'NoveltyAssessed',
    ...inTurn(asked.turn),
    data: { by, ...source, ...novelty, ...more },
  })
  const same = question.failed.length > 0 ? undefined : sameNode(question, state.graph, nano(profile.seeding.sameCue))
  if (same !== undefined) return nothing(told({ birth: 'seen', cue: same }))
  if (novelty.verdict !== 'novel') return nothing(told({ birth: 'none' }))
  const refused = refusal(question, asked, speaker, state, { ...profile, growth: settings })
  if (refused !== undefined) return nothing(told({ birth: 'refused', refused }))
  const { events, node } = born(question, asked, speaker, state.graph)
  if (node === undefined) return nothing(told({ birth: 'none' }))
  const { linked, unlinked } = linksOf(node, question, asked, speaker, state, settings)
  const made = told({ birth: 'made', cue: node, ...(unlinked === 0 ? {} : { unlinked }) })
  return { cue: question.statement === undefined ? node : undefined, birth: events, events: [made, ...linked] }
}

const limited = (settings: GrowthSettings, { cooldown, perSession }: OwnLimits): GrowthSettings => ({
  ...settings,
  cooldown: cooldown ?? settings.cooldown,
  perSession: perSession ?? settings.perSession,
})

const bandsOf = (settings: GrowthSettings, { calibrated, limits: { known }, scale, statement }: NewQuestion): NoveltyBands => {
  const found = calibrated?.bands === undefined ? settings[scale] : measured(calibrated.bands)
  const bands = statement === undefined ? found : { ...found, noise: Math.min(found.noise, settings[scale].stated) }
  return known === undefined ? bands : { ...bands, known, novel: Math.min(bands.novel, known) }
}

/** Measured bands decide alone: prominence was not measured. */
const measured = ([noise, novel, known]: CalibratedBands['bands']): NoveltyBands => ({
  noise: units(noise),
  novel: units(novel),
  known: units(known),
  relative: 1,
})

/** Returns the live cue of exactly this question, else one that is alike enough to be the same; of a statement the live memory of its words. */
const sameNode = ({ kin, knownCue, statement }: NewQuestion, graph: GraphView, same: Nano): NodeNumber | undefined => {
  const lives = (node: NodeNumber | undefined) => node !== undefined && isLive(graph.stateOf(node))
  if (statement !== undefined) return lives(statement.known) ? statement.known : undefined
  return lives(knownCue) ? knownCue : kin.find(({ alike, cue }) => alike >= same && lives(cue))?.cue
}

const refusal = (
  { grows, kin, knownCue, now, statement }: NewQuestion,
  { turn }: AskedTurn,
  speaker: Speaker,
  state: BrainState,
  profile: Profile,
): BirthRefusal | undefined => {
  const { growth: settings } = profile
  const { cues, hour, sessions } = state.growth
  const { sessionNumber } = speaker
  const madeHere = sessionNumber === undefined ? 0 : (sessions.get(sessionNumber) ?? 0)
  const known = statement === undefined ? knownCue : statement.known
  // What is stated is like a memory that states it, not like a question: the band of what is known is its cooldown.
  const isCooling = (statement === undefined ? kin : []).some(({ alike, cue }) => {
    const since = cues.get(cue)
    return alike >= nano(settings.family) && since !== undefined && turn - since <= settings.cooldown
  })
  const reasons: ReadonlyArray<readonly [BirthRefusal, boolean]> = [
    ['record', settings.mode !== 'grow'],
    ['off', !grows],
    ['muted', !speakerTeaches(state, { session: sessionNumber }, speaker, profile)],
    ['bound', !staysDormant(profile)],
    ['merged', known !== undefined && state.graph.stateOf(known) === 'merged'],
    ['turn', settings.perTurn < 1],
    ['session', madeHere >= settings.perSession],
    // The time of a commit never falls, so a clock that went back frees nothing.
    ['hour', madeWithinHour(hour, Math.max(state.at, now)) >= settings.perHour],
    ['cooldown', isCooling],
  ]
  return reasons.find(([, isMet]) => isMet)?.[0]
}

/** True where the strongest edge that growth links carries nothing for any kind of question. */
const staysDormant = ({ growth: { out }, kernel, strength, tiers }: Profile): boolean =>
  out.most * Math.max(1, kernel.order.SIM, kernel.why.SIM, kernel.likeness.SIM) < tiers.habitual && out.most <= strength.max

const born = ({ knownCue, newCue, statement }: NewQuestion, { turn }: AskedTurn, { origin }: Speaker, graph: GraphView) => {
  const known = statement === undefined ? knownCue : statement.known
  if (known !== undefined) {
    const restored: NewEvent = { type: 'NodeRestored', ...inTurn(turn), data: { node: known, state: 'probation' } }
    return { node: known, events: [restored] }
  }
  const node = graph.nodes + 1
  if (statement !== undefined) {
    const { day, id, text } = statement
    const data = { node, id, text, day, nodeType: 'fact', state: 'probation', how: 'captured' } as const
    return { node, events: [{ type: 'NodeAdded', ...inTurn(turn), origin, data } satisfies NewEvent] }
  }
  if (newCue === undefined) return { node: undefined, events: [] }
  const added: NewEvent = { type: 'NodeAdded', ...inTurn(turn), origin, data: { node, ...newCue, nodeType: 'cue', state: 'probation' } }
  return { node, events: [added] }
}

/** What is heard before the first turn belongs to none. */
const inTurn = (turn: TurnNumber) => (turn === 0 ? {} : { turn })

interface Wanted {
  readonly source: NodeNumber
  readonly target: NodeNumber
  readonly strength: Nano
}

const linksOf = (
  cue: NodeNumber,
  { hits }: NewQuestion,
  { seeds, turn }: AskedTurn,
  { isNewSession, sessionNumber }: Speaker,
  state: BrainState,
  settings: GrowthSettings,
): { readonly linked: ReadonlyArray<NewEvent>; readonly unlinked: number } => {
  const { graph } = state
  const joins = (node: NodeNumber) => isLive(graph.stateOf(node)) && graph.isTrusted(node)
  const strong = relevant(seeds.filter(({ node }) => joins(node)))
  const found = byScore(strong, settings.out).map(([node, strength]) => ({ source: cue, target: node, strength }))
  const told = byScore(
    hits.filter(({ node }) => joins(node)),
    settings.hits,
  ).map(([node, strength]) => ({ source: node, target: cue, strength }))
  const session = isNewSession ? undefined : sessionNumber
  const before = session === undefined ? [] : nodesBefore(state, session, settings).filter(([node]) => joins(node))
  const earlier = before.map(([node, strength]) => ({ source: node, target: cue, strength }))
  const wanted = distinct(alternating([found, told, earlier]))
  let edge: EdgeNumber = graph.edges
  const linked = wanted.slice(0, settings.edges).flatMap((one): ReadonlyArray<NewEvent> => {
    const known = graph.between(one.source, one.target).find((other) => graph.kindOf(other) === 'grown')
    if (known !== undefined && graph.isLinked(known)) return []
    if (known !== undefined) return [{ type: 'EdgeRestored', ...inTurn(turn), data: { edge: known, reason: 'asked' } }]
    return [{ type: 'EdgeLinked', ...inTurn(turn), data: { edge: ++edge, ...one, kind: 'grown', reason: 'growth' } }]
  })
  return { linked, unlinked: Math.max(0, wanted.length - settings.edges) }
}

/** Leaves out what was found by little: less than half the score of the best (S0.55). */
const relevant = (seeds: ReadonlyArray<ScoredNode>): ReadonlyArray<ScoredNode> => {
  const best = Math.max(0, ...seeds.map(({ score }) => score))
  return seeds.filter(({ score }) => score > 0 && 2 * score >= best)
}

const byScore = (nodes: ReadonlyArray<ScoredNode>, range: GrowthSettings['out']): ReadonlyArray<readonly [NodeNumber, Nano]> => {
  const best = Math.max(1, ...nodes.map(({ score }) => score))
  return nodes.map(({ node, score }) => [node, within(range, Math.max(0, score) / best)] as const)
}

const within = ({ least, most }: GrowthSettings['out'], share: number): Nano =>
  nano(least) + roundHalfAway((nano(most) - nano(least)) * share)

/** Returns the memories of the last turns of a session, those of the newest turn first and strongest. */
const nodesBefore = (
  state: BrainState,
  session: number,
  { before, beforeTurns }: GrowthSettings,
): ReadonlyArray<readonly [NodeNumber, Nano]> => {
  const nodes = new Map<NodeNumber, Nano>()
  let back = 0
  for (const record of state.recentTurns()) {
    if (back >= beforeTurns) break
    if (record.session !== session) continue
    const strength = within(before, 1 - back / Math.max(1, beforeTurns - 1))
    for (const node of [...record.included, ...record.fired.keys()]) if (!nodes.has(node)) nodes.set(node, strength)
    back++
  }
  return [...nodes]
}

const alternating = <A>(lists: ReadonlyArray<ReadonlyArray<A>>): ReadonlyArray<A> => {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat()
}

const distinct = (wanted: ReadonlyArray<Wanted>): ReadonlyArray<Wanted> => {
  const seen = new Set<string>()
  return wanted.filter(({ source, target }) => {
    const ends = `${source} ${target}`
    return source !== target && !seen.has(ends) && seen.add(ends)
  })
}

/* A statement that is heard outside of a question of its own. */

export interface HeardStatement {
  readonly novelty: NewQuestion
  readonly seeds: ReadonlyArray<ScoredNode>
}

/** Answers with the memory that the statement became, or was already; undefined for none. */
export const decideHeardStatement = (
  { novelty, seeds, ...speaker }: HeardStatement & Speaker,
  state: BrainState,
  profile: Profile,
): Decision<NodeNumber | undefined> => {
  const { birth, events } = growth(novelty, { turn: state.lastTurn, seeds }, speaker, state, profile)
  const assessed = events.find((event) => event.type === 'NoveltyAssessed')
  const made = assessed?.data.birth === 'made' || assessed?.data.birth === 'seen' ? assessed.data.cue : undefined
  return Result.succeed({ events: [...birth, ...events], answer: made })
}
