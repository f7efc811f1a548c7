/** Where the elements of a JSON list stand in its text: so that one that is broken does not take the others with it. */
import { endOfString } from '../json-depth.ts'
import type { Span } from './tearing.ts'

/** The elements of a list, or the whole text where it is none. Linear; trusts nothing: what is no JSON has elements that are none. */
export const elementsOf = (text: string): ReadonlyArray<Span> => {
  const whole = trimmed(text, { start: 0, end: text.length })
  if (whole.start >= whole.end) return []
  if (text[whole.start] !== '[') return [whole]
  const elements: Array<Span> = []
  const closed = text[whole.end - 1] === ']' ? whole.end - 1 : whole.end
  let start = whole.start + 1
  let depth = 0
  const marks = /["[\]{},]/g
  marks.lastIndex = start
  for (let found = marks.exec(text); found !== null && found.index < closed; found = marks.exec(text)) {
    const { index } = found
    if (found[0] === '"') marks.lastIndex = endOfString(text, index)
    else if (found[0] === '[' || found[0] === '{') depth++
    else if (found[0] === ']' || found[0] === '}') depth = Math.max(0, depth - 1)
    else if (depth === 0) {
      elements.push(trimmed(text, { start, end: index }))
      start = index + 1
    }
  }
  const last = trimmed(text, { start, end: closed })
  return elements.length === 0 && last.start >= last.end ? [] : [...elements, last]
}

const trimmed = (text: string, { end, start }: Span): Span => {
  const inside = text.slice(start, end)
  const from = start + inside.length - inside.trimStart().length
  return { start: Math.min(from, end), end: Math.max(Math.min(from, end), start + inside.trimEnd().length) }
}
