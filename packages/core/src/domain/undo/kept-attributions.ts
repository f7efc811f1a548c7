/** Keeps, while facts are derived anew without some signals, what each feedback got and which marks follow from a signal that is left out. */
import type { BrainEvent, BrainEventOf, NewEvent } from '../events/brain-event.ts'
import type { FeedbackNumber, Position } from '../identity.ts'
import type { Attribution } from './restatement.ts'

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

const isVerdict = (event: BrainEvent): event is BrainEventOf<'FeedbackGiven' | 'OutcomeGiven'> =>
  event.type === 'FeedbackGiven' || event.type === 'OutcomeGiven'
