import { describe, expect, test } from 'vitest'
import { accessProblem, isListed, isOwnersPeer, missingOwners, mixesGroups, namesAnybody, whoGetsMemory } from './owners.ts'

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

const commands = { ownerAllowFrom: ['telegram:42'] }
const open = { telegram: { allowFrom: ['42', '77'] } }

describe('what keeps the owner from being recognised, or lets others read along', () => {
  test.each([
    ['a channel on which nobody is named', { commands, channels: { discord: {} } }, /^nobody on discord gets memory/],
    ['several people in one main session', { commands, channels: open }, /^several people may write/],
    ['everybody in one main session', { commands, channels: { telegram: { allowFrom: ['*'] } } }, /^several people may write/],
    ['the same, said outright', { commands, session: { dmScope: 'main' }, channels: open }, /^several people may write/],
  ])('is told: %s', (_, host, text) => {
    expect(accessProblem(host)?.text).toMatch(text)
  })

  test.each([
    ['nothing where no channel is set up', {}],
    ['nothing of a channel that is switched off', { channels: { discord: { enabled: false } } }],
    ['nothing of what holds for all channels', { channels: { defaults: { allowFrom: ['*'] } } }],
    ['nothing where the owner writes alone', { commands, channels: { telegram: { allowFrom: ['42'] } } }],
    ['nothing where each has a session', { commands, session: { dmScope: 'per-channel-peer' }, channels: open }],
  ])('is %s', (_, host) => {
    expect(accessProblem(host)).toBeUndefined()
  })

  test('is told of each channel with the setting that ends it', () => {
    const told = missingOwners({ commands, channels: { telegram: {}, discord: {}, irc: { enabled: true } } })

    expect(told).toEqual([expect.stringContaining(`'["discord:YOUR_ID"]'`), expect.stringContaining(`'["irc:YOUR_ID"]'`)])
  })
})

test('who gets memory is told by owner list and settings', () => {
  const given = { groups: 'none', senders: 'owner' } as const

  expect(whoGetsMemory({ commands }, given)).toContain('direct chats of telegram:42; other senders: none; groups and channels: none')
  expect(whoGetsMemory({ channels: { discord: {} } }, given)).toContain('nobody in chat channels')
  expect(whoGetsMemory({}, given)).toContain('no chat channel is set up')
  expect(whoGetsMemory({}, { groups: 'own', senders: 'each' })).toMatch(
    /other senders: a brain of their own.*groups and channels: a brain of their own/,
  )
})
