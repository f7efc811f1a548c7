/** Records a recall: what was sought, which edges were walked, what was found and what went into the context; or that a turn had none. */
import * as Result from 'effect/Result'
import type { Decision } from '../decision.ts'
import type { Kernel } from '../edge-kinds.ts'
import type { EventData, NewEvent } from '../events/brain-event.ts'
import type { AbsenceReason } from '../events/turn-events.ts'
import type { ContentRef, Position, TurnNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { ContextBundle } from '../recall/context-bundle.ts'
import type { Exploration } from '../recall/exploration.ts'
import type { SeedSource } from '../recall/hinted-text.ts'
import type { RankedNode } from '../recall/ranking.ts'
import type { ScoredNode } from '../recall/text-evidence.ts'
import type { Walk, WalkCue, WalkStep } from '../recall/walk.ts'
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

/** Answers with the number of the turn. */
export const decideTurn = (recalled: RecalledTurn, state: BrainState): Decision<TurnNumber> => {
  const turn = nextTurn(state)
  return Result.succeed({ events: turnEvents(turn, recalled), answer: turn })
}

const turnEvents = (turn: TurnNumber, recalled: RecalledTurn): ReadonlyArray<NewEvent> => {
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

/** Records a turn that went on without memory and answers with its number. There is no turn without a record. */
export const decideAbsence = ({ late, reason, skippedAt, waitedMs }: Absence, state: BrainState): Decision<TurnNumber> => {
  const turn = late?.turn ?? nextTurn(state)
  const data = { reason, skippedAt, waitedMs }
  return Result.succeed({
    events: [late === undefined ? { type: 'RecallSkipped', turn, data } : { type: 'RecallSkipped', turn, cause: late.position, data }],
    answer: turn,
  })
}
