import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { currentUserText } from '../src/chat-request.ts'
import { agentsOfOneStage, type Stage, stagesOfEachTest } from './stage.ts'

const session = 'agent:main:chat'
const question = 'How are releases deployed?'
const releases = '# Releases\n\nReleases are deployed from the main branch by the nightly Argo pipeline.\n'

const stage = stagesOfEachTest()
/** A gateway that loses its thread, but not its store, and is reloaded. */
const agent = agentsOfOneStage()

const given = (one: Stage) => one.host.requests.map((request) => currentUserText(request).includes('crabtrail-memory'))
const told = (one: Stage) =>
  one.host
    .log()
    .split('\n')
    .filter((line) => line.includes('goes on without memory'))
const reasons = async (one: Stage) => (await one.log()).filter(({ type }) => type === 'RecallSkipped').map(({ data }) => data['reason'])

describe('a store that another program has locked', () => {
  test('costs the turn its memory and nothing else; what happened is recorded when it is free again', async () => {
    const one = await stage()
    await one.note('memory/releases.md', releases)
    const letGo = await one.holdLock()

    const answers = [await one.host.chat(session, question), await one.host.chat(session, question)]
    await one.host.settled()
    const { queued } = one.memory().status().signals
    await letGo()
    await vi.waitUntil(() => one.memory().status().signals.queued === 0, { timeout: 120_000 })

    expect(answers).toEqual(['Done.', 'Done.'])
    expect(given(one)).toEqual([false, false])
    expect(queued).toBeGreaterThan(0)
    expect(await reasons(one)).toEqual(['locked', 'locked'])
    expect((await one.types()).filter((type) => type === 'TurnCompleted')).toHaveLength(2)
    expect(one.memory().status().signals.lost).toBe(0)
    expect(one.state.health.absences).toEqual({ locked: 2 })
    expect(told(one)).toHaveLength(1)
  })
})

describe('a store that cannot be opened', () => {
  test('costs the turns their memory and nothing else, and that is said once', async () => {
    const one = await stage({ config: { storePath: 'broken.db' } })
    mkdirSync(join(one.host.state, 'broken.db'))

    for (let turn = 0; turn < 3; turn++) expect(await one.host.chat(session, question)).toBe('Done.')
    await one.host.heartbeat('Check [deploy]')
    await one.host.reset(session)
    await one.host.settled()

    expect(given(one)).toEqual([false, false, false, false])
    expect(told(one)).toHaveLength(1)
  })
})

describe('a worker that is killed', () => {
  test('during a recall costs the turn its memory and nothing else', async () => {
    const one = await agent()
    await one.note('memory/releases.md', releases)
    const { deaths, starts } = one.memory().status().thread
    const letGo = await one.holdLock()

    // The lock keeps the recall from being answered first.
    const { recall } = one.memory()
    vi.spyOn(one.memory(), 'recall').mockImplementationOnce((...asked) => {
      const outcome = recall(...asked)
      void one.threads.at(-1)?.terminate()
      return outcome
    })

    expect(await one.host.turn(one.session, question)).toBe('Done.')
    await letGo()
    expect(await reasons(one)).toEqual(['unavailable'])
    expect(one.memory().status().thread).toMatchObject({ deaths: deaths + 1, starts: starts + 1 })
  })

  test('between question and answer loses nothing of the turn', async () => {
    const one = await agent()
    await one.note('memory/releases.md', releases)
    one.host.follow(async () => {
      await one.threads.at(-1)?.terminate()
      return 'Done.'
    })

    expect(await one.host.turn(one.session, question)).toBe('Done.')

    expect(given(one)).toEqual([true])
    expect(await one.types()).toEqual(expect.arrayContaining(['TurnStarted', 'TurnCompleted']))
  })
})

describe('a host that no longer waits', () => {
  test('gets nothing, and the log says so', async () => {
    const one = await stage({ hooks: { timeouts: { before_prompt_build: 60 } } })
    await one.note('memory/releases.md', releases)
    const letGo = await one.holdLock()

    expect(await one.host.turn(session, question)).toBe('Done.')
    await one.host.idle()
    await letGo()

    expect(given(one)).toEqual([false])
    expect(await reasons(one)).toHaveLength(1)
    expect(['ended', 'locked']).toContain((await reasons(one))[0])
  })
})

describe('a host that gives no permission to hear conversations', () => {
  test('has its turns as they are', async () => {
    const one = await stage({ hooks: { allowConversationAccess: false } })
    await one.note('memory/releases.md', releases)

    expect(await one.host.chat(session, question)).toBe('Done.')
    await one.host.heartbeat('Check [deploy]')

    expect(given(one)).toEqual([false, false])
  })
})

describe('a reload', () => {
  test('in the middle of a conversation loses nothing of it', async () => {
    const one = await agent()
    await one.note('memory/releases.md', releases)

    await one.host.chat(one.session, question)
    await one.host.reconfigure({ plugins: { entries: { crabtrail: { config: { tokens: 300 } } } } })
    await one.host.chat(one.session, question)

    expect(given(one)).toEqual([true, true])
    expect((await one.types()).filter((type) => type === 'TurnCompleted')).toHaveLength(2)
  })
})
