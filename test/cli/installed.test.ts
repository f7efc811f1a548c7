/** The command line as npm installs it from its tarball. Nothing is fetched: the tarball holds all that it needs. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../src/child.ts'
import { pack } from '../src/pack.ts'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { onlyDocument } from './place.ts'

const folder = mkdtempSync(join(tmpdir(), 'crabtrail-installed-'))
const [home, packed, prefix] = [join(folder, 'home'), join(folder, 'packed'), join(folder, 'prefix')]
const env = { PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`, HOME: home }
const installed = join(prefix, 'lib/node_modules/crabtrail')
const ask = (...args: ReadonlyArray<string>) =>
  onlyDocument(execFileSync(join(prefix, 'bin/crabtrail'), [...args, '--json'], { env, cwd: home, encoding: 'utf8' }))

const { describePostgres, server } = sharedPostgres()

const hasNpm = process.platform !== 'win32' && spawnSync('npm', ['--version'], { env: { ...env, HOME: folder } }).status === 0

describe.skipIf(!hasNpm)('npm install --global ./crabtrail-VERSION.tgz', () => {
  beforeAll(async () => {
    for (const one of [home, packed, prefix]) mkdirSync(one)
    const tarball = await pack('cli', packed)
    const args = ['install', '--global', '--offline', '--omit=optional', '--no-audit', '--no-fund', '--prefix', prefix, tarball]
    await run({ command: 'npm', args, cwd: folder, env, timeoutMs: 120_000 })
  }, 300_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('the only dependencies are the native engine and the driver of PostgreSQL, and both are optional', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))

    expect(manifest.dependencies).toBeUndefined()
    expect(Object.keys(manifest.optionalDependencies)).toEqual(['better-sqlite3', 'pg'])
    expect(ask('--version')).toEqual({ version: manifest.version })
  })

  test('a person can ingest notes, ask and be answered', () => {
    expect(ask('ingest', join(installed, 'demo/notes')).skipped).toEqual([])

    const { items } = ask('recall', 'How do we roll back a bad deploy of the API?')

    expect(items[0].node).toBe('runbooks/roll-back-a-bad-deploy.md')
  })

  test('a PostgreSQL store asks for its driver, which nothing else has needed', () => {
    const { status, stdout } = spawnSync(
      join(prefix, 'bin/crabtrail'),
      ['show', '--store', 'postgres://ann:s3cret@127.0.0.1:1/m', '--json'],
      {
        env,
        cwd: home,
        encoding: 'utf8',
      },
    )

    const place = 'postgres://ann@127.0.0.1:1/m'
    const detail = 'PostgreSQL needs the package pg, which is not installed: install Crabtrail again without --omit=optional'
    expect(status).toBe(1)
    expect(onlyDocument(stdout)).toEqual({
      error: { tag: 'StoreUnavailable', message: `${place}: ${detail}`, reason: 'unsupported', place, detail, retryable: false },
    })
  })

  describePostgres('with the driver beside it', () => {
    test('a person can keep the memory in a PostgreSQL database', async () => {
      const complete = join(folder, 'complete')
      cpSync(installed, complete, { recursive: true })
      mkdirSync(join(complete, 'node_modules'))
      symlinkSync(dirname(createRequire(import.meta.url).resolve('pg/package.json')), join(complete, 'node_modules/pg'))
      const url = await server().createDatabase()
      const askIt = (...args: ReadonlyArray<string>) => {
        const words = [join(complete, 'dist/main.js'), ...args, '--store', url, '--json']
        return onlyDocument(execFileSync(process.execPath, words, { env, cwd: home, encoding: 'utf8' }))
      }

      expect(askIt('ingest', join(installed, 'demo/notes')).skipped).toEqual([])
      expect(askIt('recall', 'How do we roll back a bad deploy of the API?').items[0].node).toBe('runbooks/roll-back-a-bad-deploy.md')
      expect(askIt('verify', '--rederive')).toMatchObject({ ok: true })
    })
  })
})
