import { describe, expect, test } from 'vitest'
import { distinctNames } from './names.ts'

const wholes = (text: string) => distinctNames(text, 5).map(({ whole }) => whole)

describe('names that hardly two texts share by chance', () => {
  test.each([
    ['a path', 'see packages/core/src/bm25.ts:12.', 'packages/core/src/bm25.ts'],
    ['a path from the root or the home', 'in /srv/app/current, or', 'srv/app/current'],
    ['a path from here', 'run ./scripts/deploy', 'scripts/deploy'],
    ['a path of Windows', String.raw`C:\tools\rotate-keys.ps1`, 'tools/rotate-keys.ps1'],
    ['an address of the web', '(https://wiki.acme.io/runbooks/dns)', 'wiki.acme.io/runbooks/dns'],
    ['a folder with a sign', 'in node_kernel/src', 'node_kernel/src'],
    ['a file', '`driver-errors.ts`', 'driver-errors.ts'],
    ['a section of a file', 'docs/ops.md#rollback', 'docs/ops.md#rollback'],
    ['a host', 'ping db.staging.acme.io', 'db.staging.acme.io'],
    ['a mail address', 'to priya@acme.io,', 'priya@acme.io'],
    ['an address of the net', 'at 10.20.30.41', '10.20.30.41'],
    ['a version', 'node v24.16.2', 'v24.16.2'],
    ['a machine', 'db-staging-02 is down', 'db-staging-02'],
    ['a region', 'eu-north-1', 'eu-north-1'],
    ['a ticket', 'fixed by INC-4821', 'inc-4821'],
    ['a hash', 'commit 5f3a9c1', '5f3a9c1'],
    ['a function', 'call classifyDriverError()', 'classifydrivererror'],
    ['a class', 'MemoryIndexError', 'memoryindexerror'],
    ['a variable', 'LEDGER_URL=x', 'ledger_url'],
    ['a number', 'port 54329', '54329'],
    ['a number in groups', 'costs 12,450 in all', '12450'],
    ['an amount', '1,299.50', '1299.50'],
    ['a telephone number', '0891234567', '0891234567'],
  ])('are such as %s', (_, text, name) => {
    expect(wholes(text)).toEqual([name])
  })

  test.each([
    'and/or, he/she, CI/CD, 24/7, client/server, 3/14/2024, TCP/IP',
    'README.md, package.json, index.ts, MEMORY.md, 2026-03-04.md, src/index.ts',
    '/dev/null /bin/bash /etc/hosts node_modules',
    'TypeScript, GitHub, PostgreSQL, iPhone, macOS, Node.js, console.log',
    'e.g. this, i.e. that, etc. End.Next sentence...',
    'sha256 base64 python3 utf-8 x86_64 http-404 top-10 covid-19 step-3 ISO-8601 gpt-4',
    '24-hour 5-minute 1500ms 512MB 21st 3d-print s3-compatible b2b',
    '2024 10000 500000 20260304 1767225600 1767225600000 03:00 2026-03-04T10:00:00',
    '127.0.0.1 1.0.0 99.9 read-only well-known on-call',
    'v1.2 #4821 --dry-run',
  ])('are none of %s', (text) => {
    expect(wholes(text)).toEqual([])
  })

  test('of a path are its ends too, as far as they are distinct', () => {
    expect(distinctNames('/srv/app/docs/style-guide.md', 5)).toEqual([
      {
        whole: 'srv/app/docs/style-guide.md',
        tails: ['srv/app/docs/style-guide.md', 'app/docs/style-guide.md', 'docs/style-guide.md', 'style-guide.md'],
      },
    ])
    expect(distinctNames('packages/core/README.md', 5)).toEqual([
      { whole: 'packages/core/readme.md', tails: ['packages/core/readme.md', 'core/readme.md'] },
    ])
  })

  test('are as long as asked for, and not endless', () => {
    expect(distinctNames('a.md INC-482', 5)).toEqual([{ whole: 'inc-482', tails: ['inc-482'] }])
    expect(distinctNames(`a/${'b'.repeat(300)}.md`, 5)).toEqual([])
  })

  test('are looked for in any text, however long and repetitive', () => {
    for (const piece of ['a/', '../', '1,000,', 'aB', 'a_', 'a1', 'a.b', '-', '@', '~', '#', '\\']) {
      expect(distinctNames(`${piece.repeat(300_000)} x${piece.repeat(300_000)}x`, 5)).toEqual([])
    }
  })
})
