/** Reads a position as people give it: a number, a time, a day, a tag, a turn, a session, or a number of events back. */

import { counted } from '@crabtrail/text/counted'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import type { EventData } from '../../domain/events/brain-event.ts'
import { typeSubject } from '../../domain/history/segments.ts'
import { type Position, printedSession, printedTurn, type SessionNumber, type TurnNumber } from '../../domain/identity.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { storedAccess } from '../brain/brain.ts'
import { EventStore } from '../ports/event-store.ts'
import { InvalidRequest, NotFound } from '../request-errors.ts'
import { resolveSessions, resolveTurn } from './names.ts'
import { placesOf, visitOldestFirst } from './segments.ts'

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

const dayMs = 86_400_000

/** Returns when today or yesterday began, in UTC, as for a day that is written in digits; `undefined` for any other text. */
const readDay = (text: string, now: number): number | undefined => {
  const today = Math.floor(now / dayMs) * dayMs
  if (text === 'today') return today
  return text === 'yesterday' ? today - dayMs : undefined
}

const positionForms = '1234, -100 (events back), 2026-11-20T10:00:00Z, yesterday, tag:NAME, t17 or session:NAME'

/**
 * Returns a position from 0 to the head; 0 is before the first event. A turn and a session stand for their first event, a time for the last
 * event up to it. Of several sessions of one key the newest counts.
 */
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
    return yield* new NotFound({
      what: 'position',
      name: text.slice(0, 80),
      hint: `the log of ${brain.key} has only ${counted(head, 'event')}`,
    })
  }
  if (/^t\d+$/.test(text)) return yield* turnStart(brain, yield* resolveTurn(brain.state, text))
  if (/^tag:./.test(text)) return yield* taggedPosition(brain, text.slice(4))
  if (/^session:./.test(text)) return yield* sessionStart(brain, Math.max(...(yield* resolveSessions(brain, text.slice(8)))))
  const at = readTime(text) ?? readDay(text, yield* Clock.currentTimeMillis)
  if (at === undefined) {
    const problem = `${JSON.stringify(text.slice(0, 80))} is none: give ${positionForms}`
    return yield* new InvalidRequest({ field: 'position', problem })
  }
  return yield* positionAt(brain, at)
})

const taggedPosition = Effect.fnUntraced(function* (brain: OpenBrain, name: string) {
  const { find } = yield* storedAccess(brain)
  for (const { ref } of yield* find('tag', name.normalize('NFC'))) {
    const at = brain.state.settings.tags.get(ref)
    if (at !== undefined) return at
  }
  return yield* new NotFound({ what: 'tag', name, hint: 'no position has that name; `tags` lists those that have one' })
})

/** Returns the position of the first event of a turn. A recent turn is found at once, an old one by the index of the log. */
export const turnStart = Effect.fnUntraced(function* (brain: OpenBrain, turn: TurnNumber) {
  let position = brain.state.turn(turn)?.position
  if (position !== undefined) return position
  const head = brain.state.position
  const groups = [[{ kind: 'turn', number: turn }] as const, [typeSubject('TurnStarted'), typeSubject('RecallSkipped')]]
  yield* visitOldestFirst(
    brain,
    yield* placesOf(brain, groups, head),
    head,
    (event) => {
      if (event.turn === turn && (event.type === 'TurnStarted' || event.type === 'RecallSkipped')) position = event.position
      return position === undefined
    },
    (type) => type === 'TurnStarted' || type === 'RecallSkipped',
  )
  if (position !== undefined) return position
  const hint =
    (yield* callOfTurn(brain, turn)) === undefined
      ? 'the log does not say when it began'
      : 'a language model was asked for it, and the process ended before it was recorded'
  return yield* new NotFound({ what: 'turn', name: printedTurn(turn), hint })
})

/** Returns the question of a recall to a routing model; undefined where it asked none. */
export const callOfTurn = Effect.fnUntraced(function* (brain: OpenBrain, turn: TurnNumber) {
  const head = brain.state.position
  const groups = [[{ kind: 'turn', number: turn }] as const, [typeSubject('ModelAsked')]]
  let found: EventData<'ModelAsked'> | undefined
  yield* visitOldestFirst(brain, yield* placesOf(brain, groups, head), head, (event) => {
    if (event.type === 'ModelAsked' && event.turn === turn && event.data.task === 'routing') found = event.data
    return found === undefined
  })
  return found
})

const sessionStart = Effect.fnUntraced(function* (brain: OpenBrain, session: SessionNumber) {
  const head = brain.state.position
  const groups = [[{ kind: 'session', number: session }] as const, [typeSubject('SessionStarted')]]
  let position: Position | undefined
  yield* visitOldestFirst(brain, yield* placesOf(brain, groups, head), head, (event) => {
    if (event.type === 'SessionStarted' && event.data.session === session) position = event.position
    return position === undefined
  })
  if (position !== undefined) return position
  return yield* new NotFound({ what: 'session', name: printedSession(session), hint: 'the log does not say when it began' })
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

export const roundedTo = (end: Position, asked: Position): string =>
  `${asked} lies inside a commit: ${end}, the end of the one before, is meant`

/** Returns the position if a commit ends there, else the end of the commit before. */
export const commitEnd = Effect.fnUntraced(function* (brain: OpenBrain, position: Position) {
  if (position === 0 || position === brain.state.position) return position
  const store = yield* EventStore
  const [row] = yield* store.read(brain.key, position, 1)
  if (row === undefined) return position
  return row.first + row.count - 1 === position ? position : row.first - 1
})
