/** Takes secrets out of every text before anything is stored: an append-only log would keep them for good. */
import * as Context from 'effect/Context'

export class Redactor extends Context.Service<
  Redactor,
  {
    /** Pure and idempotent: the text without secrets, and how many of each kind were taken out. */
    readonly redact: (text: string) => {
      readonly text: string
      readonly redacted: ReadonlyArray<{ readonly kind: string; readonly count: number }>
    }
  }
>()('@crabtrail/core/Redactor') {}
