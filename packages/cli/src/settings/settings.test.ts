import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'

import { type Everywhere, type SettingSources, settingsOf } from './settings.ts'

const unsaid: Everywhere = {
  json: false,
  quiet: false,
  color: true,
  debug: false,
  store: undefined,
  brain: undefined,
  host: undefined,
  embedder: undefined,
  model: undefined,
  modelMs: undefined,
}
const bare: SettingSources = {
  env: {},
  home: '/home/ann',
  folder: '/here',
  config: {},
  configPath: '/home/ann/.config/crabtrail/config.json',
}

const settle = (given: Partial<Everywhere>, around: Partial<SettingSources> = {}) =>
  Result.getOrThrow(settingsOf({ ...unsaid, ...given }, { ...bare, ...around }))
const refuse = (given: Partial<Everywhere>, around: Partial<SettingSources> = {}) =>
  Result.merge(Result.flip(settingsOf({ ...unsaid, ...given }, { ...bare, ...around })))

describe('the store', () => {
  test.each<[string, Partial<Everywhere>, Partial<SettingSources>, string]>([
    ['is in the home folder', {}, {}, '/home/ann/.crabtrail/crabtrail.db'],
    ['is that of the file', {}, { config: { store: 'a.db' } }, '/home/ann/.config/crabtrail/a.db'],
    ['is that of the environment before the file', {}, { config: { store: 'a.db' }, env: { CRABTRAIL_STORE: 'b.db' } }, '/here/b.db'],
    ['is not an empty one of the environment', {}, { env: { CRABTRAIL_STORE: '' } }, '/home/ann/.crabtrail/crabtrail.db'],
    ['is that of the option before all', { store: 'c.db' }, { env: { CRABTRAIL_STORE: 'b.db' } }, '/here/c.db'],
    ['is a URL', { store: 'sqlite:c.db' }, {}, '/here/c.db'],
    ['is a URL with slashes', { store: 'sqlite:///var/c.db' }, {}, '/var/c.db'],
    ['is an absolute path', { store: '/var/c.db' }, {}, '/var/c.db'],
    ['begins at home', { store: '~/c.db' }, {}, '/home/ann/c.db'],
    ['begins at home in a URL', { store: 'sqlite:~/c.db' }, {}, '/home/ann/c.db'],
    ["is the plugin's", { host: 'main' }, {}, '/home/ann/.openclaw/crabtrail/crabtrail.db'],
    [
      "is the plugin's before the environment",
      { host: 'main' },
      { env: { CRABTRAIL_STORE: 'b.db' } },
      '/home/ann/.openclaw/crabtrail/crabtrail.db',
    ],
    [
      'is where the host keeps its state',
      { host: 'main' },
      { env: { OPENCLAW_STATE_DIR: '~/claw' } },
      '/home/ann/claw/crabtrail/crabtrail.db',
    ],
    ['is the one named beside a host', { host: 'main', store: 'copy.db' }, {}, '/here/copy.db'],
  ])('%s', (_, given, around, path) => {
    expect(settle(given, around).store).toEqual({ kind: 'sqlite', path, place: path })
  })

  test.each<[string, Partial<Everywhere>, Partial<SettingSources>, string, string]>([
    [
      'a server at no port',
      { store: 'postgres://ann:s3cret@db:99999/x' },
      {},
      'InvalidRequest',
      '--store: port in the URL: it must be a whole number from 1 to 65535',
    ],
    [
      'a server by a scheme that is none',
      {},
      { config: { store: 'pg://ann:s3cret@db/x' } },
      'InvalidRequest',
      'store in /home/ann/.config/crabtrail/config.json: pg: is not a scheme of PostgreSQL: write postgres://USER@HOST/DATABASE',
    ],
    [
      'a server by a variable of psql',
      { store: 'postgres://ann:s3cret@db/x' },
      { env: { PGPORT: 'five' } },
      'InvalidRequest',
      '$PGPORT: it must be a whole number from 1 to 65535',
    ],
    [
      'another kind',
      { store: 'mysql://db/x' },
      {},
      'InvalidRequest',
      '--store: "mysql:" is no kind of store that this version knows: give a path, sqlite:PATH, or postgres://…',
    ],
    [
      'no file',
      { store: 'sqlite:' },
      {},
      'InvalidRequest',
      '--store: it names no file, and a memory is kept in one: give a path, or sqlite:PATH',
    ],
    [
      'memory',
      {},
      { env: { CRABTRAIL_STORE: 'sqlite::memory:' } },
      'InvalidRequest',
      '$CRABTRAIL_STORE: it names no file, and a memory is kept in one: give a path, or sqlite:PATH',
    ],
  ])('is refused: %s', (_, given, around, tag, message) => {
    expect(refuse(given, around)).toMatchObject({ _tag: tag, message })
  })
})

describe('a PostgreSQL store', () => {
  test.each<[string, Partial<Everywhere>, Partial<SettingSources>]>([
    ['of the option', { store: 'postgres://ann:s3cret@db.example/memory' }, {}],
    ['of the environment', {}, { env: { CRABTRAIL_STORE: 'PostgreSQL://ann:s3cret@db.example/memory' } }],
    ['of the file', {}, { config: { store: 'postgres://ann:s3cret@db.example/memory' } }],
    [
      'completed by the variables of psql',
      { store: 'postgres://db.example' },
      { env: { PGUSER: 'ann', PGPASSWORD: 's3cret', PGDATABASE: 'memory' } },
    ],
    ['named beside a host', { host: 'main', store: 'postgres://ann:s3cret@db.example/memory' }, {}],
  ])('is that %s, and is shown without its password', (_, given, around) => {
    const { store } = settle(given, around)

    expect(store).toMatchObject({ kind: 'postgres', place: 'postgres://ann@db.example:5432/memory' })
    expect(store.kind === 'postgres' && store.address.password()).toBe('s3cret')
    expect(JSON.stringify(store)).not.toContain('s3cret')
  })
})

describe('the brain', () => {
  test.each<[string, Partial<Everywhere>, Partial<SettingSources>, string | undefined]>([
    ['is not named', {}, {}, undefined],
    ['is that of the file', {}, { config: { brain: 'a' } }, 'local/main/a'],
    ['is that of the environment before the file', {}, { config: { brain: 'a' }, env: { CRABTRAIL_BRAIN: 'b' } }, 'local/main/b'],
    ['is that of the option before all', { brain: 'x/c' }, { env: { CRABTRAIL_BRAIN: 'b' } }, 'local/x/c'],
    ["is the agent's", { host: 'ops' }, { env: { CRABTRAIL_BRAIN: 'b' } }, 'local/ops/default'],
    ['is the one that the host names for its agents', { host: 'ops' }, { hostBrain: 'acme/{agent}/default' }, 'acme/ops/default'],
    ['is the one that all agents of the host share', { host: 'ops' }, { hostBrain: 'acme/team/handbook' }, 'acme/team/handbook'],
    ['is the one named beside a host', { host: 'ops', brain: 'acme/ops/old' }, {}, 'acme/ops/old'],
  ])('%s', (_, given, around, brain) => {
    expect(settle(given, around).brain).toBe(brain)
  })

  test.each<[Partial<Everywhere>, Partial<SettingSources>, string]>([
    [{ brain: 'a b' }, {}, '--brain: "a b" cannot be part of a brain key: 1 to 128 letters, digits or . _ : @ + -, and not . or .. alone'],
    [{ brain: 'a/b/c/d' }, {}, '--brain: a brain key has at most three parts, [[tenant/]agent/]name: "a/b/c/d"'],
    [
      {},
      { env: { CRABTRAIL_BRAIN: '/' } },
      '$CRABTRAIL_BRAIN: "" cannot be part of a brain key: 1 to 128 letters, digits or . _ : @ + -, and not . or .. alone',
    ],
  ])('is refused: %o %o', (given, around, message) => {
    expect(refuse(given, around)).toMatchObject({ _tag: 'InvalidRequest', message })
  })
})

describe('the model', () => {
  const written = (model: string) => `http://a/v1#${model}`

  test.each<[string, Partial<Everywhere>, Partial<SettingSources>, unknown]>([
    ['is none', {}, {}, 'none'],
    ['is that of the file', {}, { config: { model: written('file') } }, { model: 'file' }],
    [
      'is that of the environment before the file',
      {},
      { config: { model: written('file') }, env: { CRABTRAIL_MODEL: written('env') } },
      { model: 'env' },
    ],
    ['is not an empty one of the environment', {}, { env: { CRABTRAIL_MODEL: '' } }, 'none'],
    ['is that of the option before all', { model: 'none' }, { env: { CRABTRAIL_MODEL: written('env') } }, 'none'],
  ])('%s', (_, given, around, model) => {
    expect(settle(given, around)).toMatchObject({ model })
  })

  test.each<[Partial<Everywhere>, Partial<SettingSources>, string]>([
    [{ model: 'sk-secret' }, {}, '--model'],
    [{}, { env: { CRABTRAIL_MODEL: 'sk-secret' } }, '$CRABTRAIL_MODEL'],
    [{}, { config: { model: 'sk-secret' } }, 'model in /home/ann/.config/crabtrail/config.json'],
  ])('is refused by the name of its setting: %o %o', (given, around, field) => {
    const failure = refuse(given, around)

    expect(failure).toMatchObject({ _tag: 'InvalidRequest', field })
    expect(JSON.stringify(failure)).not.toContain('secret')
  })
})

describe('colour and quiet', () => {
  test.each<[string, Partial<Everywhere>, Partial<SettingSources>, boolean]>([
    ['is there', {}, {}, true],
    ['is gone with --no-color', { color: false }, {}, false],
    ['is gone with $NO_COLOR', {}, { env: { NO_COLOR: '1' } }, false],
    ['is there with an empty $NO_COLOR', {}, { env: { NO_COLOR: '' } }, true],
    ['is gone on a dumb terminal', {}, { env: { TERM: 'dumb' } }, false],
    ['is gone when the file says so', {}, { config: { color: 'never' } }, false],
  ])('colour %s', (_, given, around, color) => {
    expect(settle(given, around).color).toBe(color)
  })

  test('it is quiet when the option or the file says so', () => {
    expect([settle({}).quiet, settle({ quiet: true }).quiet, settle({}, { config: { quiet: true } }).quiet]).toEqual([false, true, true])
  })
})
