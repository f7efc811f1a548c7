/** A named part of a snapshot: columns of numbers as bytes, everything else as text. A store keeps equal data once for all snapshots. */
export interface SnapshotBlock {
  readonly name: string
  readonly data: string | Uint8Array
}
