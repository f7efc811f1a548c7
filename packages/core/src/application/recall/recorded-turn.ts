/** A turn read back from its events: the walk, the ranking and the context as they were recorded, whatever has changed since. */

import * as Effect from 'effect/Effect'
import type { Kernel } from '../../domain/edge-kinds.ts'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import { ignore } from '../../domain/events/readers.ts'
import type { DropReason } from '../../domain/events/turn-events.ts'
import type { ContentRef, NodeNumber, Position, TurnNumber } from '../../domain/identity.ts'
import type { MatchedCue } from '../../domain/projections/turns/turn-record.ts'
import type { RankedNode } from '../../domain/recall/ranking.ts'
import type { Walk } from '../../domain/recall/walk.ts'
import { type Nano, one, units } from '../../domain/strength.ts'
import { forEachEvent } from '../brain/as-of.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { decodeRow } from '../brain/read-row.ts'
import { EventStore } from '../ports/event-store.ts'
import { NotFound } from '../request-errors.ts'

export interface RecordedTurn {
  readonly turn: TurnNumber
  /** Of its first event. */
  readonly position: Position
  readonly at: number
  readonly question: ContentRef | undefined
  readonly engine: string
  /** What the question weighed the families of edges by, in units; all by one where none was recorded. */
  readonly kernel: Kernel
  readonly seeds: ReadonlyMap<NodeNumber, { readonly score: number; readonly from: string }>
  readonly cues: ReadonlyArray<MatchedCue>
  readonly gate: Nano
  readonly walk: Walk
  readonly ranking: ReadonlyArray<RankedNode>
  readonly included: ReadonlyArray<NodeNumber>
  readonly dropped: ReadonlyArray<{ readonly node: NodeNumber; readonly reason: DropReason }>
  readonly absent: BrainEvent | undefined
}

/** The recorded turn of that number, which has begun. A recent one is found at once, an old one by reading the log. */
export const readTurn = Effect.fnUntraced(function* (brain: OpenBrain, turn: TurnNumber) {
  const recent = brain.state.turn(turn)
  let position = recent?.position
  if (position === undefined) {
    yield* forEachEvent(brain, 1, brain.state.position, (event) => {
      if (event.turn === turn && (event.type === 'TurnStarted' || event.type === 'RecallSkipped')) position ??= event.position
    })
  }
  if (position === undefined) return yield* new NotFound({ what: 'turn', name: `t${turn}`, hint: 'the log does not say when it began' })
  return yield* readTurnAt(brain, position)
})

/** The turn whose events are in the commit at `position`. */
export const readTurnAt = Effect.fnUntraced(function* (brain: OpenBrain, position: Position) {
  const store = yield* EventStore
  const [row] = yield* store.read(brain.key, position, 1)
  const events = row === undefined ? [] : yield* decodeRow(brain.key, row)
  const started = events.find(({ type }) => type === 'TurnStarted' || type === 'RecallSkipped')
  if (started?.turn === undefined)
    return yield* new NotFound({ what: 'turn', name: `at position ${position}`, hint: 'no turn was recorded there' })
  return collect(started, started.turn, events)
})

const collect = (started: BrainEvent, turn: TurnNumber, events: ReadonlyArray<BrainEvent>): RecordedTurn => {
  const walk = {
    fired: [] as Array<Walk['fired'][number]>,
    steps: [] as Array<Walk['steps'][number]>,
    inhibitions: [] as Array<Walk['inhibitions'][number]>,
  }
  const seeds = new Map<NodeNumber, { readonly score: number; readonly from: string }>()
  let cues: ReadonlyArray<MatchedCue> = []
  let gate: Nano = 0
  let bundle: Extract<BrainEvent, { type: 'ContextBundled' }>['data'] | undefined
  for (const event of events) {
    switch (event.type) {
      case 'SeedsSelected':
        event.data.nodes.forEach((node, i) => {
          seeds.set(node, { score: event.data.scores[i] ?? 0, from: event.data.sources[i] ?? 'lexical' })
        })
        gate = event.data.gate ?? 0
        cues = (event.data.cues ?? []).map((cue, i) => ({ cue, alike: event.data.alike?.[i] ?? 0 }))
        break
      case 'NodeFired':
        walk.fired.push({ ...event.data, edge: event.data.edge ?? 0 })
        break
      case 'NodeInhibited':
        walk.inhibitions.push(event.data)
        break
      case 'EdgeFollowed': {
        const { channel, depth, edge, strength, ...carried } = event.data
        walk.steps.push({ depth, edge, strength, outcome: { followed: channel, ...carried } })
        break
      }
      case 'EdgeSkipped': {
        const { reason, ...step } = event.data
        walk.steps.push({ ...step, outcome: { skipped: reason } })
        break
      }
      case 'ContextBundled':
        bundle = event.data
        break
      case 'TurnStarted':
      case 'RecallSkipped':
        break
      default:
        ignore<'recorded turn'>(event.type)
    }
  }
  const about = { turn, position: started.position, at: started.commit.at, seeds, cues, gate, walk }
  const dropped = (bundle?.dropped ?? []).map((node, i) => ({ node, reason: bundle?.reasons?.[i] ?? 'limit' }))
  return {
    ...about,
    question: started.type === 'TurnStarted' ? started.data.question : undefined,
    engine: started.type === 'TurnStarted' ? started.data.engine : 'none',
    kernel: kernelOf(started),
    ranking: (bundle?.nodes ?? []).map((node, i) => rankedAgain(about, node, bundle?.scores[i] ?? 0)),
    included: bundle?.included ?? [],
    dropped,
    absent: started.type === 'RecallSkipped' ? started : undefined,
  }
}

/** The score is the recorded one; its parts are those of the recorded walk, and the utility is what makes the parts the score. */
const rankedAgain = ({ seeds, walk }: Pick<RecordedTurn, 'seeds' | 'walk'>, node: NodeNumber, score: number): RankedNode => {
  const energy = walk.fired.find((fired) => fired.node === node)?.energy ?? seeds.get(node)?.score ?? score
  const seed = seeds.get(node)?.score ?? 0
  const inhibition = walk.inhibitions.filter((one) => one.node === node).reduce((sum, { energy: taken }) => sum + taken, 0)
  const utility = energy - inhibition > 0 ? Math.round((score / (energy - inhibition)) * one) : one
  return { node, score, seed, path: energy - seed, inhibition, utility }
}

const kernelOf = (started: BrainEvent): Kernel => {
  const recorded = started.type === 'TurnStarted' ? started.data.kernel : undefined
  const [SEQ = one, SIM = one, CAUSE = one] = recorded ?? []
  return { SEQ: units(SEQ), SIM: units(SIM), CAUSE: units(CAUSE) }
}
