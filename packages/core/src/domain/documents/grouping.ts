/** Joins neighbouring bodies into passages of about the target length, and tears only what is too long to stay whole. */
import type { Body } from './blocks.ts'
import type { ChunkLimits } from './document.ts'
import { type Span, torn } from './tearing.ts'
import { utf8Length } from './utf8-length.ts'

/**
 * Groups the bodies between two headings or rules.
 *
 * Lists, tables and code stay whole up to `maxBytes`; prose longer than twice the target is torn. Groups are filled from
 * the front, so what is appended to a section changes its last passages alone.
 */
export const grouped = (text: string, bodies: ReadonlyArray<Body>, limits: ChunkLimits): ReadonlyArray<Span> => {
  const groups: Array<Group> = []
  let open = false
  for (const body of bodies) {
    const last = groups.at(-1)
    const bytes = utf8Length(text, body.start, body.end)
    if (isTooLong(body, bytes, limits)) {
      for (const piece of torn(text, body, grainOf(body, limits), limits)) groups.push(groupOf(text, piece))
      open = false
    } else if (open && last !== undefined && joins(text, last, body, bytes, limits)) {
      groups[groups.length - 1] = { ...last, end: body.end, bytes: last.bytes + utf8Length(text, last.end, body.start) + bytes, last: body }
    } else {
      groups.push({ start: body.start, end: body.end, bytes, last: body })
      open = true
    }
  }
  return withoutStub(text, groups, limits)
}

interface Group extends Span {
  readonly bytes: number
  /** The body it ends with, unless it is a torn piece. */
  readonly last: Body | undefined
}

const groupOf = (text: string, piece: Span): Group => ({ ...piece, bytes: utf8Length(text, piece.start, piece.end), last: undefined })

const isProse = (body: Body): boolean => body.kind === 'paragraph' || body.kind === 'quote'

const longest = (limits: ChunkLimits): number => 2 * limits.targetLength

/** Shorter than this, a passage says too little to stand alone. */
const stubLength = (limits: ChunkLimits): number => limits.targetLength / 6

const isTooLong = (body: Body, bytes: number, limits: ChunkLimits): boolean =>
  bytes > limits.maxBytes || (isProse(body) && body.end - body.start > longest(limits))

const grainOf = (body: Body, limits: ChunkLimits) => ({
  list: body.kind === 'list',
  maxLineLength: isProse(body) ? longest(limits) : Number.POSITIVE_INFINITY,
})

const joins = (text: string, group: Group, body: Body, bytes: number, limits: ChunkLimits): boolean => {
  const length = body.end - group.start
  if (group.bytes + utf8Length(text, group.end, body.start) + bytes > limits.maxBytes) return false
  if (length <= limits.targetLength || group.end - group.start < stubLength(limits)) return true
  return length <= longest(limits) && group.last !== undefined && introduces(text, group.last, body)
}

/** "Steps:" belongs to the steps, and so does what follows without a blank line. */
const introduces = (text: string, before: Body, after: Body): boolean => {
  const lineBreaks = text.slice(before.end, after.start).match(/\r\n|\n|\r/g)?.length ?? 0
  return lineBreaks < 2 || (before.kind === 'paragraph' && !isProse(after) && /[:：]$/.test(text.slice(before.start, before.end).trimEnd()))
}

/** A last passage that says too little goes to the one before it. */
const withoutStub = (text: string, groups: ReadonlyArray<Group>, limits: ChunkLimits): ReadonlyArray<Span> => {
  const last = groups.at(-1)
  const before = groups.at(-2)
  if (last === undefined || before === undefined || last.end - last.start >= stubLength(limits)) return groups
  const bytes = before.bytes + utf8Length(text, before.end, last.start) + last.bytes
  return bytes > limits.maxBytes ? groups : [...groups.slice(0, -2), { start: before.start, end: last.end }]
}
