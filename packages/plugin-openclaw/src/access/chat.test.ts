import { expect, test } from 'vitest'
import { chatOf } from './access.ts'

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
