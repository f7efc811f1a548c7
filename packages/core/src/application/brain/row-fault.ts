/** Finds what is wrong with a commit in the chain of a log. */
import type { Position } from '../../domain/identity.ts'
import type { Cryptography } from '../ports/cryptography.ts'
import type { CommitRow } from '../ports/event-store.ts'
import { commitHash } from './commit-row.ts'
import type { RowFault } from './read-row.ts'

/** The end of the log before a commit. */
export interface ChainEnd {
  readonly last: Position
  /** Hash of the commit there; `''` before the first. */
  readonly hash: string
  /** Its time in milliseconds UTC; 0 before the first, or where it is not known. */
  readonly at: number
}

/** A fault of a row: of its place in the chain, or of the positions. */
export interface ChainFault extends RowFault {
  readonly check: 'chain' | 'positions'
}

/** Returns undefined for a commit that continues the log: its positions, the hash of the commit before it, its own hash and its time. */
export const rowFault = (crypto: Cryptography['Service'], row: CommitRow, before: ChainEnd): ChainFault | undefined => {
  const next = before.last + 1
  if (row.first !== next)
    return { check: 'positions', position: next, problem: `the log goes on at ${row.first} where ${next} is next: commits are missing` }
  if (row.prev !== before.hash)
    return {
      check: 'chain',
      position: row.first,
      problem: 'its hash of the commit before is another: a commit was changed, dropped or reordered',
    }
  if (commitHash(crypto, row) !== row.hash)
    return {
      check: 'chain',
      position: row.first,
      problem: `the commit of positions ${row.first} to ${row.first + row.count - 1} is not what its hash says: it was changed`,
    }
  return row.at < before.at
    ? { check: 'chain', position: row.first, problem: 'its time is before that of the commit before it' }
    : undefined
}
