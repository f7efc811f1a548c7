/** Extracts the words of the speaker from a prompt: removes the envelopes of the host and the contexts of this memory. */
import { dayOfIso } from '../days/calendar.ts'
import { withoutContexts } from './context-fence.ts'

export const spokenText = (prompt: string): string => messageIn(prompt).replace(timestamp, '').trim()

/** Returns the form in which questions that differ in case, spaces or the envelope of a host are one. */
export const askedForm = (question: string): string => spokenText(question).toLowerCase().replace(/\s+/g, ' ').trim()

/** Returns the day of the time stamp before a message, as in 2026-11-20; undefined where it has none. */
export const spokenDay = (prompt: string): string | undefined => {
  const [, day = ''] = timestamp.exec(messageIn(prompt)) ?? []
  return (dayOfIso(day) ?? -1) < 0 ? undefined : day
}

const messageIn = (prompt: string): string => withoutEnvelopes(withoutContexts(prompt, 'text')).trim()

/** The host ends each of its headers with this mark. Until July 2026 it ended them with words, and a block of JSON followed. */
const mark = '⟦openclaw:ctx⟧'
const formerMark = /\(untrusted (?:metadata|context)[^()\n]*\):$/
/** Everything after this header is from the host. */
const lastHeader = `Context: ${mark}`
/** Time stamp before a message: `[Fri 2026-11-20 14:31 UTC] `. */
const timestamp = /^\[[A-Za-z]{3} (\d{4}-\d{2}-\d{2}) \d{2}:\d{2}[^\]\n]{0,40}\] */

const withoutEnvelopes = (text: string): string => {
  if (!text.includes(mark) && !text.includes('(untrusted ')) return text
  const lines = text.split('\n')
  const kept: string[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = (lines[index] ?? '').trim()
    if (line === lastHeader) break
    const isHeader = line.endsWith(mark) || (formerMark.test(line) && lines[index + 1]?.trim() === '```json')
    if (isHeader) index = endOfBlock(lines, index + 1)
    else kept.push(lines[index] ?? '')
  }
  return kept.join('\n')
}

/** Returns the index of the last line of the block under a header: fenced JSON, or all lines up to an empty one. */
const endOfBlock = (lines: ReadonlyArray<string>, first: number): number => {
  const fenced = lines[first]?.trim() === '```json'
  const ends = (line: string) => line.trim() === (fenced ? '```' : '')
  const found = lines.findIndex((line, index) => index >= first + (fenced ? 1 : 0) && ends(line))
  return found === -1 ? lines.length : found
}
