/** One step from a layout to the next. Steps only add, so that an older program which still fits goes on. */
import type { Compilable } from 'kysely'

export interface Migration {
  /** The format after this step. */
  readonly format: number
  /** The lowest format whose programs can still read and write the result. */
  readonly minReader: number
  /** The first Crabtrail that can: what a program that cannot tells its user to install. */
  readonly needs: string
  readonly statements: ReadonlyArray<Compilable>
}
