/** A brain's number in this store, which the tables use instead of its key. It says nothing outside the file. */
import type { BrainKey, StoreUnavailable } from '@crabtrail/core'
import type { Connection } from './sqlite/connection.ts'
import { unavailable } from './sqlite/failure.ts'
import { brainNumber, statement } from './statement.ts'

/** Given once and for good, so it is looked up once; not while the brain may be taken back yet. */
export const numberOf = (connection: Connection, key: BrainKey): number | undefined => {
  const known = numbers.get(connection)?.get(key)
  if (known !== undefined) return known
  const number = connection.get(brainStatements.number, { key })?.id
  if (number !== undefined && !connection.unsettled) remember(connection, key, number)
  return number
}

const numbers = new WeakMap<Connection, Map<BrainKey, number>>()

const remember = (connection: Connection, key: BrainKey, number: number): void => {
  const known = numbers.get(connection) ?? new Map<BrainKey, number>()
  numbers.set(connection, known.set(key, number))
}

export const missingBrain = (place: string, brain: BrainKey): StoreUnavailable =>
  unavailable(place, 'not-found', `there is no brain ${brain} in it: create it first`)

export const brainStatements = { number: statement<{ key: string }>()((p) => brainNumber(p('key'))) }
