/** Cuts texts into requests that a server takes. */
import { countTokens } from '@crabtrail/core'

export interface BatchLimits {
  /** Texts of one request: 1 and up. */
  readonly texts: number
  /** Tokens of one request, as the core estimates them. A text that is longer by itself goes alone. */
  readonly tokens: number
}

/** In order, nothing left out, none empty. */
export const batches = (texts: ReadonlyArray<string>, limits: BatchLimits): ReadonlyArray<ReadonlyArray<string>> => {
  const cut: Array<Array<string>> = []
  let tokens = 0
  for (const text of texts) {
    const more = countTokens(text)
    const last = cut.at(-1)
    if (last === undefined || last.length === limits.texts || tokens + more > limits.tokens) {
      cut.push([text])
      tokens = more
    } else {
      last.push(text)
      tokens += more
    }
  }
  return cut
}
