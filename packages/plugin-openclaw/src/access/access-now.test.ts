import { expect, test } from 'vitest'
import type { Access } from '../host/conversation.ts'
import { sharedState } from '../host/shared-state.ts'
import { accessNow, sessionTalk } from './asker.ts'

const config = { groups: 'none', senders: 'owner' } as never
const hostConfig = () => ({})

test('a subagent sees what was noted of its maker, and another one nothing', () => {
  const state = sharedState('run-access')
  const made: Access = { memory: 'owner', chatKind: 'main' }
  state.parents.set('agent:main:subagent:1', made)
  const seenBy = (sessionKey: string) => accessNow({ config, hostConfig, state }, { agentId: 'main', sessionKey })

  expect(seenBy('agent:main:subagent:1')).toEqual(made)
  expect(seenBy('agent:main:subagent:2')).toMatchObject({ memory: 'none', reason: 'unknown-asker' })
})

test('the beginning of a conversation is told to the memory that it may see, and to none where it may see none', () => {
  const talk = (sessionKey: string) => sessionTalk({ config, hostConfig }, { agentId: 'main', sessionKey })

  expect(talk('agent:main:main')).toMatchObject({ brain: 'local/main/default' })
  expect(talk('agent:main:telegram:group:-7')).toBeUndefined()
  expect(talk('agent:main:telegram:direct:77')).toBeUndefined()
})
