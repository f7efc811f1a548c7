/** The surroundings of a call: streams, environment, folders, and the host whose part this command line is. */

import type { Streams } from './render/output.ts'

/** The surroundings of a call: those of the process, or those that a caller gives. */
export interface Surroundings extends Streams {
  readonly env: NodeJS.ProcessEnv
  readonly home: string
  /** The working folder of the process: relative names of files begin here. */
  readonly folder: string
  readonly host?: HostProgram
}

/** A program of a host that has this command line as a part. A call that names no store, brain or embedder means those of the host. */
export interface HostProgram {
  /** The words before the command: `openclaw crabtrail`. */
  readonly program: ReadonlyArray<string>
  /** Absolute path of the database file, or URL of the PostgreSQL database. */
  readonly store: string
  readonly agent: string
  /** The brain of an agent, with `{agent}` for its id. */
  readonly brain: string
  readonly embedder: string
  /** Language model in the form that `--model` takes. Absent: as the environment and the config file say. */
  readonly model?: string
}
