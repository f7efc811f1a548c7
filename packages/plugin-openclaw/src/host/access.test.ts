import * as access from '@crabtrail/agent-host/access/access'
import type { Access } from '@crabtrail/agent-host/conversation/conversation'
import { describe, expect, test } from 'vitest'
import { chatOf, type HookContext, heardOf } from './heard.ts'
import type { HostConfig } from './owners.ts'
import { ownersIn } from './owners.ts'

const host: HostConfig = {
  commands: { ownerAllowFrom: ['telegram:42'] },
  session: { identityLinks: { me: ['telegram:42'], her: ['telegram:77'] } },
}
const config = { groups: 'none', senders: 'owner' } as const
const telegram = (senderId: string, chatId = senderId): HookContext => ({
  agentId: 'main',
  trigger: 'user',
  channel: 'telegram',
  senderId,
  chatId,
})
const at = (sessionKey: string, more: HookContext = {}): HookContext => ({ ...telegram('42'), sessionKey, ...more })
const web: HookContext = { agentId: 'main', trigger: 'user', channel: 'webchat', senderId: 'gateway-client' }
const terminal: HookContext = { agentId: 'main', trigger: 'user' }
interface Rules {
  readonly host: HostConfig
  readonly config: access.AccessRules['config']
}
const rulesOf = ({ config, host }: Rules): access.AccessRules => ({ owners: ownersIn(host), config })
const accessOf = (
  rules: Rules,
  { context, ...asked }: { readonly context: HookContext; readonly word: boolean | undefined; readonly parent?: Access },
) => access.accessOf(rulesOf(rules), { ...asked, context: heardOf(context) })
const accessOfSession = (rules: Rules, context: HookContext) => access.accessOfSession(rulesOf(rules), heardOf(context))
const shown = (seen: Access) => (seen.memory === 'none' ? seen.reason : seen.memory === 'apart' ? seen.name.replace(/-.*/, '') : 'owner')
const see = (context: HookContext, word?: boolean, rules: { readonly host?: HostConfig; readonly config?: object } = {}) =>
  shown(accessOf({ host: rules.host ?? host, config: { ...config, ...rules.config } }, { context, word }))

describe('who sees the memory of the owner', () => {
  test.each([
    ['the owner in the shared main session', at('agent:main:main'), undefined],
    ['the owner in a direct chat', at('agent:main:telegram:direct:42'), true],
    ['the owner under a linked name', at('agent:main:direct:me'), true],
    ['the owner in a thread', at('agent:main:main:thread:42:1'), true],
    ['the owner in a chat with an id of its own', at('agent:main:main', { chatId: '9000' }), true],
    ['the owner in a direct chat with an id of its own', at('agent:main:telegram:direct:42', { chatId: '9000' }), true],
    ['the owner in a direct chat under a name that is not linked', at('agent:main:direct:alice'), true],
    ['web chat of the owner', { ...web, sessionKey: 'agent:main:main' }, true],
    ['web chat of the owner in a conversation of its own', { ...web, sessionKey: 'agent:main:dashboard:1' }, true],
    ['web chat of the owner in the owner’s direct chat', { ...web, sessionKey: 'agent:main:telegram:direct:42' }, true],
    ['a terminal', { ...terminal, sessionKey: 'agent:main:main' }, true],
    ['a terminal that goes on with a chat', { ...at('agent:main:main', { chatId: '77' }), senderId: undefined } as never, true],
    ['a heartbeat', at('agent:main:main', { trigger: 'heartbeat' }), false],
    ['a cron', { agentId: 'main', sessionKey: 'agent:main:cron:job', trigger: 'cron' }, false],
  ])('%s', (_, context, word) => {
    expect(see(context, word)).toBe('owner')
  })

  test.each([
    ['the owner in a group', at('agent:main:telegram:group:-7', { chatId: '-7' }), true, 'group'],
    ['web chat in the session of a group', { ...web, sessionKey: 'agent:main:telegram:group:-7' }, true, 'group'],
    ['a cron in the session of a group', at('agent:main:telegram:group:-7', { trigger: 'cron' }), true, 'group'],
    ['a stranger in a group', at('agent:main:telegram:group:-7', { senderId: '77' }), false, 'group'],
    ['a stranger in the shared main session', at('agent:main:main', telegram('77')), false, 'not-owner'],
    ['a stranger of whom the host said nothing', at('agent:main:main', telegram('77')), undefined, 'not-owner'],
    ['a stranger in a direct chat', at('agent:main:telegram:direct:77', telegram('77')), false, 'not-owner'],
    ['the owner in the direct chat of a stranger', at('agent:main:telegram:direct:77', telegram('42', '77')), true, 'not-owner'],
    ['web chat in the direct chat of a stranger', { ...web, sessionKey: 'agent:main:telegram:direct:77' }, true, 'not-owner'],
    ['web chat in the direct chat of a stranger under a linked name', { ...web, sessionKey: 'agent:main:direct:her' }, true, 'not-owner'],
    ['web chat without the owner’s scope', { ...web, sessionKey: 'agent:main:main' }, false, 'not-owner'],
    ['web chat of which nothing was said', { ...web, sessionKey: 'agent:main:main' }, undefined, 'unknown-asker'],
    ['a terminal of which nothing was said', { ...terminal, sessionKey: 'agent:main:main' }, undefined, 'unknown-asker'],
    ['nobody over a channel', { ...terminal, channel: 'telegram', sessionKey: 'agent:main:main' }, undefined, 'unknown-asker'],
    [
      'a terminal that goes on with the direct chat of a stranger',
      { ...terminal, channel: 'telegram', sessionKey: 'agent:main:telegram:direct:77' },
      true,
      'unknown-asker',
    ],
    [
      'nobody over a channel, and not the owner',
      { ...terminal, channel: 'telegram', sessionKey: 'agent:main:main' },
      false,
      'unknown-asker',
    ],
    ['the listed owner whom the host does not know', at('agent:main:main'), false, 'disputed'],
    ['an owner whom the list does not name', at('agent:main:main', telegram('77')), true, 'disputed'],
    ['a subagent of nobody known', { ...terminal, sessionKey: 'agent:main:subagent:1' }, true, 'unknown-asker'],
    ['an outside chat bound to a named session', at('agent:main:acp:1', { chatId: 'c9' }), true, 'group'],
  ] as const)('not %s', (_, context, word, reason) => {
    expect(see(context, word)).toBe(reason)
  })

  test.each([
    ['agent:main:main', { session: { groupScope: 'main' } }],
    ['global', { session: { scope: 'global' } }],
    ['agent:main:main', { bindings: [{ session: { groupScope: 'main' } }] }],
  ])('not the owner in a group that shares %s: there only a chat that is the sender’s own is private', (sessionKey, mixing) => {
    const mixed = { host: { ...host, ...mixing } }

    expect(see(at(sessionKey, { chatId: '-7' }), true, mixed)).toBe('group')
    expect(see(at(sessionKey), true, mixed)).toBe('owner')
    expect(see(at(sessionKey, { chatId: undefined } as never), true, mixed)).toBe('unknown-asker')
    expect(see(at(sessionKey, { chatId: '-7', senderId: undefined } as never), true, mixed)).toBe('unknown-asker')
  })

  test('a subagent sees what its maker does', () => {
    const context = { ...terminal, sessionKey: 'agent:main:subagent:1' }
    const of = (parent: Access) => accessOf({ host, config }, { context, word: false, parent })

    expect(of({ memory: 'owner', chatKind: 'main' })).toEqual({ memory: 'owner', chatKind: 'main' })
    expect(of({ memory: 'none', chatKind: 'group', reason: 'group' })).toMatchObject({ memory: 'none' })
  })
})

describe('memories apart', () => {
  const own = { config: { groups: 'own' } }
  const each = { config: { senders: 'each' } } as const
  const nameOf = (context: HookContext, rules: { readonly config: object }, mixing: HostConfig = {}) => {
    const seen = accessOf({ host: { ...host, ...mixing }, config: { ...config, ...rules.config } }, { context, word: false })
    return seen.memory === 'apart' ? seen.name : seen.memory
  }

  test('a group has one of its own for everybody in it, by whatever session it comes, and it is no other’s', () => {
    const inGroup = nameOf(at('agent:main:telegram:group:-7'), own)
    const mixed = nameOf(at('agent:main:main', { chatId: '-7', senderId: '77' }), own, { session: { groupScope: 'main' } })
    const topic = nameOf(at('agent:main:telegram:group:-7:topic:3', telegram('77')), own)
    const other = nameOf(at('agent:main:telegram:group:-8'), own)
    const elsewhere = nameOf(at('agent:main:signal:group:-7'), own)

    const room = nameOf(at('agent:main:telegram:group:!room', telegram('77')), own)
    const roomMixed = nameOf(at('agent:main:main', { chatId: '!Room' }), own, { session: { groupScope: 'main' } })

    expect(inGroup).toMatch(/^group-[0-9a-f]{16}$/)
    expect(roomMixed).toBe(room)
    expect([mixed, topic]).toEqual([inGroup, inGroup])
    expect(new Set([inGroup, other, elsewhere]).size).toBe(3)
    expect(nameOf(at('agent:main:sig:group:nal-7'), own)).not.toBe(elsewhere)
    expect(nameOf(at('agent:main:telegram:group:'), own)).toBe('none')
  })

  test('a sender has one of their own in direct chats, and none in a group or without an id', () => {
    const shared = nameOf(at('agent:main:main', telegram('77')), each)

    expect(shared).toMatch(/^sender-[0-9a-f]{16}$/)
    expect(nameOf(at('agent:main:telegram:direct:77', telegram('77')), each)).toBe(shared)
    expect(nameOf(at('agent:main:main', telegram('78')), each)).not.toBe(shared)
    expect(nameOf(at('agent:main:main', telegram('U7')), each)).toBe(nameOf(at('agent:main:main', telegram('u7')), each))
    expect(accessOfSession({ host, config: { ...config, ...each.config } }, { sessionKey: 'agent:main:telegram:direct:77' })).toEqual({
      memory: 'apart',
      chatKind: 'direct',
      name: shared,
    })
    expect(nameOf(at('agent:main:telegram:group:-7', { senderId: '77' }), each)).toBe('none')
    expect(nameOf({ ...web, sessionKey: 'agent:main:main' }, each)).toBe('none')
    expect(nameOf(at('agent:main:main'), each)).toBe('none')
  })

  test('the owner’s is never one of them', () => {
    expect(see(at('agent:main:main'), true, { config: { groups: 'own', senders: 'each' } })).toBe('owner')
  })

  test('what begins and ends is told to the memory that its key names', () => {
    const session = (sessionKey: string, rules: object = {}) =>
      shown(accessOfSession({ host, config: { ...config, ...rules } }, { sessionKey }))

    expect(['agent:main:main', 'agent:main:term', 'agent:main:telegram:direct:42'].map((key) => session(key))).toEqual([
      'owner',
      'owner',
      'owner',
    ])
    expect(session('agent:main:telegram:direct:77')).toBe('not-owner')
    expect(session('agent:main:telegram:group:-7')).toBe('group')
    expect(session('agent:main:telegram:direct:77', { senders: 'each' })).toBe('sender')
    expect(session('agent:main:telegram:group:-7', { groups: 'own' })).toBe('group')
  })
})

test.each([
  ['agent:main:main', { kind: 'main' }],
  ['Agent:Main:MAIN', { kind: 'main' }],
  ['agent:main:main:thread:42:5', { kind: 'main' }],
  ['global', { kind: 'main' }],
  ['unknown', { kind: 'main' }],
  ['agent:main:googlechat:space:s1', { kind: 'group', channel: 'googlechat', peer: 's1' }],
  ['agent:main:matrix:room:r1', { kind: 'group', channel: 'matrix', peer: 'r1' }],
  ['agent:main:telegram:direct:42', { kind: 'direct', channel: 'telegram', peer: '42' }],
  ['agent:main:telegram:bot2:direct:42', { kind: 'direct', channel: 'telegram', peer: '42' }],
  ['agent:main:direct:alice', { kind: 'direct', channel: undefined, peer: 'alice' }],
  ['agent:main:slack:direct:u1:thread:17', { kind: 'direct', channel: 'slack', peer: 'u1' }],
  ['agent:main:discord:dm:9', { kind: 'direct', channel: 'discord', peer: '9' }],
  ['agent:main:telegram:group:-100', { kind: 'group', channel: 'telegram', peer: '-100' }],
  ['agent:main:telegram:group:-100:topic:3', { kind: 'group', channel: 'telegram', peer: '-100' }],
  ['agent:main:matrix:channel:!room:server', { kind: 'group', channel: 'matrix', peer: '!room:server' }],
  ['telegram:group:-100', { kind: 'group', channel: 'telegram', peer: '-100' }],
  ['agent:main:a:b:c:group:d', { kind: 'group', channel: 'a', peer: 'd' }],
  ['agent:main:a:b:c:direct:d', { kind: 'group', channel: 'a', peer: 'd' }],
  ['agent:main:cron:job:run:1', { kind: 'named' }],
  ['agent:main:group', { kind: 'named' }],
  ['agent:main:term', { kind: 'named' }],
  ['', { kind: 'named' }],
  [undefined, { kind: 'named' }],
])('%s is %o', (key, chat) => {
  expect(chatOf(key)).toEqual(chat)
})

test('a refusal says where one is, and nothing that is remembered', () => {
  expect(access.refusedHere({ memory: 'none', chatKind: 'group', reason: 'group' })).toContain('not for groups')
  expect(access.refusedHere({ memory: 'none', chatKind: 'direct', reason: 'not-owner' })).toContain('not known that the owner is asking')
})
