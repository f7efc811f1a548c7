import { errorInWords } from '@crabtrail/agent-host/render/errors'
import { Ambiguous, IntegrityBroken, NotFound } from '@crabtrail/core'
import { describe, expect, test } from 'vitest'
import { inTerminal, openClaw } from './openclaw.ts'

const notFound = (what: 'node' | 'turn' | 'brain', name: string) =>
  new NotFound({ what, name, hint: 'name it with --turn, or recall prints it' })
const broken = new IntegrityBroken({ brain: 'x', position: 7, problem: 'a hash' })

describe('an error of the memory in a terminal', () => {
  test.each([
    ['a note', notFound('node', 'a.md')],
    ['a turn', notFound('turn', 't99')],
    ['a turn to judge', notFound('turn', 'to judge')],
    ['a brain', notFound('brain', 'local/main/x')],
    ['a broken log', broken],
  ])('about %s says what is wrong and names only commands of the plugin', (_, error) => {
    expect(errorInWords(error, inTerminal)).not.toMatch(/--|recall prints|run verify/)
  })

  test('names what it is about', () => {
    expect(errorInWords(notFound('turn', 't99'), inTerminal)).toContain('no turn t99 is known; openclaw crabtrail why')
    const promotion = new NotFound({ what: 'unlearning', name: 'at position 57', hint: 'promote --take-back', promoted: true })
    expect(errorInWords(promotion, inTerminal)).toContain('openclaw crabtrail promote --take-back')
  })

  test('about a brain that does not exist keeps the place of the store to itself', () => {
    const error = new NotFound({ what: 'brain', name: 'local/main/x', hint: '/home/ada/crabtrail.db has no such brain; make it with init' })

    expect(errorInWords(error, inTerminal)).toMatch(/^nothing is remembered for local\/main\/x yet/)
    expect(errorInWords(error, inTerminal)).not.toContain('/home/ada')
  })

  test('that names no command stays as it is', () => {
    const error = new Ambiguous({ what: 'node', name: 'a', matches: ['a.md', 'ab.md'] })

    expect(errorInWords(error, inTerminal)).toBe(error.message)
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
      'gone from /w: 8 of 9 notes, still remembered; if that is meant: openclaw crabtrail follow --agent main --prune',
      'gone from /w: 8 of 9 notes, still remembered; the status in a terminal says what to do',
    ],
    [
      'the host never calls before a prompt: openclaw plugins inspect crabtrail --runtime',
      'the host never calls before a prompt; the status in a terminal says what to do',
    ],
    ['the store /a: b cannot be written', 'the store /a: b cannot be written'],
  ])('names no command of a terminal: %s', (problem, said) => {
    expect(openClaw.inChat(problem)).toBe(said)
  })
})
