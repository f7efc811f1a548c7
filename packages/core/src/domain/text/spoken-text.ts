/** What somebody said, without what the host wrapped around it and without what we put before it ourselves. */

export const spokenText = (prompt: string): string => withoutEnvelopes(withoutOwnContext(prompt)).trim().replace(timestamp, '').trim()

/** The fence of the context that the memory gives to a model; its content cannot close it. */
const opening = '<crabtrail-memory>'
const closing = '</crabtrail-memory>'

/** Without what the memory put before a model, wherever it stands. */
export const withoutOwnContext = (text: string): string => {
  let [kept, from] = ['', 0]
  for (;;) {
    const start = text.indexOf(opening, from)
    const end = start === -1 ? -1 : text.indexOf(closing, start)
    if (end === -1) return kept + text.slice(from)
    kept += text.slice(from, start)
    from = end + closing.length
  }
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
