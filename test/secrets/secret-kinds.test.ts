import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { redact } from '@crabtrail/text/secrets/redaction'
import { describe, expect, test } from 'vitest'
import { readLabelledNotes } from './labelled-notes.ts'

/** The held-out notes were written first and were not used to tune a rule. */
const sets = ['development', 'held-out'] as const

const mostKept = 3

const mark = /\[redacted:[a-z0-9-]+\]/g
/** A list of codes may go as one or each for itself. */
const joined = (text: string): string => text.replace(/\[redacted\](?:[\s,]+\[redacted\])+/g, '[redacted]')

describe.each(sets)('one hundred kinds of secrets, %s notes', (set) => {
  const notes = readLabelledNotes(`kinds-${set}.txt`).map((note) => ({ ...note, redacted: redact(note.text) }))

  test('hold one hundred kinds, each with a secret', () => {
    expect(notes).toHaveLength(100)
    expect(new Set(notes.map(({ title }) => title)).size).toBe(100)
    expect(notes.filter(({ secrets }) => secrets.length === 0)).toEqual([])
  })

  test('at most three are kept', () => {
    const kept = notes.filter(({ redacted, secrets }) => secrets.some((secret) => redacted.text.includes(secret)))

    expect(kept.length, kept.map(({ redacted, title }) => `${title}: ${redacted.text}`).join('\n')).toBeLessThanOrEqual(mostKept)
  })

  test('the words around a secret stay', () => {
    const cut = notes
      .filter(({ redacted, secrets }) => secrets.every((secret) => !redacted.text.includes(secret)))
      .map(({ expected, redacted }) => ({ is: joined(redacted.text.replace(mark, '[redacted]')), expected: joined(expected) }))
      .filter(({ expected, is }) => is !== expected)

    expect(cut).toEqual([])
  })

  test('a second redaction changes nothing', () => {
    for (const { redacted } of notes) expect(redact(redacted.text)).toEqual({ text: redacted.text, redacted: [] })
  })
})

test.each(sets)('of fifty notes that only look like secrets none is changed, %s', (set) => {
  const notes = readLabelledNotes(`lookalikes-${set}.txt`)

  expect(notes).toHaveLength(50)
  expect(notes.map(({ text }) => redact(text).text)).toEqual(notes.map(({ text }) => text))
})

// A process that has compiled many patterns compiles further ones without optimising them.
test.each(sets)('a pattern that is compiled without optimising finds the same, %s', (set) => {
  const files = [`kinds-${set}.txt`, `lookalikes-${set}.txt`]
  const program = fileURLToPath(new URL('redact-notes.ts', import.meta.url))
  const kept: unknown = JSON.parse(execFileSync(process.execPath, ['--no-regexp-optimization', program, ...files], { encoding: 'utf8' }))

  expect(kept).toEqual(files.flatMap(readLabelledNotes).map(({ text }) => redact(text).text))
})
