/** The record of a snapshot, from a row of either database. */
import type { SnapshotRecord } from '@crabtrail/core'

/** Returns undefined for a row that this program does not write. A damaged cache counts as no cache. */
export const snapshotOf = ({
  blocks,
  ...row
}: Omit<SnapshotRecord, 'blocks'> & { readonly blocks: string }): SnapshotRecord | undefined => {
  try {
    const named: unknown = JSON.parse(blocks)
    if (!Array.isArray(named) || !named.every(isNamed)) return undefined
    return { ...row, blocks: named.map(([name, digest]) => ({ name, digest })) }
  } catch {
    return undefined
  }
}

const isNamed = (value: unknown): value is readonly [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')
