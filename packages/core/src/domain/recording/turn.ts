/** One recall as events: what was sought, by which ways, what was found and what went into the context. One commit. */

import type { Kernel } from '../edge-kinds.ts'
import type { EventData, NewEvent } from '../events/brain-event.ts'
import type { AbsenceReason, TurnOutcome } from '../events/turn-events.ts'
import { grownPairs, growthStructure } from '../growth/growth.ts'
import type { ContentRef, NodeNumber, Position, TurnNumber } from '../identity.ts'
import { endedTurn } from '../learning/turn-end.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { DrawnNode } from '../projections/turns/turn-record.ts'
import type { ContextBundle } from '../recall/context-bundle.ts'
import type { Exploration } from '../recall/exploration.ts'
import type { SeedSource } from '../recall/hinted-text.ts'
import type { RankedNode } from '../recall/ranking.ts'
import type { ScoredNode } from '../recall/text-evidence.ts'
import type { Walk, WalkStep } from '../recall/walk.ts'
import type { WalkCue } from '../recall/walk-input.ts'
import { type Nano, nano } from '../strength.ts'

export interface Seed extends ScoredNode {
  readonly source: SeedSource
}

export interface RecalledTurn {
  readonly question: ContentRef
  readonly engine: EventData<'TurnStarted'>['engine']
  /** What the question weighed the families of edges by. */
  readonly kernel: Kernel
  readonly budget: Profile['budget']
  readonly seeds: ReadonlyArray<Seed>
  /** How far the seeds opened the mentions. */
  readonly gate: Nano
  /** What the host hinted at. */
  readonly hints: ReadonlyArray<ContentRef>
  readonly cues: ReadonlyArray<WalkCue>
  /** What the walk left to chance. */
  readonly exploration: Exploration | undefined
  readonly walk: Walk
  readonly ranking: ReadonlyArray<RankedNode>
  readonly bundle: ContextBundle
  /** Of the text given to the model; absent when there is none. */
  readonly context: ContentRef | undefined
  /** Where it was asked and by whom, as far as that is known. */
  readonly asker: TurnAsker
}

export type TurnAsker = Pick<EventData<'TurnStarted'>, 'chatKind' | 'channel' | 'chat' | 'sender'>

export const nextTurn = (state: BrainState): TurnNumber => state.lastTurn + 1

export const decideTurn = (state: BrainState, recalled: RecalledTurn): ReadonlyArray<NewEvent> => {
  const turn = nextTurn(state)
  const { asker, budget, bundle, cues, engine, exploration, gate, hints, kernel, question, ranking, seeds, walk } = recalled
  const more = { ...(hints.length === 0 ? {} : { hints }), ...kernelData(kernel), ...explorationData(exploration), ...asker }
  const judged = new Set([...bundle.included, ...bundle.dropped.map(({ node }) => node)])
  // Behind these stand only those that others which may not be given kept from a place among them.
  const shown = ranking.filter(({ node }, place) => place < budget.items || judged.has(node))
  return [
    { type: 'TurnStarted', turn, data: { question, engine, ...budget, ...more } },
    { type: 'SeedsSelected', turn, data: { ...seedsData(seeds, cues), gate } },
    ...walk.fired.map(
      ({ depth, edge, energy, node }): NewEvent => ({
        type: 'NodeFired',
        turn,
        data: { node, depth, energy, ...(edge === 0 ? {} : { edge }) },
      }),
    ),
    ...walk.inhibitions.map((data): NewEvent => ({ type: 'NodeInhibited', turn, data })),
    ...walk.steps.map((step) => stepEvent(turn, step)),
    {
      type: 'ContextBundled',
      turn,
      data: {
        nodes: shown.map(({ node }) => node),
        scores: shown.map(({ score }) => score),
        included: bundle.included,
        tokens: bundle.tokens,
        ...(bundle.guardrails.length === 0 ? {} : { guardrails: bundle.guardrails }),
        ...(bundle.dropped.length === 0
          ? {}
          : { dropped: bundle.dropped.map(({ node }) => node), reasons: bundle.dropped.map(({ reason }) => reason) }),
        ...(recalled.context === undefined ? {} : { context: recalled.context }),
      },
    },
  ]
}

const kernelData = ({ CAUSE, SEQ, SIM }: Kernel): Pick<EventData<'TurnStarted'>, 'kernel'> =>
  SEQ === 1 && SIM === 1 && CAUSE === 1 ? {} : { kernel: [SEQ, SIM, CAUSE].map(nano) }

const explorationData = (exploration: Exploration | undefined): Pick<EventData<'TurnStarted'>, 'exploration' | 'drawnFrom'> =>
  exploration === undefined ? {} : { exploration: exploration.amount, drawnFrom: exploration.drawnFrom }

const seedsData = (seeds: ReadonlyArray<Seed>, cues: ReadonlyArray<WalkCue>): EventData<'SeedsSelected'> => ({
  nodes: seeds.map(({ node }) => node),
  scores: seeds.map(({ score }) => score),
  sources: seeds.map(({ source }) => source),
  ...(cues.length === 0 ? {} : { cues: cues.map(({ cue }) => cue), alike: cues.map(({ alike }) => alike) }),
})

const followedData = (
  step: Pick<WalkStep, 'depth' | 'edge' | 'strength'>,
  { followed, ...carried }: Extract<WalkStep['outcome'], { readonly followed: unknown }>,
): EventData<'EdgeFollowed'> => ({ ...step, channel: followed, ...carried })

const stepEvent = (turn: TurnNumber, { depth, edge, outcome, strength }: WalkStep): NewEvent =>
  'followed' in outcome
    ? { type: 'EdgeFollowed', turn, data: followedData({ depth, edge, strength }, outcome) }
    : { type: 'EdgeSkipped', turn, data: { edge, strength, depth, reason: outcome.skipped } }

export interface Absence {
  readonly reason: AbsenceReason
  readonly skippedAt: number
  readonly waitedMs: number
  /** The recall whose answer came too late to be used, and where it began. */
  readonly late: { readonly turn: TurnNumber; readonly position: Position } | undefined
}

/** A turn that went on without memory. There is no silent turn. */
export const decideAbsence = (state: BrainState, { late, ...data }: Absence): ReadonlyArray<NewEvent> => [
  late === undefined
    ? { type: 'RecallSkipped', turn: nextTurn(state), data }
    : { type: 'RecallSkipped', turn: late.turn, cause: late.position, data },
]

/** How often a tool ran in a turn and how often it failed. */
export interface ToolTally {
  readonly known: NodeNumber | undefined
  /** Contents of its node, should it have none yet. */
  readonly id: ContentRef
  readonly text: ContentRef
  readonly calls: number
  readonly failures: number
}

export interface Completion {
  readonly outcome: TurnOutcome
  readonly durationMs: number
  /** Each tool once. */
  readonly tools: ReadonlyArray<ToolTally>
  readonly messages: ReadonlyArray<ContentRef>
  /** What the reply drew on, the most first; absent where it is not known. */
  readonly drew: ReadonlyArray<DrawnNode> | undefined
}

/**
 * How a turn ended, once: said again it is nothing new, unless a turn that had failed was tried again. Of a turn that is no longer kept
 * nobody knows whether it has ended, so nothing is added.
 */
export const decideCompletion = (
  state: BrainState,
  turn: TurnNumber,
  { drew, durationMs, messages, outcome, tools }: Completion,
  profile: Profile,
): ReadonlyArray<NewEvent> => {
  const known = state.anyTurn(turn)
  if (known === undefined) return []
  const before = known.outcome
  if (before !== undefined && !(before === 'failure' && outcome !== 'failure')) return []
  const added: Array<NewEvent> = []
  const nodes = tools.map(({ id, known, text }) => {
    if (known !== undefined) return known
    const node = state.graph.nodes + added.length + 1
    added.push({ type: 'NodeAdded', turn, origin: 'system', data: { node, id, text, nodeType: 'tool_call', state: 'normal' } })
    return node
  })
  const data: EventData<'TurnCompleted'> = {
    outcome,
    durationMs,
    ...(messages.length === 0 ? {} : { messages }),
    ...(tools.length === 0
      ? {}
      : { tools: nodes, calls: tools.map(({ calls }) => calls), failures: tools.map(({ failures }) => failures) }),
    ...(drew === undefined ? {} : { drew: drew.map(({ node }) => node), shares: drew.map(({ share }) => share) }),
  }
  const record = endedTurn({ data, turn }, state, profile)
  const grown = record === undefined ? [] : growthStructure(state.graph, grownPairs(state.graph, record, data, profile))
  return [...added, ...grown.map((event): NewEvent => ({ ...event, turn })), { type: 'TurnCompleted', turn, data }]
}
