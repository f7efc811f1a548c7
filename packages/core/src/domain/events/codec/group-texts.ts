/**
 * Finds where the groups of a commit body stand in its text, so that those that nobody wants need not be parsed: three quarters of the text of a
 * recall are the edges that it skipped.
 */

/** One group of a body: its whole text, and what it says of itself without its columns. Both are JSON. */
export interface GroupText {
  readonly whole: string
  readonly head: string
}

export interface BodyTexts {
  readonly groups: ReadonlyArray<GroupText>
  readonly order: string
}

const [opening, columns, order] = ['{"groups":[', '{"columns":{', '],"order":'] as const

/** Returns undefined where a text is not written as `packBody` writes a body. What it returns is still to be parsed, and may be no JSON. */
export const textsOf = (body: string): BodyTexts | undefined => {
  if (!body.startsWith(opening) || !body.endsWith('}')) return undefined
  const groups: Array<GroupText> = []
  for (let at = opening.length; ; at++) {
    const end = body.startsWith(columns, at) ? closingOf(body, at + columns.length - 1) : undefined
    if (end === undefined || body[end + 1] !== ',') return undefined
    // What a group says of itself behind its columns has no braces of its own.
    const last = body.indexOf('}', end + 1)
    if (last === -1) return undefined
    groups.push({ whole: body.slice(at, last + 1), head: `{${body.slice(end + 2, last + 1)}` })
    at = last + 1
    if (body[at] === ',') continue
    return body.startsWith(order, at) ? { groups, order: body.slice(at + order.length, -1) } : undefined
  }
}

/** Returns where what opens at a place closes. Brackets within texts do not count. */
const closingOf = (body: string, at: number): number | undefined => {
  const mark = /["{}[\]]/g
  mark.lastIndex = at
  for (let depth = 0; mark.test(body); ) {
    const place = mark.lastIndex - 1
    const found = body[place]
    if (found === '"') {
      const end = quoteBehind(body, place + 1)
      if (end === -1) return undefined
      mark.lastIndex = end + 1
      continue
    }
    depth += found === '{' || found === '[' ? 1 : -1
    if (depth === 0) return place
  }
  return undefined
}

/** Returns where the text that begins at a place ends: at a quote with an even number of backslashes before it. */
const quoteBehind = (body: string, from: number): number => {
  for (let end = body.indexOf('"', from); end !== -1; end = body.indexOf('"', end + 1)) {
    let backslashes = 0
    while (body[end - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return end
  }
  return -1
}
