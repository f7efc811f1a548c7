/** What a command has around it: of the process that runs it, or of a caller that gives it others. */
import type { Streams } from './render/output.ts'

export interface Surroundings extends Streams {
  readonly env: NodeJS.ProcessEnv
  /** Where the store lies that is used when none is named. */
  readonly home: string
  /** The folder that it was called in: relative names of files begin here, and it is the process's own. */
  readonly folder: string
}
