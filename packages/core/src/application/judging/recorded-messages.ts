/** Finds the messages that a model was asked about, with what the log says of each: where its words are, when it was said and what was judged. */
import * as Effect from 'effect/Effect'
import type { BrainEvent, BrainEventOf, EventType } from '../../domain/events/brain-event.ts'
import type { CallNumber, ContentRef, Position, SessionNumber, TurnNumber } from '../../domain/identity.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { keptBodies } from '../brain/contents.ts'
import { forEachEvent } from '../brain/read-row.ts'
import { resolveSessions } from '../naming/speakers.ts'

export interface RecordedMessage {
  readonly call: CallNumber
  /** The turn of which it is the question. */
  readonly turn: TurnNumber | undefined
  /** The position of the question to the model. */
  readonly asked: Position
  readonly session: SessionNumber | undefined
  /** The name of the model. */
  readonly model: ContentRef
  /** The question of its turn; undefined for none. */
  readonly question: ContentRef | undefined
  /** The content that has its words: that question, or what a judgement names. */
  readonly words: ContentRef
  readonly text: string
  /** Milliseconds UTC. */
  readonly saidAt: number
  /** Undefined where no answer about it counted. */
  readonly judged: BrainEventOf<'MessageJudged'> | undefined
}

interface Found extends Omit<RecordedMessage, 'text' | 'words'> {
  /** Undefined where the words were not kept. */
  readonly words: ContentRef | undefined
}

export interface RecordedMessages {
  /** In the order in which they were judged. */
  readonly messages: ReadonlyArray<RecordedMessage>
  /** The number of messages whose words were erased, and of those whose words were never kept. */
  readonly erased: number
  readonly unkept: number
}

const read: ReadonlySet<EventType> = new Set(['TurnStarted', 'ModelAsked', 'MessageJudged'])

/** Reads the log for the messages of a conversation; of all where none is named. */
export const recordedMessages = Effect.fnUntraced(function* (brain: OpenBrain, name: string | undefined) {
  const sessions = name === undefined ? undefined : yield* resolveSessions(brain, name)
  const all = messagesIn()
  yield* forEachEvent(brain, 1, brain.state.position, all.read, read)
  const found = all.found().filter(({ session }) => sessions === undefined || sessions.has(session ?? 0))
  const kept = found.filter(({ words }) => words !== undefined)
  const bodies = yield* keptBodies(
    brain,
    kept.flatMap(({ words }) => words ?? []),
  )
  const messages = kept.flatMap(({ words, ...message }): ReadonlyArray<RecordedMessage> => {
    const text = words === undefined ? undefined : bodies.get(words)
    return words === undefined || text === undefined ? [] : [{ ...message, words, text }]
  })
  return { messages, erased: kept.length - messages.length, unkept: found.length - kept.length } satisfies RecordedMessages
})

/**
 * Collects messages from events. One that is the question of a turn has the words of that question. Of others the log has the words only where
 * something followed from them.
 */
const messagesIn = () => {
  const turns = new Map<TurnNumber, BrainEventOf<'TurnStarted'>>()
  const found = new Map<string, Found>()
  const keyOf = (turn: TurnNumber | undefined, call: CallNumber) => (turn === undefined ? `c${call}` : `t${turn}`)
  const asked = ({ commit, data, position }: BrainEventOf<'ModelAsked'>, turn: TurnNumber | undefined) => {
    const started = turns.get(turn ?? 0)
    const question = started?.data.question
    const key = keyOf(turn, data.call)
    // A message that no server took is asked about again: then the newest call counts.
    found.delete(key)
    found.set(key, {
      ...{ call: data.call, turn, asked: position, session: commit.session, model: data.model },
      ...{ question, words: question, saidAt: started?.commit.at ?? commit.at, judged: undefined },
    })
  }
  return {
    read: (event: BrainEvent): void => {
      if (event.type === 'TurnStarted' && event.turn !== undefined) turns.set(event.turn, event)
      else if (event.type === 'ModelAsked' && event.data.task === 'judge' && event.data.notes === undefined)
        for (const turn of event.data.turns ?? [undefined]) asked(event, turn)
      else if (event.type === 'MessageJudged') {
        const key = keyOf(event.turn, event.data.call)
        const message = found.get(key)
        if (message !== undefined) found.set(key, { ...message, words: message.words ?? event.data.text, judged: event })
      }
    },
    found: () => [...found.values()],
  }
}
