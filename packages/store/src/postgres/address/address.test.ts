import * as Result from 'effect/Result'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hidePassword, type PostgresAddress, postgresAddress } from './address.ts'
import { type AddressFiles, nodeFiles } from './address-files.ts'
import type { Environment, InvalidAddress } from './parameters.ts'

interface File {
  readonly content: string
  readonly mode?: number
}

const filesOf = (files: Readonly<Record<string, string | File>> = {}, user: string | undefined = 'os-user'): AddressFiles => {
  const fileOf = (path: string): File | undefined => {
    const found = Object.hasOwn(files, path) ? files[path] : undefined
    return typeof found === 'string' ? { content: found } : found
  }
  return {
    home: '/home/ada',
    user,
    readFile: (path) => fileOf(path)?.content,
    mode: (path) => (fileOf(path) === undefined ? undefined : (fileOf(path)?.mode ?? 0o600)),
  }
}

const found = (url: string, env: Environment = {}, files = filesOf()): PostgresAddress =>
  Result.getOrThrow(postgresAddress(url, env, files))

const refused = (url: string, env: Environment = {}, files = filesOf()): InvalidAddress =>
  Result.getOrThrow(Result.flip(postgresAddress(url, env, files)))

const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'
const key = '-----BEGIN PRIVATE KEY-----\nMIIC\n-----END PRIVATE KEY-----\n'

describe('the parts of the URL', () => {
  test.each([
    ['postgres://ada:s3cret@db.example:5433/memory', { host: 'db.example', port: 5433, database: 'memory', user: 'ada' }],
    ['postgresql://ada@db.example', { host: 'db.example', port: 5432, database: 'ada', user: 'ada' }],
    ['POSTGRES://ada@db.example', { host: 'db.example', user: 'ada' }],
    ['postgres://', { host: 'localhost', port: 5432, database: 'os-user', user: 'os-user' }],
    ['postgres:///memory', { host: 'localhost', database: 'memory' }],
    ['postgres://ada@/memory', { host: 'localhost', database: 'memory', user: 'ada' }],
    ['postgres://ada@:6000/memory', { host: 'localhost', port: 6000, user: 'ada' }],
    ['postgres://db.example:/memory', { host: 'db.example', port: 5432 }],
    ['postgres://db.example?dbname=memory', { host: 'db.example', database: 'memory' }],
    ['postgres://db.example/memory?', { database: 'memory' }],
    ['postgres://db.example/memory?port=1&', { port: 1 }],
    ['postgres://[2001:db8::1]:5433/memory', { host: '2001:db8::1', port: 5433 }],
    ['postgres://[fe80::1%25eth0]/memory', { host: 'fe80::1%eth0' }],
    ['postgres://%2Frun%2Fpg/memory', { host: '/run/pg' }],
    ['postgres:///memory?host=/run/pg&port=6000', { host: '/run/pg', port: 6000 }],
    [
      'postgres://ada@first.example:1/a?host=second.example&port=2&dbname=b&user=eve',
      { host: 'second.example', port: 2, database: 'b', user: 'eve' },
    ],
    ['postgres://db.example?port=1&port=2', { port: 2 }],
    ['postgres://db.example?p%6Frt=2', { port: 2 }],
    ['postgres://j%C3%BCrgen@db.example/ged%C3%A4chtnis', { user: 'jürgen', database: 'gedächtnis' }],
    ['postgres://jürgen@db.example/a+b#c', { user: 'jürgen', database: 'a+b#c' }],
    ['postgres://a%40b%3Ac%2Fd@db.example', { user: 'a@b:c/d' }],
    ['postgres://ada@db.example/two%0Alines', { database: 'two\nlines' }],
  ])('of %s', (url, parts) => {
    expect(found(url)).toMatchObject(parts)
  })

  test.each([
    ['s3cret', 's3cret'],
    ['p%40%3A%2F%25%3Fw', 'p@:/%?w'],
    ['a:b?c#d&e+f', 'a:b?c#d&e+f'],
    ['%F0%9F%94%91', '🔑'],
    ['two%0D%0Alines%20', 'two\r\nlines '],
    ['', ''],
  ])('include the password %s', (written, password) => {
    expect(found(`postgres://ada:${written}@db.example/memory`).password()).toBe(password)
  })

  test('are read back from whatever was encoded into them', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((one) => !one.includes('\0'))
    fc.assert(
      fc.property(text, text, text, (user, password, database) => {
        const encode = encodeURIComponent
        const address = found(`postgres://${encode(user)}:${encode(password)}@db.example/${encode(database)}`)

        expect([address.user, address.password(), address.database]).toEqual([user, password, database])
        expect(found(address.place)).toMatchObject({ user, database, host: 'db.example', port: 5432 })
      }),
    )
  })
})

describe('a URL that says no place', () => {
  test.each([
    ['no URL', 'memory.db', 'URL', 'must begin with postgres://'],
    ['no slashes', 'postgres:ada:s3cret@db.example', 'URL', 'must begin with postgres://'],
    ['the scheme pg', 'pg://ada:s3cret@db.example', 'URL', 'write postgres://'],
    ['10,000 characters', `postgres://ada:s3cret@db.example/${'a'.repeat(10_000)}`, 'URL', 'at most 8192'],
    ['the end of a line', 'postgres://ada:s3cret@db.example/memory\n', 'URL', 'control character'],
    ['a space', 'postgres://ada:s3cret @db.example/memory', 'URL', 'write %20'],
    ['half a character', 'postgres://ada:s3cret\ud800@db.example', 'URL', 'Unicode'],
    ['an @ in the password', 'postgres://ada:p@s3cret@db.example', 'URL', '@ as %40'],
    ['a / in the password', 'postgres://ada:1/s3cret@db.example', 'URL', '/ as %2F'],
    ['a / after letters in the password', 'postgres://ada:s3cret/x', 'port in the URL', '1 to 65535'],
    ['a % in the password', 'postgres://ada:s3cret%@db.example', 'password in the URL', 'write a % as %25'],
    ['bytes that are not UTF-8', 'postgres://ada:s3cret%FF@db.example', 'password in the URL', 'UTF-8'],
    ['the character 0', 'postgres://ada:s3cret%00@db.example', 'password in the URL', '%00'],
    ['a parameter before the @', 'postgres://db.example?password=s3cret@db', 'URL', 'before the @'],
    ['a password for a host', 'postgres://ada:s3cret', 'port in the URL', '1 to 65535'],
    ['port 0', 'postgres://ada:s3cret@db.example:0', 'port in the URL', '1 to 65535'],
    ['port 70000', 'postgres://ada:s3cret@db.example:70000', 'port in the URL', '1 to 65535'],
    ['a negative port', 'postgres://ada:s3cret@db.example:-1', 'port in the URL', '1 to 65535'],
    ['a hexadecimal port', 'postgres://ada:s3cret@db.example:0x10', 'port in the URL', '1 to 65535'],
    ['two hosts', 'postgres://ada:s3cret@a.example,b.example/memory', 'host in the URL', 'several hosts are not supported'],
    ['two hosts with ports', 'postgres://ada:s3cret@a:1,b:2/memory', 'host in the URL', 'several hosts are not supported'],
    ['two hosts in a parameter', 'postgres://ada:s3cret@/memory?host=a,b', 'host in the URL', 'several hosts are not supported'],
    ['two hosts that are encoded', 'postgres://ada:s3cret@a%2Cb/memory', 'host in the URL', 'several hosts are not supported'],
    ['an open bracket', 'postgres://ada:s3cret@[::1/memory', 'host in the URL', '[ADDRESS]'],
    ['text after a bracket', 'postgres://ada:s3cret@[::1]x/memory', 'host in the URL', '[ADDRESS]'],
    ['an empty bracket', 'postgres://ada:s3cret@[]/memory', 'host in the URL', '[ADDRESS]'],
    ['a port in a host parameter', 'postgres://ada:s3cret@/memory?host=db.example:1', 'host in the URL', 'name of a host'],
    ['a control character in the host', 'postgres://ada:s3cret@db%1Bexample', 'host in the URL', 'name of a host'],
    ['a control character in a folder', 'postgres://ada:s3cret@%2Frun%1B', 'host in the URL', 'name of a host'],
    ['a relative folder', 'postgres://ada:s3cret@run%2Fpg', 'host in the URL', 'name of a host'],
    ['a long folder', `postgres://ada:s3cret@%2F${'a'.repeat(100)}`, 'host in the URL', 'name of a host'],
    ['an abstract socket', 'postgres://ada:s3cret@%40pg', 'host in the URL', 'abstract sockets'],
  ])('has %s', (_, url, field, problem) => {
    const failure = refused(url)

    expect(failure).toMatchObject({ _tag: 'InvalidAddress', field, problem: expect.stringContaining(problem) })
    expect(failure.message).toBe(`${failure.field}: ${failure.problem}`)
    expect([failure.message, JSON.stringify(failure), String(failure.stack)].join()).not.toContain('s3cret')
  })

  test('has no user, and the system knows none', () => {
    expect(refused('postgres://db.example', {}, { ...filesOf(), user: undefined })).toMatchObject({ field: 'user' })
  })
})

describe('parameters', () => {
  test('have defaults', () => {
    expect(found('postgres://db.example')).toMatchObject({
      applicationName: 'crabtrail',
      options: { pool: 4, connectTimeoutMs: 10_000, statementTimeoutMs: 60_000, lockTimeoutMs: 10_000, prepare: true },
      warnings: [],
    })
  })

  test('are read', () => {
    const query =
      'application_name=my%20app&connect_timeout=3&pool=64&statement_timeout=1000&lock_timeout=600000&prepare=false&password=a%26b'
    const address = found(`postgres://db.example?${query}`)

    expect(address).toMatchObject({
      applicationName: 'my app',
      options: { pool: 64, connectTimeoutMs: 3_000, statementTimeoutMs: 1_000, lockTimeoutMs: 600_000, prepare: false },
    })
    expect(address.password()).toBe('a&b')
  })

  test('count as not written if they are empty', () => {
    expect(found('postgres://?host=&port=&dbname=&user=&pool=&prepare=&sslmode=&application_name=')).toEqual({
      ...found('postgres://'),
      password: expect.any(Function),
    })
  })

  test('wait longest if no limit is written', () => {
    expect(found('postgres://db.example?connect_timeout=0').options.connectTimeoutMs).toBe(600_000)
  })

  test.each([
    'keepalives=1&keepalives_idle=30&keepalives_interval=10&keepalives_count=3&tcp_user_timeout=1',
    'channel_binding=prefer&gssencmode=disable&target_session_attrs=any&load_balance_hosts=disable',
    'ssl_min_protocol_version=TLSv1.2&sslnegotiation=postgres&options=&client_encoding=utf8',
  ])('of libpq that change nothing are accepted: %s', (query) => {
    expect(found(`postgres://db.example?${query}`).host).toBe('db.example')
  })

  test.each([
    ['pool=0', 'pool', '1 to 64 connections'],
    ['pool=65', 'pool', '1 to 64 connections'],
    ['pool=4.5', 'pool', 'whole number'],
    ['pool=1e1', 'pool', 'whole number'],
    ['pool=4%0A', 'pool', 'whole number'],
    ['statement_timeout=999', 'statement_timeout', '1000 to 3600000 ms'],
    ['statement_timeout=3600001', 'statement_timeout', '1000 to 3600000 ms'],
    ['lock_timeout=99', 'lock_timeout', '100 to 600000 ms'],
    ['lock_timeout=600001', 'lock_timeout', '100 to 600000 ms'],
    ['connect_timeout=601', 'connect_timeout', '0 to 600 s'],
    ['connect_timeout=-1', 'connect_timeout', '0 to 600 s'],
    ['prepare=yes', 'prepare', 'true or false'],
    ['sslmode=on', 'sslmode', 'disable or allow or prefer or require or verify-ca or verify-full'],
    ['ssl=false', 'ssl', 'sslmode=disable'],
    ['options=-csearch_path%3Da', 'options', 'poolers refuse startup options'],
    ['hostaddr=10.0.0.1', 'hostaddr', 'as the host'],
    ['channel_binding=require', 'channel_binding', 'only disable or prefer is supported'],
    ['target_session_attrs=read-write', 'target_session_attrs', 'only any is supported'],
    ['sslcrl=/a', 'sslcrl', 'not supported'],
    ['schema=public', 'schema', 'known parameter'],
    ['schema=public', 'schema', 'lock_timeout, prepare'],
    ['Pool=4', 'Pool', 'known parameter'],
    ['toString=4', 'toString', 'known parameter'],
  ])('are refused: %s', (query, name, problem) => {
    expect(refused(`postgres://ada:s3cret@db.example?${query}`)).toMatchObject({
      field: `${name} in the URL`,
      problem: expect.stringContaining(problem),
    })
  })

  test.each([
    'pool',
    'pool=1=2',
    '=1',
    '&pool=1',
    'pool=1&&prepare=true',
    'po%ol=1',
    'pool=%zz',
    'password=s3cret%',
    'password=a&hush=b',
    'password=a&hush',
    'hush=a@b',
    's3cret%0A=a',
    'pool=s3cret',
    'sslmode=s3cret',
    'prepare=s3cret',
    'options=s3cret',
  ])('are refused without a word of the text: %s', (query) => {
    const failure = refused(`postgres://ada:s3cret@db.example?${query}`)

    expect(failure.field).toMatch(/URL$/)
    expect(failure.message + JSON.stringify(failure)).not.toMatch(/s3cret|hush/)
  })
})

describe('the environment', () => {
  const env = {
    PGHOST: 'env.example',
    PGPORT: '6000',
    PGDATABASE: 'env-memory',
    PGUSER: 'env-user',
    PGPASSWORD: 'env-s3cret',
    PGAPPNAME: 'env-app',
    PGCONNECT_TIMEOUT: '7',
  }

  test('completes an empty URL', () => {
    const address = found('postgres://', env)

    expect(address).toMatchObject({
      place: 'postgres://env-user@env.example:6000/env-memory',
      applicationName: 'env-app',
      options: { connectTimeoutMs: 7_000 },
    })
    expect(address.password()).toBe('env-s3cret')
  })

  test('is overridden by the URL', () => {
    const address = found('postgres://ada:own@db.example:1/memory?application_name=a&connect_timeout=1', env)

    expect(address).toMatchObject({
      place: 'postgres://ada@db.example:1/memory',
      applicationName: 'a',
      options: { connectTimeoutMs: 1_000 },
    })
    expect(address.password()).toBe('own')
  })

  test('gives the password where the URL has an empty one', () => {
    expect(found('postgres://ada:@db.example', env).password()).toBe('env-s3cret')
  })

  test.each([
    [{ PGPORT: 's3cret' }, '$PGPORT'],
    [{ PGSSLMODE: 's3cret' }, '$PGSSLMODE'],
    [{ PGHOST: 's3cret,b' }, '$PGHOST'],
    [{ PGCONNECT_TIMEOUT: '601' }, '$PGCONNECT_TIMEOUT'],
  ])('is refused by the name of the variable: %o', (wrong, field) => {
    const failure = refused('postgres://', wrong)

    expect(failure.field).toBe(field)
    expect(failure.message).not.toContain('s3cret')
  })
})

describe('without a host', () => {
  test.each([
    ['the socket of Debian', ['/var/run/postgresql', '/var/run/postgresql/.s.PGSQL.5432'], '/var/run/postgresql'],
    ['the socket in /tmp', ['/tmp', '/tmp/.s.PGSQL.5432'], '/tmp'],
    ['no socket in /tmp beside the folder of Debian', ['/var/run/postgresql', '/tmp', '/tmp/.s.PGSQL.5432'], 'localhost'],
    ['no socket of another port', ['/var/run/postgresql', '/var/run/postgresql/.s.PGSQL.5433'], 'localhost'],
    ['localhost where there is no socket', [], 'localhost'],
  ])('the address is %s', (_, paths, host) => {
    expect(found('postgres:///memory', {}, filesOf(Object.fromEntries(paths.map((path) => [path, '']))))).toMatchObject({ host })
  })
})

describe('a service', () => {
  const own = '/home/ada/.pg_service.conf'
  const file = [
    '# services of Ada',
    '[memory2]',
    'host=other.example',
    '',
    ' [memory] ',
    '  host=service.example  ',
    'port=6000',
    'port=6001',
    '# password=commented',
    'password=s3=cret',
    'pool=9',
    'keepalives=1',
    '[last]',
    'host=last.example',
  ].join('\n')

  test('is overridden by the URL and overrides the environment', () => {
    const env = { PGHOST: 'env.example', PGPORT: '7000', PGDATABASE: 'env-memory' }
    const address = found('postgres://ada@/?service=memory&pool=3', env, filesOf({ [own]: file }))

    expect(address).toMatchObject({ place: 'postgres://ada@service.example:6000/env-memory', options: { pool: 3 } })
    expect(address.password()).toBe('s3=cret')
  })

  test.each([
    ['the environment', { PGSERVICE: 'memory' }, { [own]: file }],
    ['$PGSERVICEFILE', { PGSERVICE: 'memory', PGSERVICEFILE: '/etc/a.conf' }, { '/etc/a.conf': file, [own]: '[memory]\nhost=no.example' }],
    ['$PGSYSCONFDIR', { PGSERVICE: 'memory', PGSYSCONFDIR: '/etc/pg' }, { '/etc/pg/pg_service.conf': file, [own]: '[other]' }],
    ['the folder of Debian', { PGSERVICE: 'memory' }, { '/etc/postgresql-common/pg_service.conf': file }],
    ['a file of Windows', { PGSERVICE: 'memory' }, { [own]: file.replaceAll('\n', '\r\n') }],
    ['a file without other sections', { PGSERVICE: 'memory' }, { [own]: '[memory]\nhost=service.example' }],
  ])('comes from %s', (_, env, files) => {
    expect(found('postgres://', env, filesOf(files)).host).toBe('service.example')
  })

  test('may be empty', () => {
    expect(found('postgres://?service=memory', {}, filesOf({ [own]: '[memory]' })).host).toBe('localhost')
    expect(found('postgres://?service=', { PGSERVICE: 'memory' }).host).toBe('localhost')
  })

  test.each([
    ['is in no file', {}, {}, 'service in the URL', `"memory" is in none of the files ${own}, /etc/postgresql-common/pg_service.conf`],
    ['is in no file that is named', { PGSERVICEFILE: '/a' }, {}, '$PGSERVICEFILE', '"/a" cannot be read'],
    ['has a line without =', {}, { [own]: '\n[memory]\ns3cret' }, `line 3 of service "memory" in ${own}`, 'name=value'],
    ['has an unknown name', {}, { [own]: '[memory]\ns3cret=1' }, `line 2 of service "memory" in ${own}`, 'not a known parameter'],
    ['has a space before =', {}, { [own]: '[memory]\nhost = a' }, `line 2 of service "memory" in ${own}`, 'not a known parameter'],
    ['has a refused parameter', {}, { [own]: '[memory]\noptions=s3cret' }, `line 2 of service "memory" in ${own}`, 'startup options'],
    ['refers to another', {}, { [own]: '[memory]\nservice=a' }, `line 2 of service "memory" in ${own}`, 'another service'],
    ['has the character 0', {}, { [own]: '[memory]\nuser=a\0b' }, `line 2 of service "memory" in ${own}`, 'name=value'],
    ['has a wrong value', {}, { [own]: '[memory]\nport=s3cret' }, `port of service "memory" in ${own}`, '1 to 65535'],
  ])('%s', (_, env, files, field, problem) => {
    const failure = refused('postgres://?service=memory', env, filesOf(files))

    expect(failure).toMatchObject({ field, problem: expect.stringContaining(problem) })
    expect(failure.message + JSON.stringify(failure)).not.toContain('s3cret')
  })
})

describe('the password file', () => {
  const passfile = '/home/ada/.pgpass'
  const passwordIn = (content: string, url = 'postgres://ada@db.example/memory', more = {}) =>
    found(url, {}, filesOf({ [passfile]: content, ...more })).password()

  test.each([
    ['db.example:5432:memory:ada:found', 'found'],
    ['*:*:*:*:found', 'found'],
    ['*:*:*:*:first\n*:*:*:*:second', 'first'],
    ['db.example:5433:memory:ada:no\r\ndb.example:5432:memory:ada:found\r\n', 'found'],
    ['other.example:*:*:*:no\n*:*:other:*:no\n*:*:*:eve:no\n*:*:*:*:found', 'found'],
    ['#*:*:*:*:no\n\n*:*:*:*:found', 'found'],
    ['*:*:*:*:a\\:b\\\\c\\d', 'a:b\\cd'],
    ['*:*:*:*:found:rest', 'found'],
    ['*:*:*:*:found ', 'found '],
    ['*:*:*:*\n*:*:*:*:found', 'found'],
    ['*:*:*:*', ''],
    ['*:*:*:*:', ''],
    ['\\*:*:*:*:no', ''],
    ['DB.example:*:*:*:no', ''],
    ['', ''],
  ])('gives for %j', (content, password) => {
    expect(passwordIn(content)).toBe(password)
  })

  test.each([
    ['postgres://a%3Ab@db.example/c%5Cd', 'db.example:5432:c\\\\d:a\\:b:found'],
    ['postgres://ada@[::1]/memory', '\\:\\:1:*:*:*:found'],
    ['postgres:///memory?host=/run/pg', 'localhost:*:*:*:no\n/run/pg:*:*:*:found'],
    ['postgres:///memory?host=/var/run/postgresql', 'localhost:*:*:*:found'],
    ['postgres:///memory', 'localhost:*:*:*:found'],
  ])('matches %s', (url, content) => {
    expect(passwordIn(content, url, { '/var/run/postgresql': '' })).toBe('found')
  })

  test('is not needed where a password was written', () => {
    const files = filesOf({ [passfile]: { content: '*:*:*:*:no', mode: 0o644 } })
    const address = found('postgres://ada:own@db.example', {}, files)

    expect(address.password()).toBe('own')
    expect(address.warnings).toEqual([])
  })

  test('is the one that was named', () => {
    const files = filesOf({ [passfile]: '*:*:*:*:no', '/a': '*:*:*:*:from a', '/b': '*:*:*:*:from b' })

    expect(found('postgres://db.example', { PGPASSFILE: '/a' }, files).password()).toBe('from a')
    expect(found('postgres://db.example?passfile=/b', { PGPASSFILE: '/a' }, files).password()).toBe('from b')
    expect(found('postgres://db.example?passfile=/none', {}, files)).toMatchObject({ warnings: [] })
  })

  test.each([0o640, 0o604, 0o660, 0o644, 0o610])('is ignored with a warning if its mode is %i', (mode) => {
    const address = found('postgres://db.example', {}, filesOf({ [passfile]: { content: '*:*:*:*:s3cret', mode } }))

    expect(address.password()).toBe('')
    expect(address.warnings).toEqual([expect.stringContaining(`"${passfile}" is ignored`)])
  })
})

describe('TLS', () => {
  const root = '/home/ada/.postgresql/root.crt'
  const files = filesOf({ '/ca': certificate, '/cert': certificate, '/key': key, '/wrong': 'no PEM' })
  const sslOf = (host: string, query = '', more = files) => found(`postgres://ada@${host}/memory?${query}`, {}, more).ssl

  test.each([
    ['localhost', ''],
    ['LOCALHOST', 'sslmode=prefer'],
    ['127.0.0.1', 'sslmode=allow'],
    ['127.8.9.1', ''],
    ['[::1]', ''],
    ['%2Frun%2Fpg', 'sslmode=verify-full&sslrootcert=/none'],
    ['db.example', 'sslmode=disable&sslrootcert=/none'],
  ])('is not used for %s?%s', (host, query) => {
    expect(sslOf(host, query)).toBe(false)
  })

  test.each([
    ['db.example', ''],
    ['db.example', 'sslmode=allow'],
    ['db.example', 'sslmode=prefer'],
    ['db.example', 'sslmode=require'],
    ['db.example', 'ssl=true'],
    ['10.0.0.1', ''],
    ['126.0.0.1', ''],
    ['128.0.0.1', ''],
    ['[::2]', ''],
    ['127.1', ''],
    ['localhost.example', ''],
    ['localhost', 'sslmode=require'],
  ])('is used without a check of the certificate for %s?%s', (host, query) => {
    expect(sslOf(host, query)).toEqual({ rejectUnauthorized: false })
  })

  test.each([
    ['sslmode=verify-full&sslrootcert=/ca', { rejectUnauthorized: true, ca: certificate }],
    ['sslmode=verify-full', { rejectUnauthorized: true }],
    ['sslmode=verify-full&sslrootcert=system', { rejectUnauthorized: true }],
    ['sslrootcert=system', { rejectUnauthorized: true }],
  ])('checks certificate and name for %s', (query, ssl) => {
    expect(sslOf('db.example', query)).toEqual(ssl)
  })

  test.each(['sslmode=verify-ca&sslrootcert=/ca', 'sslmode=require&sslrootcert=/ca', 'sslrootcert=/ca'])(
    'checks the certificate, but no name, for %s',
    (query) => {
      const ssl = sslOf('db.example', query)

      expect(ssl).toEqual({ rejectUnauthorized: true, ca: certificate, checkServerIdentity: expect.any(Function) })
      const check = ssl === false ? undefined : ssl.checkServerIdentity
      expect(check?.('other.example', {} as never)).toBeUndefined()
    },
  )

  test('takes the root of the home folder', () => {
    const more = filesOf({ [root]: certificate })

    expect(sslOf('db.example', 'sslmode=require', more)).toMatchObject({ rejectUnauthorized: true, ca: certificate })
    expect(sslOf('db.example', 'sslmode=verify-full', more)).toEqual({ rejectUnauthorized: true, ca: certificate })
    expect(sslOf('db.example', 'sslrootcert=system', more)).toEqual({ rejectUnauthorized: true })
  })

  test('takes the variables of libpq', () => {
    const env = { PGSSLMODE: 'verify-full', PGSSLROOTCERT: '/ca', PGSSLCERT: '/cert', PGSSLKEY: '/key' }

    expect(found('postgres://db.example', env, files).ssl).toMatchObject({
      rejectUnauthorized: true,
      ca: certificate,
      cert: certificate,
      key,
    })
  })

  test('shows the key of the client to the driver, but not in a log', () => {
    const homeFiles = filesOf({ '/home/ada/.postgresql/postgresql.crt': certificate, '/home/ada/.postgresql/postgresql.key': key })

    for (const ssl of [sslOf('db.example', 'sslcert=/cert&sslkey=/key'), sslOf('db.example', '', homeFiles)]) {
      expect(ssl).toMatchObject({ cert: certificate, key })
      expect(JSON.stringify(ssl)).not.toContain('PRIVATE KEY')
    }
  })

  test.each([
    ['sslrootcert=/none', 'sslrootcert in the URL', '"/none" cannot be read'],
    ['sslmode=verify-full&sslrootcert=/wrong', 'sslrootcert in the URL', '"/wrong" holds no certificate'],
    ['sslcert=/none', 'sslcert in the URL', '"/none" cannot be read'],
    ['sslcert=/cert', 'sslcert in the URL', 'write sslkey=FILE'],
    ['sslcert=/cert&sslkey=/none', 'sslkey in the URL', '"/none" cannot be read'],
    ['sslcert=/cert&sslkey=/wrong', 'sslkey in the URL', '"/wrong" holds no private key'],
    ['sslcert=/cert&sslkey=/encrypted', 'sslkey in the URL', 'without a passphrase'],
    ['sslcert=/cert&sslkey=/traditional', 'sslkey in the URL', 'without a passphrase'],
    ['sslcert=/cert&sslkey=/open', 'sslkey in the URL', 'chmod 0600'],
    ['sslcert=/cert&sslkey=/shared', 'sslkey in the URL', 'chmod 0600'],
    ['sslmode=verify-ca', 'sslmode in the URL', 'sslrootcert=FILE'],
    ['sslmode=require&sslrootcert=system', 'sslmode in the URL', 'sslmode=verify-full'],
    ['sslmode=disable&sslrootcert=system', 'sslmode in the URL', 'sslmode=verify-full'],
  ])('is refused for %s', (query, field, problem) => {
    const more = filesOf({
      '/cert': certificate,
      '/wrong': 'no PEM',
      '/encrypted': key.replaceAll('PRIVATE', 'ENCRYPTED PRIVATE'),
      '/traditional': key.replaceAll('PRIVATE', 'RSA PRIVATE').replace('MIIC', 'Proc-Type: 4,ENCRYPTED\nMIIC'),
      '/open': { content: key, mode: 0o604 },
      '/shared': { content: key, mode: 0o660 },
    })

    expect(refused(`postgres://ada:s3cret@db.example?${query}`, {}, more)).toMatchObject({
      field,
      problem: expect.stringContaining(problem),
    })
  })

  test('takes a key that the group of root may read', () => {
    const more = filesOf({ '/cert': certificate, '/key': { content: key, mode: 0o640 } })

    expect(sslOf('db.example', 'sslcert=/cert&sslkey=/key', more)).toMatchObject({ key })
  })
})

describe('the place', () => {
  test.each([
    ['postgres://ada:s3cret@db.example:5433/memory?password=s3cret&pool=3', 'postgres://ada@db.example:5433/memory'],
    ['postgres://ada:s3cret@[::1]', 'postgres://ada@[::1]:5432/ada'],
    ['postgres://ada:s3cret@[fe80::1%25eth0]', 'postgres://ada@[fe80::1%25eth0]:5432/ada'],
    ['postgres://ada:s3cret@%2Frun%2Fa%26b/c%3Fd', 'postgres://ada@/c%3Fd?host=/run/a%26b&port=5432'],
    ['postgres://a%40b%0A:s3cret@db.example/c%2Fd%1B', 'postgres://a%40b%0A@db.example:5432/c%2Fd%1B'],
  ])('of %s has no password and leads to the same server', (url, place) => {
    const address = found(url)

    expect(address.place).toBe(place)
    expect(found(place)).toMatchObject({ host: address.host, port: address.port, database: address.database, user: address.user })
    expect(JSON.stringify(address)).not.toContain('s3cret')
    expect(hidePassword(place)).toBe(place)
  })
})

describe('hidden passwords', () => {
  test.each([
    [
      'cannot reach postgres://ada:s3cret@db.example:5432/memory: refused',
      'cannot reach postgres://ada:***@db.example:5432/memory: refused',
    ],
    ['"postgresql://ada:s3cret@db.example"', '"postgresql://ada:***@db.example"'],
    ['postgres://ada:s3cret@a and POSTGRES://eve:s3cret@b', 'postgres://ada:***@a and POSTGRES://eve:***@b'],
    ['postgres://ada:p@s3cret/s3cret?s3cret@db.example/memory', 'postgres://ada:***@db.example/memory'],
    ['postgres://ada:my s3cret@db.example/memory', 'postgres://ada:***@db.example/memory'],
    ['postgres://ada:"s3cret\'@db.example/memory', 'postgres://ada:***@db.example/memory'],
    ['postgres://:s3cret@db.example', 'postgres://:***@db.example'],
    ['postgres://ada:@db.example', 'postgres://ada:***@db.example'],
    ['postgres://ada:s3cret', 'postgres://ada:***'],
    ['postgres://ada:123456789', 'postgres://ada:***'],
    ['postgres://ada:s3cret/s3cret', 'postgres://ada:***'],
    ['postgres:ada:s3cret@db.example', 'postgres:ada:***@db.example'],
    ['pg://ada:s3cret@db.example', 'pg://ada:***@db.example'],
    ['postgress://ada:s3cret@db.example', 'postgress://ada:***@db.example'],
    ['postgres://ada@db.example/m?password=s3cret&pool=1', 'postgres://ada@db.example/m?password=***&pool=1'],
    ['postgres://ada@db.example/m?pool=1&p%61ssword=s3cret', 'postgres://ada@db.example/m?pool=1&p%61ssword=***'],
    ['postgres://db.example:1/m?password=p@s3cret', 'postgres://db.example:1/m?password=***'],
    ['postgres://db.example/m?sslpassword=s3cret', 'postgres://db.example/m?sslpassword=***'],
  ])('in %s', (text, hidden) => {
    expect(hidePassword(text)).toBe(hidden)
  })

  test.each([
    'postgres://db.example:5432/memory',
    'postgres://db.example:5432: connection refused',
    'postgres://[::1]:5432/memory?pool=1',
    'postgres:///memory?host=/run/pg',
    'role "postgres" of ada: no such database',
    'https://ada:b@db.example',
    '',
  ])('are not seen in %s', (text) => {
    expect(hidePassword(text)).toBe(text)
  })

  test('are gone from every URL that was accepted or refused', () => {
    const noise = fc.string({ unit: fc.constantFrom(...'a1@:/?%#&=[]+"\' .\n'), maxLength: 8 })
    fc.assert(
      fc.property(noise, noise, noise, (before, after, rest) => {
        const url = `postgres://ada:${encodeURIComponent(before)}s3cret${encodeURIComponent(after)}@db.example/${rest}`
        const result = postgresAddress(url, {}, filesOf())

        expect(hidePassword(url)).not.toContain('s3cret')
        expect(JSON.stringify(result)).not.toContain('s3cret')
      }),
    )
  })

  test('are gone from a failure if nothing in the password was encoded', () => {
    const noise = fc.string({ unit: fc.constantFrom(...'a1@:/?%#&=[]+"\' .,'), maxLength: 8 })
    fc.assert(
      fc.property(noise, noise, (before, after) => {
        const result = postgresAddress(`postgres://ada:${before}s3cret${after}@db.example/memory`, {}, filesOf())

        if (Result.isFailure(result)) expect(result.failure.message + JSON.stringify(result.failure)).not.toContain('s3cret')
        else expect(result.success.place).not.toContain('s3cret')
      }),
    )
  })
})

describe('the real files', () => {
  test('are those of this machine', () => {
    const files = nodeFiles()
    const own = import.meta.filename

    expect(files.home).not.toBe('')
    expect(files.readFile(own)).toContain('the real files')
    expect(files.mode(own)).toSatisfy((mode) => mode === undefined || (mode & ~0o777) === 0)
    expect([files.readFile(`${own}.none`), files.mode(`${own}.none`), files.readFile(import.meta.dirname)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})
