/** Reads a position as people give it: a number, a time, a tag, or a number of events back. */

import * as Effect from 'effect/Effect'
import type { Position } from '../../domain/identity.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { ContentStore } from '../ports/content-store.ts'
import { EventStore } from '../ports/event-store.ts'
import { InvalidRequest, NotFound } from '../request-errors.ts'

/** Form of a time as people write it: a day, or a day and a time of day, in UTC unless it says otherwise. */
const written = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|[+-](\d\d):(\d\d))?)?$/

/** Returns milliseconds UTC; `undefined` if the text is no time or names a day that no calendar has. */
export const readTime = (text: string): number | undefined => {
  const found = written.exec(text)
  if (found === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map((part) => Number(part ?? 0))
  const [aheadHours = 0, aheadMinutes = 0] = found.slice(8).map((part) => Number(part ?? 0))
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month)
  if (!isDay || hour > 23 || minute > 59 || second > 59 || aheadHours > 23 || aheadMinutes > 59) return undefined
  return Date.parse(found[7] === undefined && text.includes('T') ? `${text}Z` : text)
}

const daysOf = (year: number, month: number): number => {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
}

/** Returns a position from 0 to the head; 0 is before the first event. */
export const resolvePosition = Effect.fnUntraced(function* (brain: OpenBrain, text: string) {
  const head = brain.state.position
  if (/^\d+$/.test(text)) {
    const position = Number(text)
    if (position <= head) return position
    return yield* new NotFound({ what: 'position', name: text.slice(0, 80), hint: `the log of ${brain.key} ends at ${head}` })
  }
  if (/^-\d+$/.test(text)) {
    const position = head + Number(text)
    if (position >= 0) return position
    return yield* new NotFound({ what: 'position', name: text.slice(0, 80), hint: `the log of ${brain.key} has only ${head} events` })
  }
  if (/^tag:./.test(text)) return yield* taggedPosition(brain, text.slice(4))
  const at = readTime(text)
  if (at === undefined) {
    return yield* new InvalidRequest({
      field: 'position',
      problem: `${JSON.stringify(text.slice(0, 80))} is none: give 1234, -100 or 2026-11-20T10:00:00Z`,
    })
  }
  return yield* positionAt(brain, at)
})

const taggedPosition = Effect.fnUntraced(function* (brain: OpenBrain, name: string) {
  const contents = yield* ContentStore
  for (const { ref } of yield* contents.find(brain.key, 'tag', brain.fingerprint('tag', name))) {
    const at = brain.state.settings.tags.get(ref)
    if (at !== undefined) return at
  }
  return yield* new NotFound({ what: 'tag', name, hint: 'no position has that name' })
})

/** Finds the last position whose commit is not after `at`. Times never fall within a brain, so a binary search finds it. */
const positionAt = Effect.fnUntraced(function* (brain: OpenBrain, at: number) {
  const store = yield* EventStore
  let low: Position = 0
  let high: Position = brain.state.position
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const [row] = yield* store.read(brain.key, middle, 1)
    if (row === undefined || row.at > at) high = (row?.first ?? middle) - 1
    else low = row.first + row.count - 1
  }
  return low
})

/** Returns the position if a commit ends there, else the end of the commit before. */
export const commitEnd = Effect.fnUntraced(function* (brain: OpenBrain, position: Position) {
  if (position === 0 || position === brain.state.position) return position
  const store = yield* EventStore
  const [row] = yield* store.read(brain.key, position, 1)
  if (row === undefined) return position
  return row.first + row.count - 1 === position ? position : row.first - 1
})
