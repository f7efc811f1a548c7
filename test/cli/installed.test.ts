/** The command line as npm installs it from its tarball. Nothing is fetched: the tarball holds all that it needs. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../src/child.ts'
import { pack } from '../src/pack.ts'
import { onlyDocument } from './place.ts'

const folder = mkdtempSync(join(tmpdir(), 'crabtrail-installed-'))
const [home, packed, prefix] = [join(folder, 'home'), join(folder, 'packed'), join(folder, 'prefix')]
const env = { PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`, HOME: home }
const installed = join(prefix, 'lib/node_modules/crabtrail')
const ask = (...args: ReadonlyArray<string>) =>
  onlyDocument(execFileSync(join(prefix, 'bin/crabtrail'), [...args, '--json'], { env, cwd: home, encoding: 'utf8' }))

const hasNpm = process.platform !== 'win32' && spawnSync('npm', ['--version'], { env: { ...env, HOME: folder } }).status === 0

describe.skipIf(!hasNpm)('npm install --global ./crabtrail-VERSION.tgz', () => {
  beforeAll(async () => {
    for (const one of [home, packed, prefix]) mkdirSync(one)
    const tarball = await pack('cli', packed)
    const args = ['install', '--global', '--offline', '--omit=optional', '--no-audit', '--no-fund', '--prefix', prefix, tarball]
    await run({ command: 'npm', args, cwd: folder, env, timeoutMs: 120_000 })
  }, 300_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('the only dependency is the native engine, and it is optional', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))

    expect(manifest.dependencies).toBeUndefined()
    expect(Object.keys(manifest.optionalDependencies)).toEqual(['better-sqlite3'])
    expect(ask('--version')).toEqual({ version: manifest.version })
  })

  test('a person can ingest notes, ask and be answered', () => {
    expect(ask('ingest', join(installed, 'demo/notes')).skipped).toEqual([])

    const { items } = ask('recall', 'How do we roll back a bad deploy of the API?')

    expect(items[0].node).toBe('runbooks/roll-back-a-bad-deploy.md')
  })
})
