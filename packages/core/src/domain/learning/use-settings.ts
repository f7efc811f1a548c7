/** How much it takes to say that an answer used a memory. */

export interface UseSettings {
  /** Words in a row that are compared. */
  readonly gram: number
  /** Fewer own stretches than this are chance. */
  readonly gramsLeast: number
  /** As many are enough, whatever the length of the item. */
  readonly gramsEnough: number
  /** Of the item's own stretches, with fewer than enough, or of its own identifiers. */
  readonly share: number
  /** Words among them, numbers aside, that the question does not have. */
  readonly newWords: number
  /** Characters of the shortest name or number that counts. */
  readonly identifier: number
  /** Items a turn. */
  readonly perTurn: number
}

export const balancedUse: UseSettings = { gram: 3, gramsLeast: 2, gramsEnough: 4, share: 0.15, newWords: 2, identifier: 5, perTurn: 3 }
