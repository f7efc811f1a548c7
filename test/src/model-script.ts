/** Answers of a scripted model: a function of the request, without memory of its own. */
import { type ChatRequest, roundsBefore } from './chat-request.ts'

export interface ToolCall {
  readonly name: string
  readonly arguments: object
  /** Fixed id, if requests must be the same in two runs. Absent: made of the numbers of the request and of the call. */
  readonly id?: string
}

export interface Calls {
  readonly calls: ReadonlyArray<ToolCall>
}

/** A status of 500 and above is tried again by the host for a minute and a half. */
export interface Failure {
  readonly status: number
  readonly message: string
}

export type Answer = string | Calls | Failure

/** A script that answers with a promise is a slow model: as slow as the test wants. */
export type Script = (request: ChatRequest) => Answer | Promise<Answer>

/** The way a model reaches a tool whose schema the host keeps back, as it does with the tools of plugins and with memory_search. */
export const deferred = (id: string, args: object): ToolCall => ({ name: 'tool_call', arguments: { id, args } })

export const calling = (...calls: ReadonlyArray<ToolCall>): Calls => ({ calls })

/** One answer after another within a turn, the last one for good: `inTurn(calling(…), 'Done')`. */
export const inTurn =
  (...answers: readonly [Answer, ...ReadonlyArray<Answer>]): Script =>
  (request) =>
    answers[Math.min(roundsBefore(request), answers.length - 1)] ?? answers[0]
