/** `complete`: ends a turn that no host ended. */
import { type Answer, InvalidRequest, type MemoryHere, NotFound, type Request } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { exits } from '../../failures.ts'
import { openMemory } from '../../memory.ts'
import { report } from '../../render/output.ts'
import { indented, type Page } from '../../render/page.ts'
import { ending } from '../../render/parts.ts'
import { asking, given } from '../command.ts'

export const complete = asking('complete', ['outcome', 'reply', 'session', 'key'], {
  summary: 'say how a turn ended, with which tools, and what was replied',
  details: [
    'A reply is searched for memories that it used, which then count as used at the agent’s tier, and is not kept.',
    'A turn ends once. One that failed can be ended again, after it was tried again.',
  ],
  flags: {
    turn: { value: 'TURN', help: 'the turn: t17, 17 or newest; else the newest of the session' },
    tool: { value: 'TOOL', many: true, help: 'a tool that was called: NAME, NAME:CALLS or NAME:CALLS:FAILURES' },
    'duration-ms': { value: 'MS', number: 'whole', help: 'how long the turn took, in milliseconds; else 0' },
  },
  example: 'crabtrail complete --outcome success --tool bash:3:1',
  access: 'write',
})(
  Effect.fn('complete')(function* ({ flags: { 'duration-ms': durationMs = 0, tool = [], turn }, request }) {
    const tools = yield* Effect.forEach(tool, calledTool)
    const memory = yield* openMemory
    const ended = turn === undefined || turn === 'newest' ? yield* newestTurn(memory, request) : turn
    const answer = yield* memory.complete({
      ...request,
      turn: ended,
      durationMs,
      ...given({ tools: tools.length === 0 ? undefined : tools }),
    })
    yield* report(answer, completed)
    return exits.done
  }),
)

const newestTurn = Effect.fnUntraced(function* (
  memory: MemoryHere,
  { brain, session = 'cli' }: Pick<Request.CompleteRequest, 'brain' | 'session'>,
) {
  const { events } = yield* memory.log({ ...given({ brain }), type: 'TurnStarted', session, limit: 1 })
  const turn = events.at(-1)?.turn
  if (turn !== undefined && turn !== null) return turn
  return yield* new NotFound({
    what: 'turn',
    name: 'newest',
    hint: `nothing was recalled in the session ${session} yet; name a turn, or its session`,
  })
})

/** Reads NAME:CALLS:FAILURES. A name may have colons of its own. */
const calledTool = Effect.fnUntraced(function* (text: string) {
  const [, name = '', calls = '1', failures = '0'] = /^([^:].*?)(?::(\d+))?(?::(\d+))?$/.exec(text) ?? []
  if (name === '')
    return yield* new InvalidRequest({ field: 'tool', problem: `${JSON.stringify(text)} is no tool; write NAME:CALLS:FAILURES` })
  return { name, calls: Number(calls), failures: Number(failures) }
})

const completed = (answer: Answer.CompleteAnswer, page: Page): ReadonlyArray<string> => [
  answer.before === undefined
    ? `${answer.turn} ended${ending(answer, page)}`
    : `${answer.turn} had ended before: nothing is recorded${ending(answer, page)}`,
  ...indented(answer.used.length === 0 ? [] : [`used: ${answer.used.join(', ')}`]),
]
