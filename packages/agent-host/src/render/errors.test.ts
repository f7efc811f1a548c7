import { Ambiguous, IntegrityBroken, NotFound } from '@crabtrail/core'
import { describe, expect, test } from 'vitest'
import { errorInWords, forModel, inChat } from './errors.ts'

const notFound = (what: 'node' | 'session' | 'signal' | 'turn', name: string) =>
  new NotFound({ what, name, hint: 'name it with --turn, or recall prints it' })
const broken = new IntegrityBroken({ brain: 'x', position: 7, problem: 'a hash' })
const readers = [inChat, forModel]

describe('an error of the memory', () => {
  test.each([
    ['a note', notFound('node', 'a.md')],
    ['a turn', notFound('turn', 't99')],
    ['a turn to judge', notFound('turn', 'to judge')],
    ['a broken log', broken],
  ])('about %s says what is wrong and names only what its reader has', (_, error) => {
    for (const reader of readers) {
      const said = errorInWords(error, reader)
      expect(said).not.toMatch(/--|recall prints|run verify/)
      expect(said).not.toContain('openclaw')
      if (reader === forModel) expect(said).not.toContain('/trail')
    }
  })

  test('names what it is about', () => {
    expect(errorInWords(notFound('node', 'a.md'), inChat)).toBe(
      'no note a.md is known there; /trail why lists what the last turn looked at',
    )
    expect(errorInWords(notFound('session', 's99'), inChat)).toBe(
      'no session s99 is known; /trail unlearn session lists the conversations that taught',
    )
    expect(errorInWords(notFound('signal', 'of that session'), inChat)).toBe(
      'nothing was taught there; /trail unlearn session lists the conversations that taught',
    )
    const promotion = new NotFound({ what: 'unlearning', name: 'at position 57', hint: 'promote --take-back', promoted: true })
    expect(errorInWords(promotion, inChat)).toBe(
      'nothing was unlearned at position 57: a branch was promoted there; its owner can take that back in a terminal',
    )
    expect(errorInWords(broken, inChat)).toBe('x is broken at position 7: a hash; it has to be restored from a backup')
  })

  test('about a brain that does not exist keeps the place of the store to itself', () => {
    const error = new NotFound({ what: 'brain', name: 'local/main/x', hint: '/home/ada/crabtrail.db has no such brain; make it with init' })

    for (const reader of readers) expect(errorInWords(error, reader)).toMatch(/^nothing is remembered for local\/main\/x yet/)
    for (const reader of readers) expect(errorInWords(error, reader)).not.toContain('/home/ada')
  })

  test('that names no command stays as it is', () => {
    const error = new Ambiguous({ what: 'node', name: 'a', matches: ['a.md', 'ab.md'] })

    for (const reader of readers) expect(errorInWords(error, reader)).toBe(error.message)
  })
})
