/** Thrown for rows that no Crabtrail of this format writes: the file was damaged or changed by hand. */
export class Damage extends Error {
  override readonly name = 'Damage'
}

/** Returns what `look` says of rows; false if they are damaged. */
export const withoutDamage = (look: () => boolean): boolean => {
  try {
    return look()
  } catch (cause) {
    if (!(cause instanceof Damage)) throw cause
    return false
  }
}
