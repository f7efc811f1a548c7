import { CopyRefused } from '@crabtrail/store/sqlite'
import { FileRefused } from '../failures.ts'

/** A copy that has no place to lie in is a file that cannot be written. */
export const refusedCopy = <E>(error: E | CopyRefused): Exclude<E, CopyRefused> | FileRefused =>
  error instanceof CopyRefused ? new FileRefused({ path: error.place, problem: error.problem }) : (error as Exclude<E, CopyRefused>)
