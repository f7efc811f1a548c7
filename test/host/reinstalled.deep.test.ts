/**
 * The plugin is uninstalled and installed again: the host leaves it switched off and forgets its permission, and the commands that our page and `setup` name
 * bring both back.
 *
 * In short: `test/plugin/command-line-setup.test.ts`
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHost, type Host, packPlugin } from '../src/openclaw.ts'
import { fewPlugins } from '../src/openclaw-settings.ts'

let folder: string
let host: Host
let tarball: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reinstalled-'))
  mkdirSync(join(folder, 'packed'))
  tarball = await packPlugin(join(folder, 'packed'))
  host = await createHost('http://127.0.0.1:9/v1', { within: folder, config: fewPlugins() })
  await host.install(tarball, { id: 'crabtrail', config: {} })
}, 600_000)
afterAll(async () => {
  await host.dispose()
  rmSync(folder, { recursive: true, force: true })
})

const install = () => host.cli('plugins', 'install', `npm-pack:${tarball}`, '--force', '--accept-capabilities')
const refused = (...args: ReadonlyArray<string>): Promise<string> =>
  host.cli(...args).then(
    (out) => `it ran: ${out}`,
    (error: Error) => error.message,
  )
/** The commands in the first paragraph of the page that the package ships. */
const wayBack = (): ReadonlyArray<ReadonlyArray<string>> => {
  const page = readFileSync(new URL('../../packages/plugin-openclaw/README.md', import.meta.url), 'utf8')
  const [, commands = ''] = /it is off until you type (.*?): the host/.exec(page.split('\n## ')[0] ?? '') ?? []
  return [...commands.matchAll(/`openclaw ([^`]+)`/g)].map(([, command = '']) => command.split(' '))
}

test('installed again it is off, until the commands are typed that its page begins with', async () => {
  const before = await host.cli('crabtrail', 'setup', '--yes')
  await host.cli('plugins', 'uninstall', 'crabtrail', '--force')
  await install()
  const off = await refused('crabtrail', 'status')
  for (const command of wayBack()) await host.cli(...command)
  const after = await host.cli('crabtrail', 'status')

  expect(before).toContain('Everything is in order.')
  expect(wayBack()).toHaveLength(2)
  for (const command of wayBack()) expect(before).toContain(`    openclaw ${command.join(' ')}\n`)
  expect(off).toContain('plugins.entries.crabtrail.enabled=false')
  expect(after).toContain('✓ conversation access')
}, 900_000)
