import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openMemoryWorker } from '@crabtrail/store/worker'
import { describe, expect, test } from 'vitest'
import { healthPath, writeHealth } from '../../packages/agent-host/src/state/problems.ts'
import { registerCommandLine } from '../../packages/plugin-openclaw/src/terminal/command-line.ts'
import { settings, talkDocument, unsure } from '../scenarios/routing-model.ts'
import {
  access,
  brain,
  config,
  folder,
  json,
  Program,
  path,
  patient,
  program,
  remember,
  report,
  run,
  setModel,
  setPluginConfig,
  setStage,
} from './command-line-stage.ts'

setStage()

describe('who gets memory', () => {
  const told = async (change: object) => {
    Object.assign(config, change)
    const { checks } = await json('status')
    return checks.find(({ name }: { readonly name: string }) => name === 'who gets memory')
  }
  const telegram = { telegram: { enabled: true } }
  const list = { ownerAllowFrom: ['telegram:42'] }

  test('is said where nobody but the owner can write', async () => {
    expect(await told({})).toEqual({
      name: 'who gets memory',
      ok: true,
      detail: 'web chat and terminal with the owner’s rights; no chat channel is set up; other senders: none; groups and channels: none',
    })
  })

  test('names the owners of chat channels', async () => {
    expect(await told({ channels: telegram, commands: list })).toMatchObject({
      ok: true,
      detail: expect.stringContaining('direct chats of telegram:42;'),
    })
  })

  test.each([
    ['is empty', {}],
    ['names nobody of the channel', { commands: { ownerAllowFrom: ['discord:9'] } }],
    ['lets everybody be the owner, whom the host takes for nobody', { commands: { ownerAllowFrom: ['*'] } }],
  ])('tells how to be recognised where the owner list %s', async (_, more) => {
    expect(await told({ channels: telegram, ...more })).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/^nobody on telegram gets memory, because the owner list names nobody there; given in: web chat/),
      command: 'openclaw config set commands.ownerAllowFrom \'["telegram:YOUR_ID"]\'',
    })
  })

  test('warns of a conversation that the owner shares with others', async () => {
    const open = { telegram: { enabled: true, allowFrom: ['*'] } }

    expect(await told({ channels: open, commands: list })).toMatchObject({
      ok: false,
      command: 'openclaw config set session.dmScope per-channel-peer',
    })
    expect(await told({ channels: open, commands: list, session: { dmScope: 'per-channel-peer' } })).toMatchObject({ ok: true })
  })

  test('is said of memories apart too', async () => {
    setPluginConfig({ groups: 'own', senders: 'each' })

    expect((await told({})).detail).toContain(
      'other senders: a brain of their own each, without anything of the agent’s; groups and channels: a brain',
    )
  })
})

describe('openclaw crabtrail', () => {
  test('has the commands that its help and the manifest name', async () => {
    const { cliCommands } = JSON.parse(
      readFileSync(new URL('../../packages/plugin-openclaw/openclaw.plugin.json', import.meta.url), 'utf8'),
    )
    const names = [...(await program()).actions.keys()].map((name) => name.replace('crabtrail ', ''))

    expect(cliCommands[0].description).toBe(`The memory that learns: ${names.slice(0, 7).join(', ')}, and every command of crabtrail.`)
  })

  test('takes nothing from the host before a command is called', () => {
    const described: object[] = []
    const api = {
      get runtime() {
        throw new Error('the runtime is not available')
      },
      registerCli: (register: (context: object) => void, { descriptors }: { readonly descriptors: ReadonlyArray<object> }) => {
        described.push(...descriptors)
        register({ program: new Program() })
      },
    }
    registerCommandLine(api as never, new URL('file:///none'))

    expect(described).toMatchObject([{ name: 'crabtrail', hasSubcommands: true }])
  })
})

describe('setup', () => {
  test('says that everything is in order, and makes no store for that', async () => {
    expect(await run('setup')).toMatchObject({ out: expect.stringContaining('Everything is in order.'), exit: 0 })
    expect(readdirSync(folder)).toEqual(['workspace'])
  })

  test.each([
    ['the permission to hear conversations', { hooks: {} }, undefined, access],
    [
      'the permission to add to prompts',
      { hooks: { allowConversationAccess: true, allowPromptInjection: false } },
      undefined,
      'hooks.allowPromptInjection true',
    ],
    ['the switch of the plugin', { hooks: { allowConversationAccess: true } }, { enabled: false }, 'config.enabled true'],
  ])('prints what to type for %s, and with --yes does it', async (_, entry, own, command) => {
    config.plugins.entries['crabtrail'] = { ...entry, ...(own === undefined ? {} : { config: own }) }
    setPluginConfig(own)

    const looked = await run('setup')
    const before = JSON.stringify(config)
    const done = await run('setup', { yes: true })
    setPluginConfig(config.plugins.entries['crabtrail'].config)

    expect(looked).toMatchObject({ out: expect.stringContaining(command), exit: 1 })
    expect(before).not.toBe(JSON.stringify(config))
    expect(done).toMatchObject({ out: expect.stringContaining('Put right'), exit: 0 })
    expect((await run('setup')).exit).toBe(0)
  })

  test.each([
    [
      'an owner list that names nobody',
      { channels: { telegram: { enabled: true } } },
      /✗ who gets memory: .*\n {4}openclaw config set commands/,
    ],
    ['a neighbour with a tool of the same name', { plugins: { slots: { memory: 'memory-lancedb' } } }, /✗ neighbours: memory-lancedb/],
  ])('exits with 0 behind --yes where only advice is left, such as %s, and gives it', async (_, change, advice) => {
    const { plugins, ...others } = { plugins: {}, ...change }
    Object.assign(config, others)
    Object.assign(config.plugins, plugins)

    expect(await run('setup')).toMatchObject({ out: expect.stringMatching(advice), exit: 1 })
    expect(await run('setup', { yes: true })).toMatchObject({ out: expect.stringMatching(advice), exit: 0 })
  })

  test('says the way back after an uninstallation, when it can no longer be asked', async () => {
    expect((await run('setup')).out).toMatch(
      /installed again.*\n {4}openclaw plugins enable crabtrail --accept-capabilities\n {4}openclaw crabtrail setup --yes\n$/,
    )
  })

  test('names a setting that is wrong, and does not guess', async () => {
    setPluginConfig({ deadlineMs: 'soon' })

    const { exit, out: said } = await run('setup', { yes: true })

    expect(exit).toBe(1)
    expect(said).toMatch(/✗ settings: plugins\.entries\.crabtrail\.config: .*deadlineMs/)
  })
})

describe('setup, of a language model', () => {
  const replies = (texts: ReadonlyArray<string>) => {
    let calls = 0
    setModel({ complete: async () => ({ text: texts[calls++ % texts.length], usage: {} }) })
    return () => calls
  }

  test('says what it would cost where it is off, by the questions so far', async () => {
    remember()
    const worker = openMemoryWorker({ path: path() })
    await worker.ask('profile', { brain, profile: 'balanced', settings }, patient)
    await worker.ask('ingest', { brain, documents: [talkDocument] }, patient)
    await worker.ask('recall', { brain, question: unsure }, patient)
    await worker.close(10_000)
    const without = (await run('setup')).out
    const calls = replies(['{"follow":[1]}'])

    expect(without).toMatch(
      /No language model is set\. .*\n.*\nIt also names, once, by which other words .* for the 17 memories so far about 2 calls, .*\nIt also chooses among notes .* By the questions so far, .* asked about 1 times a day, for less than 0\.01 USD by the prices in the settings\.\nTo switch it on, /,
    )
    // Where the host has a model, it is asked once before it is switched on.
    expect((await run('setup')).out).toMatch(/\nThe model of the host answered in \d+ ms, \d+ tokens in and \d+ out, .*\nTo switch it on, /)
    expect(calls()).toBe(1)
  })

  test('asks the host’s model once, and says its time, its cost and which modelMs is enough', async () => {
    setPluginConfig({ model: 'host', modelMs: 30_000 })
    const calls = replies(['{}'])

    const { exit, out } = await run('setup')

    expect(exit).toBe(0)
    expect(out).toContain('✓ model: its settings are in order')
    expect(out).toMatch(
      /✓ language model: answered in \d+ ms, \d+ tokens in and \d+ out, 0\.0\d+ USD by the default prices; modelMs is 30000, \d+00 is enough/,
    )
    expect(calls()).toBe(1)
  })

  test('proposes more time where the model needs it, and sets it with --yes', async () => {
    const own = { model: 'host', modelMs: 1 }
    config.plugins.entries['crabtrail'] = { hooks: { allowConversationAccess: true }, config: own }
    setPluginConfig(own)
    replies(['{}'])

    const looked = await run('setup')
    const done = await run('setup', { yes: true })

    expect(looked.exit).toBe(1)
    expect(looked.out).toMatch(
      /✗ language model: .*too little for such calls\n {4}openclaw config set plugins\.entries\.crabtrail\.config\.modelMs \d+00\n/,
    )
    expect(done).toMatchObject({ out: expect.stringContaining('Put right: language model'), exit: 0 })
    const proposed = Number(/modelMs (\d+)\n/.exec(looked.out)?.[1])
    expect(proposed).toBeGreaterThanOrEqual(300)
    expect(config.plugins.entries['crabtrail']?.config).toEqual({ model: 'host', modelMs: expect.any(Number) })
  })

  test('is against a model whose answer is no use, and changes nothing for it', async () => {
    const own = { model: 'host', modelMs: 1 }
    config.plugins.entries['crabtrail'] = { hooks: { allowConversationAccess: true }, config: own }
    setPluginConfig(own)
    replies(['At seven.'])

    const { exit, out } = await run('setup', { yes: true })

    expect(exit).toBe(1)
    expect(out).toMatch(
      /✗ language model: answered in .* but its answer is not the JSON object .*\n {4}openclaw config set .*config\.model off\n/,
    )
    expect(config.plugins.entries['crabtrail']?.config).toEqual({ model: 'host', modelMs: 1 })
  })

  test('says where a host has no model for plugins, and where a server cannot be tried from here', async () => {
    setPluginConfig({ model: 'host' })
    const without = await run('setup')
    setPluginConfig({ model: { baseUrl: 'http://127.0.0.1:1/v1', model: 'tiny', keyVariable: 'ONLY_IN_THE_GATEWAY' } })
    const elsewhere = await run('setup')

    expect(without).toMatchObject({ exit: 1, out: expect.stringMatching(/✗ model: .*this host offers no model to plugins/) })
    expect(without.out).not.toContain('language model:')
    expect(elsewhere).toMatchObject({ exit: 0, out: expect.stringMatching(/✓ language model: not tried from here: .*\/trail model/) })
  })
})

describe('doctor', () => {
  test('finds nothing wrong where nothing is, and exits with 0', async () => {
    remember()

    expect(await run('doctor')).toMatchObject({ out: expect.stringContaining('Nothing is wrong.'), exit: 0 })
  })

  test.each([
    ['a permission that is missing', () => Object.assign(config.plugins.entries, { crabtrail: {} }), access],
    [
      'a problem of the running gateway',
      () => writeHealth(healthPath(path()), report({ problems: { store: 'the disk is full' } })),
      'the disk is full',
    ],
  ])('finds %s, and exits with 1', async (_, spoil, found) => {
    remember()
    await spoil()

    expect(await run('doctor')).toMatchObject({ out: expect.stringContaining(found), exit: 1 })
    expect(await json('doctor')).toMatchObject({ ok: false })
  })

  test('finds a store that is none', async () => {
    mkdirSync(join(folder, 'crabtrail'))
    writeFileSync(path(), 'x'.repeat(4_096), { mode: 0o600 })

    expect(await run('doctor')).toMatchObject({ out: expect.stringContaining('✗ store'), exit: 1 })
  })
})
