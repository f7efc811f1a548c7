/** Tests deciders in three steps: given these events, when this command is decided, these are the events, the answer or the refusal. */
import * as Result from 'effect/Result'
import { expect } from 'vitest'
import { type CommandAnswer, type CommandData, type CommandName, decide } from '../decide.ts'
import type { Rejection } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ContentRef } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import { balanced } from '../profiles/profiles.ts'
import { type BrainState, brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import type { Participants } from '../recording/turn.ts'

/** A content reference of one digit, repeated. */
export const ref = (digit: string): ContentRef => ContentRef.make(digit.repeat(64))

/** The owner on the command line, known as actor 1 and in no session. */
export const owner: Participants = { origin: 'owner', actor: { known: 1, name: ref('a'), kind: 'owner' }, session: undefined }

/** A memory of the owner. */
export const note = (node: number): NewEvent => ({
  type: 'NodeAdded',
  origin: 'owner',
  data: { node, id: ref('1'), text: ref('1'), nodeType: 'fact', state: 'normal' },
})

interface Circumstances {
  readonly by?: Participants | 'memory'
  readonly settings?: Profile
}

export interface Given {
  readonly state: BrainState
  /** Runs a command. The owner gives it if `by` is absent. */
  readonly when: <Name extends CommandName>(command: CommandData<Name>, circumstances?: Circumstances) => When<CommandAnswer<Name>>
}

export interface When<Answer> {
  /** The whole commit, introductions included. */
  readonly gives: (events: ReadonlyArray<NewEvent>) => When<Answer>
  readonly answers: (answer: Answer) => When<Answer>
  readonly refuses: (rejection: Rejection) => void
  /** Fails the test where the command is refused. */
  readonly events: () => ReadonlyArray<NewEvent>
  readonly answer: () => Answer
}

/** The brain after these events, appended by actor 1 in no session at time 0. */
export const given = (...events: ReadonlyArray<NewEvent>): Given => {
  const fold = emptyFold()
  for (const event of events) foldEvent(fold, placed(event, fold.position + 1, { at: 0, actor: 1 }))
  const state = brainState(fold)
  return {
    state,
    when: (command, { by = owner, settings = balanced } = {}) => {
      const result = decide({ ...command, by }, state, settings)
      const decided = () => Result.getOrThrow(result)
      const when: When<ReturnType<typeof decided>['answer']> = {
        gives: (events) => {
          expect(decided().events).toEqual(events)
          return when
        },
        answers: (answer) => {
          expect(decided().answer).toEqual(answer)
          return when
        },
        refuses: (rejection) => expect(result).toEqual(Result.fail(rejection)),
        events: () => decided().events,
        answer: () => decided().answer,
      }
      return when
    },
  }
}
