/** Thrown for rows that no Crabtrail of this format writes: the file was damaged or changed by hand. */
export class Damage extends Error {
  override readonly name = 'Damage'
}
