import { createHmac, hash, randomBytes } from 'node:crypto'
import * as Effect from 'effect/Effect'
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../../domain/events/brain-event.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { contentDrafts, fingerprintWith } from './content-drafts.ts'

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
