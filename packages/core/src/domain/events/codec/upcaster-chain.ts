/**
 * Brings stored events of older versions to the newest version of their type, one step for each version.
 *
 * `upcasterChain` refuses a chain with a gap, a fork or a step to a version that does not exist.
 */
import * as Result from 'effect/Result'
import type { StoredEvent } from './commit-body.ts'

/** One step: brings the `data` of `type` from version `from` to the next version. One event becomes exactly one event. */
export interface Upcaster {
  readonly type: string
  readonly from: number
  readonly why: string
  readonly up: (data: StoredEvent['data']) => StoredEvent['data']
}

/** An event that this version does not know: it was written by a newer version or by another program. */
export interface UnknownEvent {
  readonly _tag: 'UnknownEvent'
  readonly type: string
  readonly version: number
  /** The newest version of that type known here. Absent where the type is unknown. */
  readonly known?: number
}

export type UpcasterChain = (event: StoredEvent) => Result.Result<StoredEvent, UnknownEvent>

/** Builds the chain. Throws at load time where a stored version could not reach the current one: an error of our own code. */
export const upcasterChain = (current: ReadonlyMap<string, number>, steps: ReadonlyArray<Upcaster>): UpcasterChain => {
  const byStep = new Map<string, Upcaster>()
  for (const step of steps) {
    const key = `${step.type} ${step.from}`
    if (byStep.has(key)) throw new Error(`two upcasters leave ${step.type} version ${step.from}`)
    if (step.from >= (current.get(step.type) ?? 0)) throw new Error(`the upcaster from ${step.type} version ${step.from} leads nowhere`)
    byStep.set(key, step)
  }
  for (const [type, version] of current) {
    for (let from = 1; from < version; from++) {
      if (!byStep.has(`${type} ${from}`)) throw new Error(`no upcaster leaves ${type} version ${from}`)
    }
  }
  return (event) => {
    const known = current.get(event.type)
    if (known === event.version) return Result.succeed(event)
    if (known === undefined) return Result.fail({ _tag: 'UnknownEvent', type: event.type, version: event.version })
    if (event.version > known || event.version < 1 || !Number.isInteger(event.version)) {
      return Result.fail({ _tag: 'UnknownEvent', type: event.type, version: event.version, known })
    }
    let data = event.data
    for (let from = event.version; from < known; from++) data = byStep.get(`${event.type} ${from}`)?.up(data) ?? data
    return Result.succeed({ ...event, version: known, data })
  }
}
