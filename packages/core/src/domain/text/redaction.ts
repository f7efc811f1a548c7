/**
 * Takes secrets out of a text before it is stored: a log that is only appended to would keep them for good.
 *
 * Guarantees: linear time; redacting twice is redacting once; text without a secret comes back unchanged.
 */
import type { RedactionRule } from './redaction-rule.ts'
import { redactionRules } from './redaction-rules.ts'
import { tableSecrets } from './table-secrets.ts'

export interface Redaction {
  readonly text: string
  /** How many secrets of each kind went, by kind in code-unit order. */
  readonly redacted: ReadonlyArray<{ readonly kind: string; readonly count: number }>
}

/** One is nearly always enough; a rule may match what the first pass leaves beside a mark. */
const mostPasses = 4

/** Replaces every secret by `[redacted:kind]`. `furtherRules` come before the built-in ones. */
export const redact = (text: string, furtherRules: ReadonlyArray<RedactionRule> = []): Redaction => {
  const rules = [...furtherRules, ...redactionRules]
  const counts = new Map<string, number>()
  let current = text
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const spans = merge(findSpans(current, rules))
    if (spans.length === 0) break
    for (const { kind } of spans) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    current = replace(current, spans)
  }
  return { text: current, redacted: [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => (a.kind < b.kind ? -1 : 1)) }
}

interface Span {
  readonly start: number
  readonly end: number
  readonly kind: string
}

const mark = /\[redacted:[a-z0-9-]{1,40}\]/g

const findSpans = (text: string, rules: ReadonlyArray<RedactionRule>): ReadonlyArray<Span> => {
  const marks = [...text.matchAll(mark)].map((found) => ({ start: found.index, end: found.index + found[0].length }))
  return [...rules.flatMap((rule) => spansOf(rule, text, marks)), ...tableSecrets(text).map((span) => ({ ...span, kind: 'password' }))]
}

/**
 * A match that touches an earlier mark is none: the mark stands for characters that were judged already.
 *
 * With a group the search goes on right behind the match's first character, since the part outside the group stays in the text.
 */
const spansOf = (
  { kind, pattern, accepts }: RedactionRule,
  text: string,
  marks: ReadonlyArray<{ readonly start: number; readonly end: number }>,
): ReadonlyArray<Span> => {
  const spans: Array<Span> = []
  const search = new RegExp(pattern.source, pattern.hasIndices ? pattern.flags : `${pattern.flags}d`)
  let nextMark = 0
  for (let found = search.exec(text); found !== null; found = search.exec(text)) {
    const [start, end] = found.indices?.groups?.['secret'] ?? found.indices?.[0] ?? [found.index, found.index]
    if (found.groups !== undefined || end === found.index) search.lastIndex = found.index + 1
    while ((marks[nextMark]?.end ?? Number.POSITIVE_INFINITY) < found.index) nextMark += 1
    const touched = (marks[nextMark]?.start ?? Number.POSITIVE_INFINITY) < found.index + found[0].length
    if (end > start && !touched && (accepts === undefined || accepts(text.slice(start, end)))) spans.push({ start, end, kind })
  }
  return spans
}

/** Overlapping secrets go as one, under the kind of the first. */
const merge = (spans: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  const merged: Array<Span> = []
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last === undefined || span.start >= last.end) merged.push(span)
    else if (span.end > last.end) merged[merged.length - 1] = { ...last, end: span.end }
  }
  return merged
}

const replace = (text: string, spans: ReadonlyArray<Span>): string => {
  const pieces: Array<string> = []
  let at = 0
  for (const { start, end, kind } of spans) {
    pieces.push(text.slice(at, start), `[redacted:${kind}]`)
    at = end
  }
  pieces.push(text.slice(at))
  return pieces.join('')
}
