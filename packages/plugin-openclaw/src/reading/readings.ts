/** The state that all copies of the plugin in a process share about texts that agents have read. */
import type { HeardPrompt } from '../signals.ts'
import type { Reading } from './reading.ts'

export interface Readings {
  /** By brain. */
  readonly brains: Map<string, Reading>
  /** Messages to runs whose sender is not known yet, by the key of the run. */
  readonly unheard: Map<string, HeardPrompt>
  /** The loading of the readings of an earlier process; begun once. */
  loaded: Promise<void> | undefined
  /** One after the other, so that the file says at last what was known last. */
  written: Promise<void>
}

export const noReadings = (): Readings => ({ brains: new Map(), unheard: new Map(), loaded: undefined, written: Promise.resolve() })
