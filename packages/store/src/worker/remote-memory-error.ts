/** A memory's refusal as the host's thread sees it: the tag and the facts of the error that the worker met. */
import type { WireError } from './protocol.ts'

export class RemoteMemoryError extends Error {
  override readonly name = 'RemoteMemoryError'
  /** `StoreUnavailable`, `NotFound` and so on; `WorkerGone`, `WorkerBusy`, `DeadlinePassed` for the thread itself. */
  readonly tag: string
  readonly facts: Readonly<Record<string, unknown>>

  constructor({ tag, message, facts }: WireError) {
    super(message)
    this.tag = tag
    this.facts = facts
  }

  /** Told by its name: one worker serves several copies of this module, and what it rejects with was made by the copy that opened it. */
  static override [Symbol.hasInstance](value: unknown): value is RemoteMemoryError {
    return value instanceof Error && value.name === 'RemoteMemoryError' && 'tag' in value && 'facts' in value
  }
}

/** Whether the same request may succeed later: the store or its thread was out of reach, and the request itself is fine. */
export const isOutOfReach = (error: WireError): boolean =>
  ['StoreUnavailable', 'WrongExpectedPosition', 'WorkerGone', 'WorkerBusy'].includes(error.tag)
