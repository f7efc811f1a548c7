import { describe, expect, test } from 'vitest'
import { backgroundOf, beginRun, emptyReading, endRun, hearOwner, markChanged, readOthers, takeNote } from './reading.ts'

const talk = 'local/main/default\nagent:main:talk'
const page = 'Payments to the harbour office are to be sent to account 77001234 at Gull Bank.'
const note = 'memory/today.md'

const influenced = () => {
  const reading = emptyReading()
  readOthers(reading, 'r1', talk, page, 1_000)
  return reading
}
const afterOthers = (reading: ReturnType<typeof emptyReading>, key = note): boolean => backgroundOf(reading, key, 'text', false).afterOthers

describe('what an agent writes', () => {
  test('after others’ text came into the conversation is marked, until the note is read in', () => {
    const reading = influenced()

    markChanged(reading, [{ key: note, changedAt: 1_500 }], 1_600)
    expect([afterOthers(reading), afterOthers(reading, 'memory/other.md')]).toEqual([true, false])
    takeNote(reading, note, false)

    expect(afterOthers(reading)).toBe(false)
  })

  test('before it came is not', () => {
    const reading = influenced()

    markChanged(reading, [{ key: note, changedAt: 900 }], 1_600)

    expect(afterOthers(reading)).toBe(false)
  })

  test('in the run that answers its owner, and after it, is not', () => {
    const reading = influenced()
    endRun(reading, 'r1', 2_000)
    markChanged(reading, [], 2_000)
    beginRun(reading, 'r2', talk, 3_000)
    hearOwner(reading, 'r2', talk, 'Thank you.', 3_001)

    markChanged(reading, [{ key: note, changedAt: 3_500 }], 3_600)

    expect(afterOthers(reading)).toBe(false)
  })

  test('in a later run of the same conversation that nobody answered is marked; in another conversation it is not', () => {
    const reading = influenced()
    endRun(reading, 'r1', 2_000)
    markChanged(reading, [], 2_000)

    beginRun(reading, 'r2', 'another conversation', 3_000)
    markChanged(reading, [{ key: note, changedAt: 3_500 }], 3_600)
    expect(afterOthers(reading)).toBe(false)
    beginRun(reading, 'r3', talk, 4_000)
    markChanged(reading, [{ key: note, changedAt: 4_500 }], 4_600)

    expect(afterOthers(reading)).toBe(true)
  })

  test('is marked where nobody looked at the notes between an influenced run and a later one', () => {
    const reading = influenced()
    endRun(reading, 'r1', 2_000)
    hearOwner(reading, 'r2', talk, 'Thank you.', 3_000)

    markChanged(reading, [{ key: note, changedAt: 3_500 }], 3_600)

    expect(afterOthers(reading)).toBe(true)
  })

  test('is what the host says, if it says that others wrote it', () => {
    expect(backgroundOf(emptyReading(), note, 'text', true).afterOthers).toBe(true)
  })
})

describe('what is kept', () => {
  test('are the marks that the note has, of a week, and none of the text', () => {
    const reading = influenced()
    const day = 86_400_000

    expect(backgroundOf(reading, note, 'Nothing of it here.', false).others).toEqual([])
    expect(backgroundOf(reading, note, `We know: ${page}`, false).others.length).toBeGreaterThan(10)
    readOthers(reading, 'r2', talk, 'Something else entirely.', 1_000 + 8 * day)

    expect(backgroundOf(reading, note, page, false).others).toEqual([])
    expect(JSON.stringify(reading)).not.toMatch(/harbour|gull/i)
  })

  test('is bounded, whatever is read', () => {
    const reading = emptyReading()
    const words = (count: number, from: number) => Array.from({ length: count }, (_, at) => `word${from + at}`).join(' ')
    for (let run = 0; run < 300; run++) {
      readOthers(reading, `r${run}`, `talk ${run}`, words(2_000, run * 2_000), run)
      hearOwner(reading, `q${run}`, `other ${run}`, words(10, run), run)
    }
    for (let at = 0; at < 2_000; at++) markChanged(reading, [{ key: `memory/${at}.md`, changedAt: 1_000 }], 0)

    expect(reading.reads.reduce((sum, { marks }) => sum + marks.size, 0)).toBeLessThanOrEqual(500_000)
    expect([reading.said.length, reading.spans.length, reading.influenced.size, reading.marked.size]).toEqual([64, 64, 300, 1_000])
  })
})
