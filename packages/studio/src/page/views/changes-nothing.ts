/** Which switches would change nothing, by the answers of dry runs. A dry run derives a part of the log again, so few are asked for. */

import type { RequestOf } from '@crabtrail/core'
import { answerTo, knownAnswer } from '../state/ask.ts'
import { head } from '../state/brain.ts'
import { at } from '../state/route.ts'
import type { Off } from './taken-out.tsx'

export const selectionOf = ({ kind, name }: Off): Pick<RequestOf<'unlearn'>, 'ofSession' | 'ofFeedback'> =>
  kind === 'session' ? { ofSession: name } : { ofFeedback: name }

export const dryRunOf = (off: Off): RequestOf<'unlearn'> => ({ ...selectionOf(off), dryRun: true })

/** The end of the log as an answer about now is asked with it. */
export const headAsked = (): number | undefined => (at.value === undefined ? head.value : undefined)

/** True if a dry run told that this would change nothing. It is asked for only where it is shown anyway. */
export const isIdle = (off: Off, isShown: boolean): boolean => {
  const told = (isShown ? answerTo : knownAnswer)('unlearn', dryRunOf(off), headAsked())?.value
  return told?.state === 'told' && told.answer.idle === true
}

/** Dry runs that a list asks for at most. Of a longer one only those are known that were asked for before. */
const askedMost = 12

/**
 * Returns the names of those that would change nothing, as it was when the list was opened: they are not asked about with every turn. The dry runs are
 * asked for one after the other, so that others are answered in between.
 */
export const idleAmong = (
  all: ReadonlyArray<Off>,
  opened: number | undefined,
): { readonly idle: ReadonlySet<string>; readonly isWaiting: boolean } => {
  const idle = new Set<string>()
  const mayAsk = all.length <= askedMost
  for (const off of all) {
    const told = (mayAsk ? answerTo : knownAnswer)('unlearn', dryRunOf(off), opened)?.value
    if (told?.state === 'told' && told.answer.idle === true) idle.add(off.name)
    if (mayAsk && told?.state === 'waiting') return { idle, isWaiting: true }
  }
  return { idle, isWaiting: false }
}
