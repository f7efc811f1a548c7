/** Something in the tables that no program of ours of this format writes: the file was damaged, or changed by hand. */
export class Damage extends Error {
  override readonly name = 'Damage'
}
