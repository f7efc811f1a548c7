import { describe, expect, test } from 'vitest'
import { minuteOfPassage } from './minutes.ts'

const at = (path: string, heading = '', text = '') => minuteOfPassage({ path, headings: heading === '' ? [] : [heading], text })

describe('the time of day of a passage', () => {
  test.each([
    ['2026-05-04-1430.md', 870],
    ['2026-05-04 0900.md', 540],
    ['log/2026-05-04T18-30-05.md', 1_110],
    ['202605041430.md', 870],
    ['20260504T0915.md', 555],
    ['2026-05-04 at 18.30.md', 1_110],
  ])('is told by the name %s', (path, minute) => {
    expect(at(path)).toBe(minute)
  })

  test.each([
    ['09:15 Harbour office', 555],
    ['2026-05-04 18:30', 1_110],
    ['6 pm, at the pier', 1_080],
    ['12 am', 0],
    ['14h30 Hafen', 870],
  ])('is told by the heading %s', (heading, minute) => {
    expect(at('notes.md', heading)).toBe(minute)
  })

  test('is that of the text before that of a heading and of a name', () => {
    expect(at('2026-05-04-1430.md', '09:15', '- 10:20 the crane came')).toBe(620)
    expect(at('2026-05-04-1430.md', '09:15', 'The crane came.')).toBe(555)
  })

  test.each(['2026-05-04.md', '2026-05-04-9999.md', 'room-1430.md', '2026-05-04-budget-1430x2.md', '1430.md'])(
    'is not told by the name %s',
    (path) => {
      expect(at(path)).toBeUndefined()
    },
  )

  test.each(['9 berths', '4 May 2026', 'The office opens at 9:30', '10.0.4.17', '12:30:45:10'])(
    'is not told by the heading %s',
    (heading) => {
      expect(at('notes.md', heading)).toBeUndefined()
    },
  )
})
