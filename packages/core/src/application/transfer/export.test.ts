import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import { readLine } from './export.ts'

const hash = 'ab'.repeat(32)
const digest = 'cd'.repeat(16)
const header = { format: 1, brain: 'local/main/default', fingerprintKey: hash, position: 2, hash }
const commit = { first: 1, count: 2, at: 5, actor: 0, prev: '', hash }
const read = (line: unknown) => readLine(typeof line === 'string' ? line : JSON.stringify(line))

describe('a line of an export is read as', () => {
  test.each([
    ['its header', { crabtrail: header }, 'header'],
    ['a commit', { commit: { ...commit, session: 3, key: digest, signal: digest } }, 'commit'],
    ['an event', { event: { type: 'Anything', version: 9, cause: 1, turn: 2, origin: 'owner', data: { a: 1 } } }, 'event'],
    ['a content', { content: { ref: hash, salt: digest, body: 'crab' } }, 'content'],
    ['a sealed content', { content: { ref: hash, salt: digest } }, 'content'],
    ['an erased content', { content: { ref: hash, erased: true } }, 'content'],
    ['a tombstone', { tombstone: { fingerprint: digest } }, 'tombstone'],
    ['its end', { end: { lines: 7, sha256: hash } }, 'end'],
  ])('%s', (_, line, kind) => {
    expect(Object.keys(Result.getOrThrow(read(line)))).toEqual([kind])
  })

  test('a header of this format with more in it than is known', () => {
    expect(Result.isSuccess(read({ crabtrail: { ...header, mood: 'calm' } }))).toBe(true)
  })
})

describe('a line of an export is refused', () => {
  test.each([
    ['that is torn', '{"commit":{"first"', 'it is not JSON'],
    ['of another program', { hello: 'world' }, 'it is none of commit'],
    ['that is no object', 'null', 'it is none of commit'],
    [
      'with a header that lacks its key',
      { crabtrail: { ...header, fingerprintKey: undefined } },
      'its header is not one that Crabtrail writes: fingerprintKey',
    ],
    [
      'with a key of an odd number of digits',
      { crabtrail: { ...header, fingerprintKey: hash.slice(1) } },
      'fingerprintKey is missing or is none',
    ],
    ['with a key that is too short', { crabtrail: { ...header, fingerprintKey: digest } }, 'fingerprintKey is missing or is none'],
    ['with a header that does not say where the log ends', { crabtrail: { ...header, position: undefined } }, 'position is missing'],
    ['with a header that is none', { crabtrail: 'yes' }, 'its header is not one'],
    ['with a header and more', { crabtrail: header, event: {} }, 'its header is not one'],
    ['of format 0', { crabtrail: { ...header, format: 0 } }, 'its header is not one that Crabtrail writes: format'],
    ['of a newer format', { crabtrail: { format: 2, brain: 'a' } }, 'it has format 2 and this version reads up to 1'],
    ['with a commit of no events', { commit: { ...commit, count: 0 } }, 'it is none of commit'],
    ['with a hash that is none', { commit: { ...commit, hash: 'xyz' } }, 'it is none of commit'],
    ['with a time that is no date', { commit: { ...commit, at: 8_640_000_000_000_001 } }, 'it is none of commit'],
    ['with half a key', { commit: { ...commit, key: 'aa', signal: digest } }, 'it is none of commit'],
    ['with a salt that is too short', { content: { ref: hash, salt: '00', body: 'crab' } }, 'it is none of commit'],
    ['with an erased content that has a body', { content: { ref: hash, body: 'crab', erased: true } }, 'it is none of commit'],
    ['with a content of nothing', { content: { ref: hash } }, 'it is none of commit'],
    ['with a field that nobody writes', { commit: { ...commit, mood: 'calm' } }, 'it is none of commit'],
    ['with an end of no digest', { end: { lines: 7 } }, 'it is none of commit'],
    ['with a reference that is none', { content: { ref: 'abc' } }, 'it is none of commit'],
  ])('%s', (_, line, problem) => {
    const outcome = read(line)

    expect(Result.isFailure(outcome) && outcome.failure).toContain(problem)
  })
})
