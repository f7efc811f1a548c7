import { describe, expect, test } from 'vitest'
import { isListed, isOwnersPeer, mixesGroups, namesAnybody } from './owners.ts'

const list = (...ownerAllowFrom: ReadonlyArray<string | number>) => ({ commands: { ownerAllowFrom } })
const telegram = (senderId: string) => ({ channel: 'telegram', senderId })

describe('the owner list', () => {
  test.each([
    ['telegram:42', telegram('42')],
    ['TG:42', telegram('42')],
    [' telegram: 42', telegram('telegram:42')],
    [42, telegram('42')],
    ['+49 (30) 12-34', { channel: 'whatsapp', senderId: '+49301234' }],
    ['whatsapp:+49301234', { channel: 'whatsapp', senderId: '+49301234' }],
    ['@alice:server', { channel: 'matrix', senderId: '@Alice:server' }],
  ])('%s names %o', (entry, sender) => {
    expect(isListed(list(entry), sender)).toBe(true)
  })

  test.each([
    ['telegram:42', telegram('420')],
    ['telegram:42', telegram('4')],
    ['telegram:42', { channel: 'discord', senderId: '42' }],
    ['telegram:42', { channel: 'discord', senderId: 'telegram:42' }],
    ['TG:42', { channel: 'irc', senderId: 'tg:42' }],
    ['*', telegram('*')],
    ['telegram:*', telegram('42')],
    ['', telegram('')],
    ['telegram:', telegram('')],
    ['telegram:user:42', telegram('42')],
    [' * ', telegram(' * ')],
  ])('%s does not name %o', (entry, sender) => {
    expect(isListed(list(entry), sender)).toBe(false)
  })

  test('names nobody on a channel by an id of another one that is set up', () => {
    const sender = { channel: 'irc', senderId: 'zulip:42' }

    expect(isListed(list('zulip:42'), sender)).toBe(true)
    expect(isListed({ ...list('zulip:42'), channels: { zulip: {} } }, sender)).toBe(false)
  })

  test('that is not there names nobody', () => {
    expect(isListed({}, telegram('42'))).toBe(false)
    expect(namesAnybody({}, 'telegram')).toBe(false)
    expect(namesAnybody(list('discord:1', '*'), 'telegram')).toBe(false)
    expect(namesAnybody(list('telegram:*'), 'telegram')).toBe(false)
    expect(namesAnybody(list('telegram:1'), 'telegram')).toBe(true)
    expect(namesAnybody(list('1'), 'telegram')).toBe(true)
  })

  test('names a peer by any of the ids that are linked to the name', () => {
    const host = { ...list('telegram:42'), session: { identityLinks: { Alice: ['discord:9', 'telegram:42'], bob: ['telegram:77'] } } }

    expect(['alice', 'bob', 'carol'].map((peer) => isOwnersPeer(host, { channel: undefined, peer }))).toEqual([true, false, false])
    expect(['42', '77'].map((peer) => isOwnersPeer(host, { channel: 'telegram', peer }))).toEqual([true, false])
  })
})

test.each([
  [{}, false],
  [{ session: { groupScope: 'per-group' } }, false],
  [{ session: { groupScope: 'main' } }, true],
  [{ session: { scope: 'global' } }, true],
  [{ bindings: [{ agentId: 'main', session: { groupScope: 'main' } }] }, true],
  [{ bindings: [{ agentId: 'main' }] }, false],
])('whether groups may share the main session: %o', (host, mixes) => {
  expect(mixesGroups(host)).toBe(mixes)
})
