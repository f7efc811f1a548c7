import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ownerListCause, raise, settle, workspaceCause } from '../../packages/agent-host/src/state/problems.ts'
import { sharedMemory } from '../../packages/agent-host/src/state/shared-memory.ts'
import { sharedState } from '../../packages/agent-host/src/state/shared-state.ts'
import { trail } from '../../packages/plugin-openclaw/src/commands/trail.ts'
import { openClawParts } from '../../packages/plugin-openclaw/src/host/openclaw.ts'
import type { HostConfig } from '../../packages/plugin-openclaw/src/host/owners.ts'
import { ownersIn } from '../../packages/plugin-openclaw/src/host/owners.ts'
import { agent, brain, folder, memory, parts, patient, remember, say, session, setStage, turn } from './trail-stage.ts'

setStage()

describe('/trail status', () => {
  test('status tells what is remembered and what is wrong', async () => {
    expect(await say('status')).toContain('nothing is remembered yet')

    await remember('releases.md', 'Releases')
    await say('off')
    raise(parts.state, 'store', 'the disk is full', () => {})

    expect(await say('status')).toMatch(
      /^Memory is off in this conversation\.\nlocal\/agent-\d+\/default: 1 node, .*\n[\s\S]*Wrong: the disk is full$/,
    )
  })

  test('status names the missing owner list with the setting, once, until the list names somebody of the channel', async () => {
    const advice = `Wrong: nobody who writes over telegram is known as the owner, so nobody gets memory there; name yourself: set commands.ownerAllowFrom to ["telegram:YOUR_ID"] in the host’s configuration`
    const host = { channels: { telegram: { enabled: true } } }
    const status = (hostConfig: () => HostConfig) =>
      trail(
        { ...parts, ...openClawParts(hostConfig) },
        { isAuthorizedSender: true, senderIsOwner: true, agentId: agent, sessionKey: session, args: 'status' },
      )

    const before = await status(() => host)
    raise(parts.state, ownerListCause('telegram'), ownersIn({}).advice('telegram'), () => {})
    const afterwards = await status(() => host)
    settle(parts.state, ownerListCause('telegram'))
    const named = await status(() => ({ ...host, commands: { ownerAllowFrom: ['telegram:42'] } }))

    expect([before, afterwards].map((text) => text.split('\n').filter((line) => line.startsWith('Wrong')))).toEqual([[advice], [advice]])
    expect(named).not.toContain('Wrong')
  })

  test('status says first that the memory is blind, and counts what people said, without what they took back', async () => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')
    await say('used 1')
    const found = {
      brain,
      session,
      turn: 't1',
      verdict: 'not-useful',
      nodes: ['releases.md'],
      actor: agent,
      tier: 'agent',
      origin: 'agent',
    } as const
    await memory.worker().ask('feedback', { ...found, actorKind: 'agent' }, patient)
    raise(parts.state, 'store', 'the disk is full', () => {})
    raise(parts.state, 'prompt-injection', 'the host does not let this plugin add to prompts', () => {})

    const told = await say('status')
    await say('undo')
    const after = await say('status')

    expect(told).toMatch(/^Blind: the host does not let this plugin add to prompts\nMemory is on/)
    expect(told).toContain('1 turn, 1 verdict of people, at position')
    expect(after).toContain('1 turn, 0 verdicts of people, at position')
    expect(told).toMatch(/\nWrong: the disk is full$/)
  })

  test('status says what else it knows when the store cannot be reached, the reason once and what to do to the end', async () => {
    const path = join(folder, 'status', 'x'.repeat(300), 'memory.db')
    const broken = sharedMemory({ path, entry: new URL('../../packages/plugin-openclaw/src/worker.ts', import.meta.url) })
    broken.start(() => {})
    const state = sharedState(path)
    state.health.absences['unavailable'] = 2
    const status = () =>
      trail(
        { ...parts, memory: broken, state },
        { isAuthorizedSender: true, senderIsOwner: true, agentId: agent, sessionKey: session, args: 'status' },
      )

    const before = await status()
    const setting = 'plugins.entries.crabtrail.hooks.allowConversationAccess'
    raise(
      state,
      'conversation-access',
      `${'the host does not let this plugin hear conversations, '.repeat(3)}: openclaw config set ${setting} true`,
      () => {},
    )
    raise(state, 'store', 'the memory cannot be used, and turns go on without it: its name is too long', () => {})
    const told = await status()
    for (let at = 0; at < 9; at++) raise(state, `cause ${at}`, 'the status cannot be written '.repeat(20), () => {})
    const much = await status()
    await broken.stop()

    expect(before).toMatch(/^Memory is on .*\nThe memory cannot be used now: .*x{50}[\s\S]*\nTurns without memory .*: unavailable 2$/)
    expect(told).toMatch(new RegExp(`^Blind: .*: set ${setting} to true in the host’s configuration\nMemory is on `))
    expect(told).toContain('\nWrong: the memory cannot be used, and turns go on without it: its name is too long')
    expect(told).toContain('The memory cannot be used now.\n')
    expect(much).toMatch(/\n9 more are told by the status in a terminal\.$/)
    expect(much.length).toBeLessThan(900)
  })

  test('status says how long a reply waits for the memory once one waited in vain', async () => {
    const before = await say('status')
    parts.state.health.absences['late'] = 1
    const after = await say('status')
    delete parts.state.health.absences['late']

    expect(before).not.toContain('A reply waits')
    expect(after).toContain('\nA reply waits at most 10000 ms for the memory, as it is set.')
  })

  test('status tells nothing of other agents: neither what is wrong with their workspaces nor how they talk', async () => {
    const { health } = parts.state
    raise(parts.state, workspaceCause(brain), 'the workspace /home/own cannot be read', () => {})
    raise(parts.state, workspaceCause('local/somebody/default'), 'the workspace /home/somebody cannot be read', () => {})
    Object.assign(health.absences, { off: 3, 'no-text': 4, 'not-interactive': 5, locked: 6 })

    const told = await say('status')
    for (const reason of Object.keys(health.absences)) delete health.absences[reason]

    expect(told).toMatch(/\nTurns without memory since the gateway started, of all agents: locked 6\n/)
    expect(told).toMatch(/\nWrong: the workspace \/home\/own cannot be read$/)
    expect(told).not.toMatch(/somebody|more are told/)
  })
})
