/** A brain's number in this store, which the tables use instead of its key. It says nothing outside the file. */
import type { BrainKey, StoreUnavailable } from '@crabtrail/core'
import type { Connection } from './sqlite/connection.ts'
import { unavailable } from './sqlite/failure.ts'
import { brainNumber, statement } from './statement.ts'

export const numberOf = (connection: Connection, key: BrainKey): number | undefined => connection.get(brainStatements.number, { key })?.id

export const missingBrain = (place: string, brain: BrainKey): StoreUnavailable =>
  unavailable(place, 'not-found', `there is no brain ${brain} in it: create it first`)

export const brainStatements = { number: statement<{ key: string }>()((p) => brainNumber(p('key'))) }
