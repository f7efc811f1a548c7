/** What somebody said, without what the host wrapped around it and without what we put before it ourselves. */
import { fencesIn } from './context-fence.ts'

export const spokenText = (prompt: string): string => withoutEnvelopes(withoutOwnContext(prompt)).trim().replace(timestamp, '').trim()

/** Without what the memory put before a model, wherever it stands. A fence that is never closed is none. */
export const withoutOwnContext = (text: string): string => {
  let [kept, from] = ['', 0]
  for (const { end, start } of fencesIn(text)) {
    if (end === undefined) break
    kept += text.slice(from, start)
    from = end
  }
  return kept + text.slice(from)
}

/** The host ends every header of its own with this mark. */
const mark = '⟦openclaw:ctx⟧'
/** Behind this header everything is the host's. */
const lastHeader = `Context: ${mark}`
/** `[Fri 2026-11-20 14:31 UTC] ` before a message. */
const timestamp = /^\[[A-Za-z]{3} \d{4}-\d{2}-\d{2} \d{2}:\d{2}[^\]\n]{0,40}\] */

const withoutEnvelopes = (text: string): string => {
  if (!text.includes(mark)) return text
  const lines = text.split('\n')
  const kept: string[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = (lines[index] ?? '').trim()
    if (line === lastHeader) break
    if (line.endsWith(mark)) index = endOfBlock(lines, index + 1)
    else kept.push(lines[index] ?? '')
  }
  return kept.join('\n')
}

/** The last line of what a header heads: fenced JSON, or everything up to an empty line. */
const endOfBlock = (lines: ReadonlyArray<string>, first: number): number => {
  const fenced = lines[first]?.trim() === '```json'
  const ends = (line: string) => line.trim() === (fenced ? '```' : '')
  const found = lines.findIndex((line, index) => index >= first + (fenced ? 1 : 0) && ends(line))
  return found === -1 ? lines.length : found
}
