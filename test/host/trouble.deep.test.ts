/**
 * A memory in trouble in a real gateway: its store locked, broken or gone, conversations it may not hear, and what somebody did wrong.
 *
 * `test/plugin/never-in-the-way.test.ts`, `bad-input.test.ts`, `health-problems.test.ts` and `health-status.test.ts` prove the same in the fake
 * host.
 *
 * In short: `test/plugin/never-in-the-way.test.ts`
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { HealthReport } from '../../packages/agent-host/src/state/problems.ts'
import { fewPlugins } from '../src/openclaw-settings.ts'
import { realHost } from './stage.ts'
import { agent, layReleases, question, skips, troubled, typesOf, withMemory, without } from './trouble-stage.ts'

const deadlineMs = 5_000

const stage = realHost({
  agents: ['main', agent],
  config: { agents: { ownership: 'explicit' }, ...fewPlugins() },
  prepare: async ({ host }) => layReleases(host),
})
const { events, health, holdLock, meanwhile, notesRead, path, set, status, stopped, told, turn, turnApart, until } = troubled(stage)

beforeAll(notesRead)

describe('a store that another program has locked', () => {
  /** The store itself waits 200 ms for a lock, so that who is done sooner was ended by the deadline. */
  const soonMs = 100
  /** For a gateway that has other things to do just then. */
  const busyMs = 900

  test('makes no turn wait beyond the deadline, and what happened is in the log when it is free again', async () => {
    await set({ config: { deadlineMs: soonMs } })

    const log = await meanwhile(async () => {
      const letGo = await holdLock()
      expect([await turn(), await turn()]).toEqual([without, without])
      expect(await status()).toContain('deadline 2')
      await letGo()
    })

    expect(skips(log)).toMatchObject([{ reason: 'deadline' }, { reason: 'deadline' }])
    for (const { waitedMs } of skips(log)) expect(waitedMs).toBeLessThan(soonMs + busyMs)
    expect(typesOf(log)).not.toContain('TurnStarted')
    expect(told(/goes on without memory \(deadline/)).toHaveLength(1)
  })

  test('until the host no longer waits for the hook: nothing is appended by it', async () => {
    const hookMs = 60
    await set({ config: { deadlineMs }, hooks: { timeouts: { before_prompt_build: hookMs } } })

    const log = await meanwhile(async () => {
      const letGo = await holdLock()
      // The recall is still waiting for the lock then, and would go on to write.
      const freed = until(() => told(new RegExp(`before_prompt_build.*timed out after ${hookMs}ms`)).length > 0).then(letGo)
      expect(await turn()).toEqual(without)
      await freed
    })

    expect(skips(log)).toMatchObject([{ reason: 'ended' }])
    // On a machine so busy that the plugin hears late of the end, the record of the turn says that nobody was given it.
    const [skip] = log.filter(({ type }) => type === 'RecallSkipped')
    for (const begun of log.filter(({ type }) => type === 'TurnStarted')) expect(skip?.turn).toBe(begun.turn)
    expect(told(/goes on without memory \(ended/)).toHaveLength(1)
  })
})

describe('a store that throws', () => {
  test('from the beginning is told once in the log, once to the owner in the chat, and in the status', async () => {
    mkdirSync(join(stage.host.state, 'folder.db'))
    await set({ config: { storePath: 'folder.db' }, hooks: { timeouts: null } })
    await until(() => told(/memory cannot be used, and turns go on without it: .*folder\.db: it is a folder/).length === 1)

    expect([await turnApart(), await turnApart()]).toEqual([without, without])

    expect(told(/crabtrail: the memory cannot be used.*folder\.db/)).toHaveLength(1)
    expect(told(/crabtrail: this turn goes on without memory.*folder\.db/)).toHaveLength(1)
    expect(told(/crabtrail: .*folder\.db/)).toHaveLength(2)
    expect(await status()).toMatch(/cannot be used now\.[\s\S]*unavailable 2[\s\S]*Wrong: .*folder\.db: it is a folder: name a file in it/)
    expect(await heardByOwner('needs its owner. Tell them: the memory cannot be used')).toBe(1)
  })

  test('because somebody put another file in its place costs its turns their memory, until it is back', async () => {
    await set({ config: { storePath: null } })
    expect(await turn()).toEqual(withMemory)
    await events()
    await stage.leaveStore()
    const away = join(stage.host.state, 'away.db')

    renameSync(path(), away)
    writeFileSync(path(), 'no database '.repeat(10_000))
    expect([await turn(), await turn()]).toEqual([without, without])
    await until(() => told(/the memory cannot be used, and turns go on without it: .*crabtrail\.db/).length > 0)
    expect(await status()).toMatch(/Wrong: .*crabtrail\.db/)
    rmSync(path())
    renameSync(away, path())
    expect([await turn(), await turn()]).toEqual([withMemory, withMemory])

    await until(() => told(/crabtrail: the memory works again/).length > 0)
    expect(told(/the memory cannot be used, and turns go on without it: .*crabtrail\.db/)).toHaveLength(1)
    expect(skips(await events()).slice(-2)).toMatchObject([{ reason: 'unavailable' }, { reason: 'unavailable' }])
  })
})

describe('a plugin that may not hear conversations', () => {
  const command = 'openclaw config set plugins.entries.crabtrail.hooks.allowConversationAccess true'

  test('says so once in the log, once to the owner in the chat, and in the status, with what to do', async () => {
    await set({ hooks: { allowConversationAccess: null } })

    expect([await turnApart(), await turnApart()]).toEqual([without, without])

    expect(told(/crabtrail: the host does not let this plugin hear conversations/)).toEqual([expect.stringContaining(command)])
    expect(await heardByOwner('needs its owner. Tell them: the host does not let')).toBe(1)
    expect(await status()).toContain('set plugins.entries.crabtrail.hooks.allowConversationAccess to true in the host’s configuration')
    // The command `openclaw crabtrail status` reads this file.
    await health(({ problems }) => problems['conversation-access']?.endsWith(command) === true)
  })

  test('has its memory again when it may', async () => {
    await set({ hooks: { allowConversationAccess: true } })

    expect(await turn()).toEqual(withMemory)
    expect(await health(({ problems }) => Object.keys(problems).length === 0)).toMatchObject({ stopped: false })
  })
})

describe('what somebody did wrong', () => {
  test('in the settings is refused by its name, and the gateway goes on with the ones before', async () => {
    await expect(set({ config: { dedline: 5 } })).rejects.toThrow(/plugins\.entries\.crabtrail\.config.*"dedline"/)
    await expect(set({ config: { deadlineMs: 'soon' } })).rejects.toThrow(/plugins\.entries\.crabtrail\.config\.deadlineMs.*integer/)

    const file = join(stage.host.state, 'openclaw.json')
    const before = readFileSync(file)
    stage.host.configure({ plugins: { entries: { crabtrail: { config: { dedline: 5 } } } } })
    await until(() => told(/reload skipped.*"dedline"/).length > 0)
    writeFileSync(file, before)

    expect(await turn()).toEqual(withMemory)
  })

  test('by saying two million characters at once costs that turn its memory', async () => {
    const log = await meanwhile(async () => {
      expect(await turn(`${question} ${'and why? '.repeat(222_222)}`, `agent:${agent}:long`)).toEqual(without)
      expect(await turn()).toEqual(withMemory)
    })

    expect(skips(log)).toMatchObject([{ reason: 'too-long' }])
    expect(told(/goes on without memory \(too-long.*at most 16000/)).toHaveLength(1)
  })

  test('to the workspace takes nothing from the memory: when it is back, so is what is remembered', async () => {
    const workspace = stage.host.workspaceOf(agent)

    renameSync(workspace, `${workspace}-away`)
    // The host itself answers nobody then; a new session makes the plugin look.
    expect(await stage.host.chat(`agent:${agent}:second`, question)).toMatch(/workspace is missing/)
    await stage.host.reset(`agent:${agent}:long`)
    await until(() => told(/crabtrail: the workspace .* cannot be read, and what was read from it is still remembered/).length > 0)
    renameSync(`${workspace}-away`, workspace)
    const backAt = Date.now()

    expect(await turn(question, `agent:${agent}:third`)).toEqual(withMemory)
    // A status of before may still lie there.
    const ownIn = ({ workspaces }: HealthReport) => workspaces.find(({ brain }) => brain === `local/${agent}/default`)
    const looked = await health((report) => Object.keys(report.problems).length === 0 && (ownIn(report)?.lastAt ?? 0) >= backAt)
    expect(ownIn(looked)).toMatchObject({ notes: 1, problem: null })
    expect(told(/crabtrail: .*workspace/)).toHaveLength(1)
    expect(typesOf(await stage.log(agent))).not.toContain('SourceRetired')
  })
})

test('after all of it the log verifies and nothing was lost', async () => {
  expect(await stopped()).toEqual({ failed: [], signals: { queued: 0, lost: 0 } })
})

/** How often the model is told this in the main conversation of the first agent, where the owner is told what is wrong. */
const heardByOwner = async (text: string): Promise<number> => {
  await stage.host.chat('agent:main:main', 'Good morning!')
  const body = stage.model.requests.map((request) => request.body).findLast((sent) => sent.includes(text)) ?? ''
  return body.split(text).length - 1
}
