/** The number of a brain in a file. The tables use it instead of the key of the brain; it has no meaning outside the file. */
import type { BrainKey } from '@crabtrail/core'
import { brainNumber, statement } from '../../statements/statement.ts'
import type { Connection } from '../file/connection.ts'

/**
 * Returns the number of a brain, or undefined. Numbers never change, so they are cached, except while the creation of the brain may still
 * be rolled back.
 */
export const numberOf = (connection: Connection, key: BrainKey): number | undefined => {
  const known = connection.brains.get(key)
  if (known !== undefined) return known
  const number = connection.get(brainStatements.number, { key })?.id
  if (number !== undefined && !connection.unsettled) connection.brains.set(key, number)
  return number
}

export const brainStatements = { number: statement<{ key: string }>()((p) => brainNumber(p('key'))) }
