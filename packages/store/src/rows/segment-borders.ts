/** Rule of stored segments that holds in every store: where one may lie beside the others. */
import type { SegmentRecord } from '@crabtrail/core'

type Borders = Pick<SegmentRecord, 'first' | 'last'>

/**
 * True if a segment can be written beside the known ones, which are in their order. It begins where one begins or just behind the last, and takes
 * the place of whole ones.
 */
export const fitsSegments = (known: ReadonlyArray<Borders>, { first, last }: Borders): boolean =>
  (known.some((one) => one.first === first) || first === (known.at(-1)?.last ?? 0) + 1) &&
  !known.some((one) => one.first <= last && one.last > last)
