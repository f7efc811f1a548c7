import { Ambiguous, IntegrityBroken, NotFound } from '@crabtrail/core'
import { describe, expect, test } from 'vitest'
import { errorInWords, problemInChat, type Reader } from './errors.ts'

const notFound = (what: 'node' | 'session' | 'signal' | 'turn', name: string) =>
  new NotFound({ what, name, hint: 'name it with --turn, or recall prints it' })
const broken = new IntegrityBroken({ brain: 'x', position: 7, problem: 'a hash' })
const readers: ReadonlyArray<Reader> = ['chat', 'model', 'terminal']

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
      if (reader !== 'terminal') expect(said).not.toContain('openclaw')
      if (reader === 'model') expect(said).not.toContain('/trail')
    }
  })

  test('names what it is about', () => {
    expect(errorInWords(notFound('node', 'a.md'), 'chat')).toBe(
      'no note a.md is known there; /trail why lists what the last turn looked at',
    )
    expect(errorInWords(notFound('turn', 't99'), 'terminal')).toContain('no turn t99 is known; openclaw crabtrail why')
    expect(errorInWords(notFound('session', 's99'), 'chat')).toBe(
      'no session s99 is known; /trail unlearn session lists the conversations that taught',
    )
    expect(errorInWords(notFound('signal', 'of that session'), 'chat')).toBe(
      'nothing was taught there; /trail unlearn session lists the conversations that taught',
    )
    const promotion = new NotFound({ what: 'unlearning', name: 'at position 57', hint: 'promote --take-back', promoted: true })
    expect(errorInWords(promotion, 'chat')).toBe(
      'nothing was unlearned at position 57: a branch was promoted there; its owner can take that back in a terminal',
    )
    expect(errorInWords(promotion, 'terminal')).toContain('openclaw crabtrail promote --take-back')
    expect(errorInWords(broken, 'chat')).toBe('x is broken at position 7: a hash; it has to be restored from a backup')
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

describe('a problem in a chat', () => {
  test.each([
    [
      'the host does not let this plugin hear conversations: openclaw config set plugins.entries.crabtrail.hooks.allowConversationAccess true',
      'the host does not let this plugin hear conversations: set plugins.entries.crabtrail.hooks.allowConversationAccess to true in the host’s configuration',
    ],
    [
      `nobody is known as the owner; name yourself: openclaw config set commands.ownerAllowFrom '["telegram:YOUR_ID"]'`,
      'nobody is known as the owner; name yourself: set commands.ownerAllowFrom to ["telegram:YOUR_ID"] in the host’s configuration',
    ],
    [
      '8 of the 9 notes of /w are not there any more; if they are meant to go: openclaw crabtrail follow --agent main --prune',
      '8 of the 9 notes of /w are not there any more; the status in a terminal says what to do',
    ],
    [
      'the host never calls before a prompt: openclaw plugins inspect crabtrail --runtime',
      'the host never calls before a prompt; the status in a terminal says what to do',
    ],
    ['the store /a: b cannot be written', 'the store /a: b cannot be written'],
  ])('names no command of a terminal: %s', (problem, said) => {
    expect(problemInChat(problem)).toBe(said)
  })
})
