/** What may stand behind a command, as the host's parser gives it. */

export interface Options {
  readonly json?: boolean
  readonly yes?: boolean
  readonly prune?: boolean
  readonly walks?: boolean
  readonly agent?: string
  readonly limit?: string
  readonly type?: string
  readonly turn?: string
  readonly session?: string
}
