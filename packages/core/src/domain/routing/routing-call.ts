/** The task of a routing model: what it is asked about a recall, and what its choice does to the walk. */
import type { EventData, NewEventOf } from '../events/brain-event.ts'
import type { TurnNumber } from '../identity.ts'
import type { ModelTask } from '../model/model-task.ts'
import type { RoutingSettings } from '../profiles/model-settings.ts'
import { nano, units } from '../strength.ts'
import type { Routed } from '../walk/walk-record.ts'
import { noChoice, promptFor, type RoutingChoice, type RoutingQuestion, readChoice } from './routing-prompt.ts'

export const routingTask: ModelTask<RoutingQuestion, RoutingChoice> = {
  name: 'routing',
  limits: ({ routing }) => routing,
  prompt: promptFor,
  subject: ({ offered }, { lastTurn }) => ({
    turn: lastTurn + 1,
    offered: offered.map(({ node }) => node),
    pointers: offered.map(({ pointer }) => pointer),
  }),
  read: (text, { asksKernel, offered }, { routing }) => readChoice(text, offered, asksKernel, routing),
}

/** Returns the record of a choice. */
export const chosenEvent = (turn: TurnNumber, { attention, dropped, followed, kernel }: RoutingChoice): NewEventOf<'RouteChosen'> => ({
  type: 'RouteChosen',
  turn,
  data: {
    followed: [...followed.values()],
    dropped: [...dropped],
    attended: [...attention.keys()],
    attention: [...attention.values()],
    ...(kernel === undefined ? {} : { kernel: [kernel.SEQ, kernel.SIM, kernel.CAUSE].map(nano) }),
  },
})

/** Returns a choice as a walk applies it. */
export const routedBy = (
  { attention, dropped, followed }: Pick<RoutingChoice, 'attention' | 'dropped' | 'followed'>,
  { drops, follow }: Pick<RoutingSettings, 'drops' | 'follow'>,
): Routed => ({ followed, dropped, attention, follow, drops })

/** Returns the choice that a log holds. `targetOf` finds the memory that a pointer leads to. */
export const recordedChoice = (
  { attended, attention, dropped, followed, kernel }: EventData<'RouteChosen'>,
  targetOf: (edge: number) => number,
): RoutingChoice => {
  const [SEQ = 0, SIM = 0, CAUSE = 0] = kernel ?? []
  return {
    ...noChoice,
    followed: new Map(followed.map((edge) => [targetOf(edge), edge])),
    dropped: new Set(dropped),
    attention: new Map(attended.map((node, i) => [node, attention[i] ?? 0])),
    kernel: kernel === undefined ? undefined : { SEQ: units(SEQ), SIM: units(SIM), CAUSE: units(CAUSE) },
  }
}
