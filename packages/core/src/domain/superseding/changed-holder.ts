/**
 * Decides what a changed text does to the memories that gave way to it: where it no longer states what is true now, nothing takes their place.
 *
 * They do not become true again by that: a file that loses a line says nothing about what the line was about. What was said outright is decided
 * by the texts that say it (`superseded-outright.ts`).
 */

import { noteSentences } from '@crabtrail/text/words/sentences'
import { terms } from '@crabtrail/text/words/tokenise'
import type { NewEvent } from '../events/brain-event.ts'
import type { Supersession } from '../graph.ts'
import type { KnownPassage } from './known-passage.ts'
import { statesLabel } from './same-label.ts'
import { supersededEvent } from './superseded-event.ts'

/** A memory with the record that it gave way to a text. */
export interface HeldPassage {
  readonly older: KnownPassage
  readonly record: Supersession
}

/** A memory whose text changed. */
export interface ChangedHolder extends KnownPassage {
  /** Its text before. */
  readonly former: string
  /** The memories that gave way to it. */
  readonly held: ReadonlyArray<HeldPassage>
}

/** Returns the records that change: those whose holder states it no longer, and those whose holder states it again. */
export const heldAnew = (holder: ChangedHolder): ReadonlyArray<NewEvent> =>
  holder.held.flatMap(({ older, record }) => {
    if (record.rule === 'front-matter' || record.rule === 'statement') return []
    const states = statesStill(holder, older, record)
    if (states === (record.gone === undefined)) return []
    return [supersededEvent({ ...record, node: older.node }, { ...record, gone: states ? undefined : true })]
  })

const statesStill = ({ former, ...now }: ChangedHolder, older: KnownPassage, { gone, rule, says }: Supersession): boolean => {
  // A changed note is judged anew: until then its words count where they stood.
  if (says !== undefined) return gone === undefined && now.text.slice(...says) === former.slice(...says)
  if (statesLabel(older, now)) return true
  if (rule === 'same-label' || gone !== undefined) return false
  return now.text.includes(older.text) || remains(former, now.text)
}

/** The least share of the words of a text that another has, for it to state the same with other values. */
const shareLeast = 0.5

/** True where a sentence of a text, or at least half of its words, is in another one. */
const remains = (former: string, now: string): boolean => {
  const kept = new Set(noteSentences(now).map(({ text }) => text))
  if (noteSentences(former).some(({ text }) => kept.has(text))) return true
  const [before, words] = [new Set(terms(former)), new Set(terms(now))]
  return [...before].filter((word) => words.has(word)).length >= shareLeast * before.size
}
