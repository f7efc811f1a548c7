/**
 * The plugin inspector of OpenClaw on our plugin: no breakage, no deprecation, no hook that the host does not know.
 *
 * It reads code without running it. In the packed files, which are minified, it sees the manifest and what is imported; so it is also given the package with the sources in their place, in
 * which it sees every hook and registration.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../src/child.ts'
import { openclawScript, packPlugin } from '../src/openclaw.ts'
import { root } from '../src/openclaw-settings.ts'

interface Report {
  readonly status: string
  readonly summary: { readonly breakageCount: number; readonly deprecationWarningCount: number; readonly liveP0IssueCount: number }
  readonly fixtures: ReadonlyArray<{ readonly hooks: ReadonlyArray<string>; readonly registrations: ReadonlyArray<string> }>
}

const inspector = join(root, 'test/node_modules/@openclaw/plugin-inspector/src/cli.js')

let folder: string
let packed: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'inspected-'))
  const tarball = await packPlugin(folder)
  await run({ command: 'tar', args: ['-xzf', tarball], cwd: folder, env: process.env, timeoutMs: 60_000 })
  packed = join(folder, 'package')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const inspected = async (plugin: string): Promise<Report> => {
  const out = join(folder, 'report')
  const args = [inspector, 'check', '--plugin-root', plugin, '--out', out, '--openclaw', dirname(openclawScript)]
  await run({ command: process.execPath, args, cwd: folder, env: process.env, timeoutMs: 240_000 })
  return JSON.parse(readFileSync(join(out, 'plugin-inspector-report.json'), 'utf8'))
}

/** The package with its sources instead of what was made of them. */
const withSources = (name: string, changed: (index: string) => string = (index) => index): string => {
  const copy = join(folder, name)
  mkdirSync(copy)
  for (const file of ['openclaw.plugin.json', 'README.md']) cpSync(join(packed, file), join(copy, file))
  cpSync(join(root, 'packages/plugin-openclaw/src'), join(copy, 'src'), { recursive: true })
  writeFileSync(
    join(copy, 'package.json'),
    readFileSync(join(packed, 'package.json'), 'utf8').replaceAll('./dist/index.js', './src/index.ts'),
  )
  const index = join(copy, 'src', 'index.ts')
  writeFileSync(index, changed(readFileSync(index, 'utf8')))
  return copy
}

const clean = { status: 'pass', summary: { breakageCount: 0, deprecationWarningCount: 0, liveP0IssueCount: 0 } }

describe('the plugin inspector', () => {
  test('finds no breakage and no deprecation in the packed plugin', async () => {
    expect(await inspected(packed)).toMatchObject(clean)
  })

  test('finds none in its sources, where it sees its hooks and registrations', async () => {
    const report = await inspected(withSources('sources'))

    expect(report).toMatchObject(clean)
    const [seen] = report.fixtures
    expect(seen?.hooks).toEqual(expect.arrayContaining(['before_prompt_build', 'before_agent_run', 'agent_end', 'session_start']))
    expect(seen?.registrations).toEqual(expect.arrayContaining(['registerTool', 'registerCommand', 'registerService']))
    expect(seen?.registrations).not.toContain('registerMemoryCapability')
  })

  test('would find a hook that the host does not know', async () => {
    const misspelt = withSources('misspelt', (index) => index.replace("api.on('before_agent_run'", "api.on('before_agent_rn'"))

    expect((await inspected(misspelt)).summary.liveP0IssueCount).toBe(1)
  })
})
