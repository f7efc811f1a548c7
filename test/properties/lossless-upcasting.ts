/** Checks that an old form of an event loses nothing: upcast(downgrade(e)) must say what e says, and leave its argument unchanged. */

import { canonicalJson } from '@crabtrail/core'
import * as Result from 'effect/Result'
import type { StoredEvent } from '../../packages/core/src/domain/events/codec/commit-body.ts'
import { type Upcaster, upcasterChain } from '../../packages/core/src/domain/events/codec/event-codec.ts'
import { sealed } from './sealed.ts'

/** Another way back for every step: from the newer data to how the older version would have written it. */
export interface ReversibleStep extends Upcaster {
  readonly down: (data: StoredEvent['data']) => StoredEvent['data']
}

/** Empty when every older spelling of `event`, which is of the newest version, is read as `event`. */
export const upcastComplaints = (steps: ReadonlyArray<ReversibleStep>, event: StoredEvent): ReadonlyArray<string> => {
  const chain = upcasterChain(new Map([[event.type, event.version]]), steps)
  const complaints: Array<string> = []
  let data = event.data
  for (let version = event.version - 1; version >= 1; version--) {
    data = steps.find((step) => step.type === event.type && step.from === version)?.down(data) ?? data
    const old = sealed({ ...event, version, data: structuredClone(data) }).value
    const read = chain(old)
    if (Result.isFailure(read)) complaints.push(`version ${version} cannot be read`)
    else if (canonicalJson(read.success) !== canonicalJson(event))
      complaints.push(`version ${version} is read as ${canonicalJson(read.success.data)}`)
  }
  return complaints
}
