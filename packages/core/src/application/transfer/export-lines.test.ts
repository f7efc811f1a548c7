import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import { readLine } from './export-lines.ts'

const hash = 'ab'.repeat(32)
const commit = { first: 1, count: 2, at: 5, actor: 0, prev: '', hash }
const read = (line: unknown) => readLine(typeof line === 'string' ? line : JSON.stringify(line))

describe('a line of an export is read as', () => {
  test.each([
    ['its header', { crabtrail: { format: 1, brain: 'local/main/default', fingerprintKey: hash } }, 'header'],
    ['a commit', { commit: { ...commit, session: 3, key: 'aa', signal: 'bb' } }, 'commit'],
    ['an event', { event: { type: 'Anything', version: 9, cause: 1, turn: 2, origin: 'owner', data: { a: 1 } } }, 'event'],
    ['a content', { content: { ref: hash, salt: '00', body: 'crab' } }, 'content'],
    ['an erased content', { content: { ref: hash, erased: true } }, 'content'],
    ['a tombstone', { tombstone: { fingerprint: hash } }, 'tombstone'],
  ])('%s', (_, line, kind) => {
    expect(Object.keys(Result.getOrThrow(read(line)))).toEqual([kind])
  })

  test('a header of this format with more in it than is known', () => {
    expect(Result.isSuccess(read({ crabtrail: { format: 1, brain: 'a', fingerprintKey: hash, mood: 'calm' } }))).toBe(true)
  })
})

describe('a line of an export is refused', () => {
  test.each([
    ['that is torn', '{"commit":{"first"', 'it is not JSON'],
    ['of another program', { hello: 'world' }, 'it is none of commit'],
    ['that is no object', 'null', 'it is none of commit'],
    ['with a header that lacks its key', { crabtrail: { format: 1, brain: 'a' } }, 'its header is not one'],
    ['of a newer format', { crabtrail: { format: 2, brain: 'a', fingerprintKey: hash } }, 'it has format 2 and this version reads up to 1'],
    ['with a commit of no events', { commit: { ...commit, count: 0 } }, 'it is none of commit'],
    ['with a hash that is none', { commit: { ...commit, hash: 'xyz' } }, 'it is none of commit'],
    ['with a field that nobody writes', { commit: { ...commit, mood: 'calm' } }, 'it is none of commit'],
    ['with a reference that is none', { content: { ref: 'abc' } }, 'it is none of commit'],
  ])('%s', (_, line, problem) => {
    const outcome = read(line)

    expect(Result.isFailure(outcome) && outcome.failure).toContain(problem)
  })
})
