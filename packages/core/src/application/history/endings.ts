/** Tells how a memory came to hold no longer: what took its place when, and the verdict that said so. */
import * as Effect from 'effect/Effect'
import type { BrainEvent, BrainEventOf } from '../../domain/events/brain-event.ts'
import type { Supersession } from '../../domain/graph.ts'
import { typeSubject } from '../../domain/history/segments.ts'
import { type FeedbackNumber, type NodeNumber, type Position, printedFeedback, printedSession, printedTurn } from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { Ending } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { commitAt } from '../brain/commit-row.ts'
import { keptBodies } from '../brain/contents.ts'
import { actorNames, isoTime, nodeNames } from '../naming/names.ts'
import { placesOf, visitNewestFirst } from '../naming/segments.ts'

/** Returns what took the place of a memory, in the order in which that was recorded. */
export const endingsOf = Effect.fnUntraced(function* (brain: OpenBrain, { graph, position }: BrainState, node: NodeNumber) {
  const superseding = graph.supersededBy(node)
  const recorded = yield* recordedOf(brain, node, superseding, position)
  const verdicts = yield* Effect.forEach(superseding, ({ feedback, reason }, i) => {
    const event = recorded[i]
    // The feedback of a judgement is no verdict.
    return reason !== 'verdict' || feedback === undefined || event === undefined
      ? Effect.succeed(undefined)
      : verdictOf(brain, feedback, event.position)
  })
  const names = yield* nodeNames(
    brain,
    graph,
    superseding.map(({ by }) => by),
    'names',
  )
  const actors = yield* actorNames(
    brain,
    verdicts.flatMap((verdict) => verdict?.commit.actor ?? []),
  )
  const texts = yield* keptBodies(
    brain,
    verdicts.flatMap((verdict) => verdict?.data.text ?? []),
  )
  return superseding
    .map(({ by, feedback, gone, reason }, i) => {
      const verdict = verdicts[i]
      // An undoing that was taken back records it again.
      const first: BrainEvent | undefined = verdict ?? recorded[i]
      const ending: Ending = {
        by: names.id(by),
        reason,
        ...(feedback === undefined ? {} : { feedback: printedFeedback(feedback) }),
        ...(gone === undefined ? {} : { gone }),
        at: first === undefined ? null : isoTime(first.commit.at),
        ...(verdict === undefined ? {} : { given: toldVerdict(verdict, actors(verdict.commit.actor), texts) }),
      }
      return { ending, position: first?.position ?? 0 }
    })
    .sort((a, b) => a.position - b.position)
    .map(({ ending }) => ending)
})

/** Returns the newest event that recorded each, in their order; undefined where the log does not tell it. */
const recordedOf = Effect.fnUntraced(function* (
  brain: OpenBrain,
  node: NodeNumber,
  superseding: ReadonlyArray<Supersession>,
  position: Position,
) {
  const found: Array<BrainEventOf<'NodeSuperseded'> | undefined> = superseding.map(() => undefined)
  if (superseding.length === 0) return found
  const visit = (event: BrainEvent) => {
    if (event.type === 'NodeSuperseded' && event.data.node === node) {
      const { by, feedback } = event.data
      const place = superseding.findIndex((one, i) => found[i] === undefined && one.by === by && one.feedback === feedback)
      if (place >= 0) found[place] = event
    }
    return found.includes(undefined)
  }
  const places = yield* placesOf(brain, [[{ kind: 'node', number: node }], [typeSubject('NodeSuperseded')]], position)
  yield* visitNewestFirst(brain, places, 1, position, visit, (type) => type === 'NodeSuperseded')
  return found
})

/** Finds a verdict: it stands in the commit that recorded what follows from it, or before, where an undoing recorded that again. */
const verdictOf = Effect.fnUntraced(function* (brain: OpenBrain, feedback: FeedbackNumber, recorded: Position) {
  const isMeant = (event: BrainEvent): event is BrainEventOf<'FeedbackGiven'> =>
    event.type === 'FeedbackGiven' && event.data.feedback === feedback
  let verdict = (yield* commitAt(brain, recorded)).find(isMeant)
  if (verdict !== undefined) return verdict
  const visit = (event: BrainEvent) => {
    if (isMeant(event)) verdict = event
    return verdict === undefined
  }
  const places = yield* placesOf(brain, [[typeSubject('FeedbackGiven')]], recorded)
  yield* visitNewestFirst(brain, places, 1, recorded, visit, (type) => type === 'FeedbackGiven')
  return verdict
})

const toldVerdict = (
  { commit: { session }, data, origin, turn }: BrainEventOf<'FeedbackGiven'>,
  actor: string,
  texts: Effect.Success<ReturnType<typeof keptBodies>>,
): NonNullable<Ending['given']> => {
  const said = data.text === undefined ? undefined : texts.get(data.text)
  return {
    actor,
    origin: origin ?? null,
    session: session === undefined ? null : printedSession(session),
    turn: turn === undefined ? null : printedTurn(turn),
    verdict: data.verdict,
    ...(said === undefined ? {} : { said }),
  }
}
