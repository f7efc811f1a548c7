import { dayOf } from '@crabtrail/text/days/calendar'
import { MemoryReading, repeatsAll, saysOtherwise, type Worded } from '@crabtrail/text/evidence/readings'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bundleContext } from '../context/context-bundle.ts'

const reading = (text: string, more: Partial<Worded> = {}) => new MemoryReading({ id: 'note', title: 'Notes', text, ...more })
const isCopy = (one: string, other: string) => repeatsAll(reading(one).said, reading(other).said)

const export3 = 'The nightly export copies the ledger to the archive, checks every row, and mails a report. It runs 3 times a day.'

describe('a copy', () => {
  test.each([
    ['a value', export3.replace('3', '5'), export3],
    ['a decimal', 'The dose is 1.5 ml a day.', 'The dose is 15 ml a day.'],
    ['a sign', 'The freezer is set to -18 degrees.', 'The freezer is set to 18 degrees.'],
    ['a name', export3.replace('archive', 'warehouse'), export3],
    ['a weekday', 'The pool closes on Monday.', 'The pool closes on Friday.'],
    ['a negation', 'The operator is not allowed to start it again.', 'The operator is allowed to start it again.'],
    ['an opposite', 'The pool is closed on Sundays.', 'The pool is open on Sundays.'],
    ['the order of two names', 'Anna owes Ben 50 euros.', 'Ben owes Anna 50 euros.'],
    ['the order of two steps', 'Run the migration before the backup.', 'Run the backup before the migration.'],
    ['a mark of a task', '- [ ] Pay the plumber', '- [x] Pay the plumber'],
    ['a question mark', 'The pool is open on Sundays?', 'The pool is open on Sundays.'],
    ['a negation in Chinese', '泳池周日不开放。', '泳池周日开放。'],
    ['an umlaut that makes another word', 'Der Vater drückte den Knopf.', 'Der Vater druckte den Knopf nach.'],
  ])('is no text that differs in %s, whichever comes first', (_, one, other) => {
    expect([isCopy(one, other), isCopy(other, one)]).toEqual([false, false])
  })

  test.each([
    ['is the same', export3, export3],
    ['differs in case, spaces, list marks and closing punctuation', '- the pool  is OPEN', 'The pool is open.'],
    ['has fewer statements', 'It runs 3 times a day.', export3],
  ])('is a text that %s', (_, one, other) => {
    expect(isCopy(one, other)).toBe(true)
  })

  test('is no short text below another heading, unless that is a day', () => {
    const closed = 'Closed on Mondays.'
    const at = (title: string) => reading(closed, { title }).said

    expect(repeatsAll(at('Town › Pool'), at('Town › Library'))).toBe(false)
    expect(repeatsAll(at('Log › Pool'), at('Town › Pool'))).toBe(true)
    expect(repeatsAll(at('2026-05-01'), at('2026-05-09'))).toBe(true)
  })

  test('is no text of another day that speaks of "tomorrow"', () => {
    const on = (date: number, text: string) => reading(text, { day: dayOf(2026, 5, date) ?? 0 }).said

    expect(repeatsAll(on(1, 'The pool is closed tomorrow.'), on(9, 'The pool is closed tomorrow.'))).toBe(false)
    expect(repeatsAll(on(1, 'The pool is closed in May.'), on(9, 'The pool is closed in May.'))).toBe(true)
  })

  const word = fc.constantFrom('anna', 'owes', 'ben', 'not', '50', 'euros', '1.5', '港', 'tomorrow')
  const statement = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '))

  test('INV-180 of a text has all its words in their order, statement for statement', () => {
    fc.assert(
      fc.property(fc.array(statement, { maxLength: 4 }), fc.array(statement, { maxLength: 4 }), (one, other) => {
        if (isCopy(one.join('.\n'), other.join('.\n'))) for (const each of one) expect(other).toContain(each)
      }),
    )
  })
})

describe('of two that disagree', () => {
  const pool = (day: number, text: string) => ({ day: dayOf(2026, 5, day) ?? 0, text })
  const given = (memories: ReadonlyArray<{ readonly day: number; readonly text: string }>, parts: ReadonlyArray<ReadonlyArray<number>>) =>
    bundleContext({
      ranking: memories.map((_, at) => ({ node: at + 1, score: 1_000 - 100 * at, seed: 0, path: 0, inhibition: 0, utility: 1 })),
      item: (node) => ({ node, id: `n${node}`, title: `n${node}`, injectable: true, text: '', ...memories[node - 1] }),
      ...{ tokens: 1_000, items: 10, relative: 0.2, confident: true },
      needs: {
        words: [0, 1, 2],
        idfs: [1, 1, 1],
        parts: (node) => parts[node - 1] ?? [],
        settings: { rival: 2, adds: 0.5, linked: 2, rivalSure: -1, addsSure: -1 },
        sureness: (node) => (node === 1 ? 0 : -0.5),
      },
    })

  test('the model is given both, though the newer holds less of the question, and is told which it is', () => {
    const { included, text } = given(
      [pool(1, 'The pool is open on Sundays.'), pool(9, 'The pool is closed on Sundays.')],
      [
        [1, 1, 1],
        [1, 0, 1],
      ],
    )

    expect(included).toEqual([2, 1])
    expect(text).toContain('[n2] (2026-05-09)')
    expect(text).toContain('[n1] (2026-05-01, older than [n2])')
  })

  test('an older one that holds as much of the question is given behind the newer, as the older', () => {
    const { included, text } = given(
      [pool(9, 'Ben owes Anna 50 euros.'), pool(1, 'Anna owes Ben 50 euros.')],
      [
        [1, 1, 1],
        [1, 1, 1],
      ],
    )

    expect(included).toEqual([1, 2])
    expect(text).toContain('[n2] (2026-05-01, older than [n1])')
  })

  test('an older one that holds less of the question is not given, nor is a newer one about something else', () => {
    const { included } = given(
      [pool(5, 'The pool is open on Sundays.'), pool(1, 'The pool is closed on Sundays.'), pool(9, 'The library closes early.')],
      [
        [1, 1, 1],
        [1, 0, 1],
        [0, 0, 1],
      ],
    )

    expect(included).toEqual([1])
  })
})

describe('two memories say otherwise of the same', () => {
  test.each([
    ['We pay for the Falcon subscription.', 'We cancelled the Falcon subscription.'],
    ['Petra works for Nordwind.', 'Petra left Nordwind.'],
    ['I love Chinese food.', 'I hate Chinese food.'],
    ['Bruhns pays an invoice in 15 days.', 'Bruhns pays in 21 days now.'],
    ['Anna owes Ben 50 euros.', 'Ben owes Anna 50 euros.'],
    ['The coach is Mia.', 'The coach is Noa.'],
    ['The sail is white.', 'The sail is black.'],
    ['We heat with gas.', 'We now heat with wood.'],
    ['Der Trainer ist Ole.', 'Der Trainer ist Uwe.'],
    ['J’aime les olives.', 'J’adore les olives vertes.'],
    ['我用钢笔写字。', '我现在用铅笔写字。'],
  ])('%s %s', (one, other) => {
    expect([saysOtherwise(reading(one).said, reading(other).said), saysOtherwise(reading(other).said, reading(one).said)]).toEqual([
      true,
      true,
    ])
  })

  test.each([
    ['Bruhns pays an invoice in 15 days.', 'Ehlers asks 21 guests to dinner.'],
    ['The pool is open on Sundays.', 'The library closes early.'],
    ['The pool is open on Sundays.', '- the pool is open on Sundays'],
    ['The coach is Mia.', 'The boat is Mia’s.'],
    ['We heat with gas.', 'Gas is dear.'],
  ])('not: %s %s', (one, other) => {
    expect(saysOtherwise(reading(one).said, reading(other).said)).toBe(false)
  })
})
