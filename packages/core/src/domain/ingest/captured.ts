/**
 * Chooses what is kept of a turn of a conversation, where its owner wants turns to be kept: what was said, without questions, what is too short
 * to be understood later, and what repeats the memories that the turn was given.
 *
 * A captured memory is on probation and dies when nothing uses it.
 */

import { cjkClass } from '@crabtrail/text/languages/languages'
import { normalise, utf8Length } from '@crabtrail/text/languages/unicode'
import { spelledWords } from '@crabtrail/text/words/names'
import { noteSentences } from '@crabtrail/text/words/sentences'
import type { NewEvent } from '../events/brain-event.ts'
import type { Origin } from '../graph.ts'
import type { ContentRef, NodeNumber, TurnNumber } from '../identity.ts'

/** A text of a turn that is to be kept. */
export interface CapturedText {
  readonly id: ContentRef
  readonly text: ContentRef
  readonly origin: Extract<Origin, 'owner' | 'agent' | 'untrusted'>
  /** The day on which it was said, in days since 1970-01-01. */
  readonly day: number
  /** The memory of this text, which died of disuse. Undefined where there never was one. */
  readonly known: NodeNumber | undefined
}

const questionMark = /[?？؟]["'”’»)\]]*$/u
const fenced = /^\s*(?:```|~~~)/

/** Returns what of a text is worth keeping, at most `bytes` of UTF-8 in whole sentences; undefined for nothing. */
export const capturedText = (text: string, given: ReadonlyArray<string>, bytes: number): string | undefined => {
  const known = given.map((one) => ` ${normalise(one)} `)
  const isNew = (sentence: string) => !known.some((one) => one.includes(` ${normalise(sentence)} `))
  const kept: Array<string> = []
  let left = bytes
  for (const { text: said } of noteSentences(text)) {
    const sentence = said.trim()
    if (questionMark.test(sentence) || fenced.test(sentence) || !isTelling(sentence) || !isNew(sentence)) continue
    left -= utf8Length(sentence) + 1
    if (left < 0) break
    kept.push(sentence)
  }
  return kept.length === 0 ? undefined : kept.join('\n')
}

/** Words, or characters of a script without spaces, of a sentence that is understood without what was said before. */
const [wordsLeast, charactersLeast] = [5, 8]
const cjk = new RegExp(cjkClass, 'gv')

const isTelling = (sentence: string): boolean =>
  spelledWords(sentence).length >= wordsLeast || (sentence.match(cjk)?.length ?? 0) >= charactersLeast

/** Returns the events that keep what was captured of a turn. `nodesBefore`: the number of nodes so far, with those of the same commit. */
export const captureOf = (turn: TurnNumber, captured: ReadonlyArray<CapturedText>, nodesBefore: NodeNumber): ReadonlyArray<NewEvent> =>
  captured.map(({ day, id, known, origin, text }, i): NewEvent => {
    if (known !== undefined) return { type: 'NodeRestored', turn, data: { node: known, state: 'probation' } }
    const before = captured.slice(0, i).filter((one) => one.known === undefined).length
    const data = { node: nodesBefore + before + 1, id, text, day, nodeType: 'fact', state: 'probation', how: 'captured' } as const
    return { type: 'NodeAdded', turn, origin, data }
  })
