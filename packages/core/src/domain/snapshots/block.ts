/** A named part of a snapshot: numbers as bytes, everything else as text. Equal data is kept once, whichever snapshots have it. */
export interface SnapshotBlock {
  readonly name: string
  readonly data: string | Uint8Array
}
