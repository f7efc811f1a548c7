import { describe, expect, test } from 'vitest'
import { accessProblem, missingOwners, refusedHere, whoGetsMemory } from './owners.ts'

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

test('a refusal says where one is, and nothing that is remembered', () => {
  expect(refusedHere({ memory: 'none', chatKind: 'group', reason: 'group' })).toContain('not for groups')
  expect(refusedHere({ memory: 'none', chatKind: 'direct', reason: 'not-owner' })).toContain('not known that the owner is asking')
})
