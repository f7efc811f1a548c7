import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { healthPath, writeHealth } from '../../packages/agent-host/src/state/problems.ts'
import { config, folder, json, path, remember, report, run, setModel, setPluginConfig, setStage } from './command-line-stage.ts'

setStage()

const entry = () => config.plugins.entries['crabtrail'] as object
const given = (own: Readonly<Record<string, object>>) => {
  config.plugins.entries['crabtrail'] = own
  setPluginConfig(own['config'])
}
/** As a gateway that stands still leaves its folder. */
const unused = () => remember()
/** Setup switches the plugin, its permissions and judging on. */
const setUp = async () => {
  setModel({ complete: async () => ({ text: '{}', usage: {} }) })
  const done = await run('setup', { yes: true })
  expect(done.out).toContain('Judging is switched on')
}

describe('unsetup', () => {
  test.each([
    ['nothing', {}],
    ['a permission', { hooks: { allowPromptInjection: false } }],
    ['settings of the owner', { hooks: { allowConversationAccess: true }, config: { follow: false, tokens: 900 } }],
  ])('takes back what setup wrote, and leaves %s as it was', async (_, own) => {
    given(structuredClone(own))
    await setUp()
    const after = structuredClone(entry())

    const looked = await run('unsetup')
    const untouched = structuredClone(entry())
    const done = await run('unsetup', { yes: true })

    expect(after).not.toEqual(own)
    expect(untouched).toEqual(after)
    expect(looked).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/would take back: plugins\.entries\.crabtrail\.config\.model is removed\n[\s\S]*Nothing was changed/),
    })
    expect(done).toMatchObject({ exit: 0, out: expect.stringContaining('taken back: plugins.entries.crabtrail.config.model is removed\n') })
    expect(entry()).toEqual(own)
    expect((await json('unsetup')).takenBack).toEqual([])
  })

  test('leaves what the owner changed since, and names it', async () => {
    given({})
    await setUp()
    Object.assign((entry() as { config: object }).config, { modelDayUsd: 2 })

    const { out } = await run('unsetup', { yes: true })

    expect(out).toContain('left as it is, because it was changed since: plugins.entries.crabtrail.config.modelDayUsd\n')
    expect(entry()).toEqual({ config: { modelDayUsd: 2 } })
  })

  test('takes a setting that was set up twice back to what stood before the first', async () => {
    given({ hooks: { allowPromptInjection: false, allowConversationAccess: true } })
    await run('setup', { yes: true })
    given({ hooks: { allowPromptInjection: false, allowConversationAccess: true } })
    await run('setup', { yes: true })

    await run('unsetup', { yes: true })

    expect(entry()).toEqual({ hooks: { allowPromptInjection: false, allowConversationAccess: true } })
  })

  test('names what may be of setup where it is not known what setup wrote', async () => {
    given({ hooks: { allowConversationAccess: true } })

    const { out } = await run('unsetup', { yes: true })

    expect(out).toContain('    openclaw config unset plugins.entries.crabtrail.hooks.allowConversationAccess\n')
    expect(entry()).toEqual({ hooks: { allowConversationAccess: true } })
  })

  test('keeps the memory, and deletes it with --delete-store and --yes alone: its own files and no other', async () => {
    given({})
    unused()
    writeFileSync(join(folder, 'crabtrail', 'crabtrail.db.copy'), 'of the owner')
    await writeHealth(healthPath(path()), report({ stopped: true }))

    await run('unsetup', { yes: true })
    const looked = await run('unsetup', { deleteStore: true })
    const kept = existsSync(path())
    const { files } = await json('unsetup', { deleteStore: true, yes: true })

    expect(looked.out).toMatch(/would delete: \S+crabtrail\.db \(\d+ bytes\)/)
    expect(kept).toBe(true)
    expect(files.length).toBeGreaterThanOrEqual(2)
    expect(readdirSync(join(folder, 'crabtrail'))).toEqual(['crabtrail.db.copy'])
  })

  test('deletes no memory that a gateway uses', async () => {
    given({})
    unused()
    await writeHealth(healthPath(path()), report({}))

    const { exit, out } = await run('unsetup', { deleteStore: true, yes: true })

    expect(exit).not.toBe(0)
    expect(out).toContain('stop it first')
    expect(existsSync(path())).toBe(true)
  })

  test('deletes no memory on a server', async () => {
    mkdirSync(join(folder, 'crabtrail'))
    given({ config: { storePath: 'postgres://ann@localhost/notes' } })

    const { exit, out } = await run('unsetup', { deleteStore: true, yes: true })

    expect(exit).not.toBe(0)
    expect(out).toContain('delete it there')
  })
})

describe('setup --yes', () => {
  test('ends with 0 where only what the owner alone can know is left, and still says it', async () => {
    Object.assign(config, { channels: { telegram: { enabled: true } } })

    const { exit, out } = await run('setup', { yes: true })

    expect(out).toMatch(/✗ who gets memory: .*\n {4}openclaw config set commands\.ownerAllowFrom/)
    expect(exit).toBe(0)
    expect((await run('setup')).exit).toBe(1)
  })

  test('ends with 1 where something else is', async () => {
    Object.assign(config, { channels: { telegram: { enabled: true } } })
    setPluginConfig({ deadlineMs: 'soon' })

    expect((await run('setup', { yes: true })).exit).toBe(1)
  })
})
