/** Of two notes that disagree the model is given both, the newer first; on one day the later one, or the one that was read later. */
import { describe, expect, test } from 'vitest'
import { handClock } from '../models/hand-clock.ts'
import { openStore } from '../models/open-store.ts'

const [berth15, berth51] = ['The dinghy lies at berth 15 in the harbour.', 'We moved the dinghy: it lies at berth 51.']
const dated = (text: string) => `---\ndate: 2026-05-04\n---\n${text}\n`
const question = 'At which berth does the dinghy lie?'

/** Asks after readings of notes, a minute apart. */
const contextAfter = async (...readings: ReadonlyArray<Readonly<Record<string, string>>>) => {
  const clock = handClock()
  const store = openStore({ clock })
  try {
    const memory = await store.memory()
    for (const notes of readings) {
      await memory.ingest({ documents: Object.entries(notes).map(([source, text]) => ({ source, format: 'markdown' as const, text })) })
      clock.now += 60_000
    }
    const first = await memory.recall({ question, key: 'asked' })
    // The answer to a repeated request is rendered from the record.
    expect((await memory.recall({ question, key: 'asked' })).context.text).toBe(first.context.text)
    return first.context
  } finally {
    await store.close()
  }
}

describe('of two notes that disagree', () => {
  test('a batch of dated files gives the newer first', async () => {
    const { items, text } = await contextAfter({ '2026-05-01.md': berth15, '2026-05-09.md': berth51 })

    expect(items).toEqual(['2026-05-09.md', '2026-05-01.md'])
    expect(text).toContain('[2026-05-01.md] 2026-05-01 (2026-05-01, older than [2026-05-09.md])')
  })

  test.each([
    ['the later name', [{ 'a.md': dated(berth15) }, { 'b.md': dated(berth51) }], ['b.md', 'a.md']],
    ['the earlier name', [{ 'b.md': dated(berth15) }, { 'a.md': dated(berth51) }], ['a.md', 'b.md']],
  ] as const)('of one day the one that was read later stands first, with %s', async (_, readings, expected) => {
    expect((await contextAfter(...readings)).items).toEqual(expected)
  })

  test('of one day and of another thing it is not given', async () => {
    const others = {
      'c.md': dated('The kayak lies at berth 20 in the harbour.'),
      'd.md': dated('The ketch lies at berth 21 in the harbour.'),
    }
    expect((await contextAfter({ 'a.md': dated(berth15), ...others })).items).toEqual(['a.md'])
    expect((await contextAfter({ 'a.md': dated(berth15) }, others)).items).toEqual(['a.md'])
  })

  test('a newer one of another thing is not put first', async () => {
    const { items } = await contextAfter({
      '2026-05-01.md': berth15,
      '2026-05-09.md': 'The kayak lies at berth 20 in the harbour.',
      'c.md': 'Rain.',
    })
    expect(items[0]).toBe('2026-05-01.md')
  })

  test('a note that got another text since was read later', async () => {
    const { items } = await contextAfter({ 'a.md': dated('Rain.'), 'b.md': dated(berth15) }, { 'a.md': dated(berth51) })

    expect(items).toEqual(['a.md', 'b.md'])
  })

  test('of one day and one reading each names the other', async () => {
    const { text } = await contextAfter({ 'a.md': dated(berth15), 'b.md': dated(berth51) })

    expect(text).toContain('[a.md] a (2026-05-04, says otherwise than [b.md])')
    expect(text).toContain('[b.md] b (2026-05-04, says otherwise than [a.md])')
  })
})
