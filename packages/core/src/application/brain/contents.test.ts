import { createHmac, hash, randomBytes } from 'node:crypto'
import * as Effect from 'effect/Effect'
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../../domain/events/brain-event.ts'
import { layerRedactor } from '../layer.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { cleanText, contentDrafts, fingerprintWith } from './contents.ts'

const cryptography: Cryptography['Service'] = {
  sha256: (text) => hash('sha256', text),
  sha256Salted: (salt, text) => hash('sha256', Buffer.concat([Buffer.from(salt, 'hex'), Buffer.from(text)])),
  sha256Lines: (lines) => hash('sha256', [...lines].join('\n')),
  sha1: (text) => hash('sha1', text),
  hmac: (key, text) => createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('hex'),
  randomHex: (count) => randomBytes(count).toString('hex'),
}
const drafted = () => Effect.runSync(Effect.provideService(contentDrafts, Cryptography, cryptography))
const fingerprint = fingerprintWith(cryptography, '07'.repeat(32))
const named = (name: string): NewEvent => ({ type: 'ActorNamed', data: { actor: 4, name: name as never, kind: 'owner' } })

describe('a content', () => {
  test('is referred to by a digest with fresh salt: equal bodies have different references, and one fingerprint', () => {
    const drafts = drafted()
    const [one, other] = [drafts.add('crab'), drafts.add('crab')]

    const rows = [...drafts.rows([named(one)], fingerprint), ...drafts.rows([named(other)], fingerprint)]

    expect(one).not.toBe(other)
    expect(rows.map(({ ref, salt }) => cryptography.sha256Salted(salt, 'crab') === ref)).toEqual([true, true])
    expect(rows[0]?.fingerprint).toBe(rows[1]?.fingerprint)
    expect(rows[0]?.fingerprint).toBe(fingerprint('actor-name', 'crab'))
  })

  test('has a fingerprint of its kind: the same words as another kind of thing are not found by it', () => {
    expect(fingerprint('actor-name', 'crab')).not.toBe(fingerprint('session-key', 'crab'))
    expect(fingerprintWith(cryptography, '08'.repeat(32))('actor-name', 'crab')).not.toBe(fingerprint('actor-name', 'crab'))
  })

  test('is stored with the event that names it, and belongs to what the event says; what no event names is not stored', () => {
    const drafts = drafted()
    const ref = drafts.add('crab')
    drafts.add('nobody names this')

    expect(drafts.rows([named(ref)], fingerprint)).toEqual([
      expect.objectContaining({ ref, body: 'crab', kind: 'actor-name', owner: 'actor', number: 4 }),
    ])
  })

  test('that is sealed can be proven and not read: only its salt is stored', () => {
    const drafts = drafted()
    const ref = drafts.seal('what the model was given')

    const [row] = drafts.rows([named(ref)], fingerprint)

    expect(row).toMatchObject({ ref, body: undefined, fingerprint: '' })
    expect(cryptography.sha256Salted(row?.salt ?? '', 'what the model was given')).toBe(ref)
  })
})

const clean = (text: string) => Effect.runSync(Effect.provide(cleanText(text), layerRedactor))
const secret = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7c'}0fGh`

describe('a text', () => {
  test('keeps everything that can be kept', () => {
    expect(clean('a crab 🦀 walks')).toEqual({ text: 'a crab 🦀 walks', repaired: 0, redacted: [] })
  })

  test('loses NUL, and half a surrogate pair becomes a mark: both are counted', () => {
    expect(clean('a\u0000b\ud83e')).toEqual({ text: 'ab\ufffd', repaired: 2, redacted: [] })
  })

  test('loses its secrets, also one that a NUL had torn', () => {
    const { redacted, text } = clean(`token ${secret.slice(0, 9)}\u0000${secret.slice(9)} here`)

    expect(text).not.toContain(secret)
    expect(redacted).toEqual([{ kind: 'github-token', count: 1 }])
  })
})

describe('a text that hides something', () => {
  test.each(['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u202e', '\u0007'])('loses %j, and what it hid', (hidden) => {
    const { redacted, text } = clean(`pass${hidden}word: Sommer${hidden}2024! and ${secret.slice(0, 9)}${hidden}${secret.slice(9)}`)

    expect(text).toBe('password: [redacted:password] and [redacted:github-token]')
    expect(redacted.map(({ count }) => count)).toEqual([1, 1])
  })

  test('keeps joiners that letters and pictures need', () => {
    const text = 'می\u200cخواهم 👩\u200d💻'

    expect(clean(text)).toEqual({ text, repaired: 0, redacted: [] })
  })
})
