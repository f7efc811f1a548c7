/** One recall as events: what was sought, by which ways, what was found and what went into the context. One commit. */
import type { EventData, NewEvent } from '../events/brain-event.ts'
import type { AbsenceReason } from '../events/turn-events.ts'
import type { ContentRef, Position, TurnNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { ContextBundle } from '../traversal/context-bundle.ts'
import type { RankedNode } from '../traversal/ranking.ts'
import type { ScoredNode } from '../traversal/text-evidence.ts'
import type { Walk, WalkCue, WalkStep } from '../traversal/tiered-traversal.ts'

export interface RecalledTurn {
  readonly question: ContentRef
  readonly budget: Profile['budget']
  readonly seeds: ReadonlyArray<ScoredNode>
  readonly cues: ReadonlyArray<WalkCue>
  readonly walk: Walk
  readonly ranking: ReadonlyArray<RankedNode>
  readonly bundle: ContextBundle
  /** Of the text given to the model; absent when there is none. */
  readonly context: ContentRef | undefined
}

export const nextTurn = (state: BrainState): TurnNumber => state.lastTurn + 1

export const decideTurn = (state: BrainState, recalled: RecalledTurn): ReadonlyArray<NewEvent> => {
  const turn = nextTurn(state)
  const { budget, bundle, cues, question, ranking, seeds, walk } = recalled
  const shown = ranking.slice(0, budget.items)
  return [
    { type: 'TurnStarted', turn, data: { question, engine: 'route', ...budget } },
    { type: 'SeedsSelected', turn, data: seedsData(seeds, cues) },
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

const seedsData = (seeds: ReadonlyArray<ScoredNode>, cues: ReadonlyArray<WalkCue>): EventData<'SeedsSelected'> => ({
  nodes: seeds.map(({ node }) => node),
  scores: seeds.map(({ score }) => score),
  sources: seeds.map(() => 'lexical' as const),
  ...(cues.length === 0 ? {} : { cues: cues.map(({ cue }) => cue), alike: cues.map(({ alike }) => alike) }),
})

const stepEvent = (turn: TurnNumber, { depth, edge, outcome, strength }: WalkStep): NewEvent =>
  'followed' in outcome
    ? { type: 'EdgeFollowed', turn, data: { edge, strength, depth, channel: outcome.followed, energy: outcome.energy } }
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
