/** Number of a brain in this store file. The tables use it instead of the key of the brain; it has no meaning outside the file. */
import type { BrainKey, StoreUnavailable } from '@crabtrail/core'
import type { Connection } from './sqlite/connection.ts'
import { unavailable } from './sqlite/failure.ts'
import { brainNumber, statement } from './statement.ts'

/**
 * Returns the number of a brain, or undefined. Numbers never change, so they are cached, except while the creation of the brain may still
 * be rolled back.
 */
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
