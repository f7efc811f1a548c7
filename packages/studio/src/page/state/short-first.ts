/**
 * Sends what a view asks for at once in a good order. The memory answers one request after the other: a short one behind a long one waits for all of
 * it, and a long one behind a short one hardly waits.
 */

import type { OperationName } from '@crabtrail/core'

/**
 * Operations that restore no past state, which is most of the time of the others. `sessions` and `tags` do it only where they are asked about a past
 * position, which the page does not ask them.
 */
const short: ReadonlySet<OperationName> = new Set(['log', 'sessions', 'tags', 'turns'])

interface Asked {
  readonly isShort: boolean
  readonly send: () => void
}

let asked: Array<Asked> = []

/** Resolves when a request is to be sent: once all that is being drawn has asked, the short ones before the long ones. */
export const whenToSend = (name: OperationName): Promise<void> =>
  new Promise((send) => {
    if (asked.length === 0) queueMicrotask(sendAll)
    asked.push({ isShort: short.has(name), send })
  })

const sendAll = (): void => {
  const all = asked
  asked = []
  for (const isShort of [true, false]) for (const one of all) if (one.isShort === isShort) one.send()
}
