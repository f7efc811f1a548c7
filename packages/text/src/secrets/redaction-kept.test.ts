import { describe, expect, test } from 'vitest'
import { redact } from './redaction.ts'
import type { RedactionRule } from './redaction-rule.ts'

/** Keys are joined here, so that this file contains none. */
const key = (...parts: ReadonlyArray<string>): string => parts.join('')

const variable = (name: string): string => `$\{${name}}`

const mixed = 'aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0zA3bC6dE9fG2hJ5kL8mN1pQ4rS7tU0vW3x'
const hex = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const begin = (what: string): string => key('-----', 'BEGIN ', what, 'PRIVATE', ' KEY-----')

describe('what stays as it is', () => {
  test.each([
    ['prose', 'The secret: practise every day. My password is required to be at least 12-character long, and the token is 3x faster.'],
    [
      'German compound words',
      'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz, Donaudampfschifffahrtsgesellschaft; das Passwort: siehe Tresor.',
    ],
    ['a commit', 'fixed in 9fceb02d0ae598e95dc970b74767f19372d61af8 (was 9fceb02)'],
    ['a checksum', `sha256:${hex}`],
    ['a UUID', 'turn 550e8400-e29b-41d4-a716-446655440000 failed'],
    [
      'addresses',
      'https://example.org:8443/a/b?token_type=bearer#top, ssh://git@example.org:22/x, http://a.example:80/@user, me@example.org',
    ],
    [
      'credentials that stand for others',
      `postgres://user:password@localhost/db postgres://u:$PGPASS@h/db postgres://u:${variable('PGPASS')}@h/db https://<user>:<pass>@h`,
    ],
    ['types and settings', 'password: string; token?: number; max_tokens=4096, "tokens": 1500, "secret": true, apiKey: undefined'],
    [
      'code',
      'const token = await readToken2(user); password = form.password2; secret = process.env.APP_SECRET_2; key = hash(sha256, secret)',
    ],
    ['member access', 'pass: matchResult?.pass2 ?? false, credentials: eventSourceInit?.withCredentials2'],
    [
      'templates',
      `API_KEY=${variable('API_KEY_1')} password: "<your-password-1>" token: {{token_1}} SECRET=%SECRET1% secret: changeme123 api_key="your-api-key-1"`,
    ],
    ['stand-ins', `${key('sk-', 'x'.repeat(40))} ${key('ghp', '_', 'x'.repeat(36))} password=******** token=${'x'.repeat(32)}`],
    [
      'paths',
      'secret: /run/secrets/db_password1, private_key: ./certs/key2.pem, password: ~/.pass/work1, token: https://example.org/t/1234567890abcdef',
    ],
    ['hyphenated words', 'a task-force-of-twenty-people-in-2024, the risk-assessment-for-the-year-2024, sk-estimator-checks-common-test-2'],
    ['package and model names', 'npm_config_registry, hf_hub_download, model token: gpt-4o-mini-2024-07-18'],
    ['a public key', key('-----', 'BEGIN PUBLIC KEY-----\n', mixed, '\n-----', 'END PUBLIC KEY-----')],
    ['a bare header', `text.startsWith("${begin('')}")`],
    ['CJK', 'includeSecret: "同时导入支持的认证凭据？" パスワード：必須'],
  ])('%s', (_, text) => {
    expect(redact(text)).toEqual({ text, redacted: [] })
  })
})

describe('further rules', () => {
  const employee: RedactionRule = { kind: 'employee', pattern: /\bE-\d{6}\b/g }
  const room: RedactionRule = { kind: 'room', pattern: /room (?<secret>\d+)/g, accepts: (number) => number !== '1' }

  test('come on top of the built-in ones', () => {
    const text = `E-123456 in room 7, not room 1, with ${key('npm', '_', mixed.slice(0, 36))}`

    expect(redact(text, [employee, room])).toEqual({
      text: '[redacted:employee] in room [redacted:room], not room 1, with [redacted:npm-token]',
      redacted: [
        { kind: 'employee', count: 1 },
        { kind: 'npm-token', count: 1 },
        { kind: 'room', count: 1 },
      ],
    })
  })

  test('secrets that overlap go as one, under the kind of the first', () => {
    const rules: ReadonlyArray<RedactionRule> = [
      { kind: 'late', pattern: /cdef/g },
      { kind: 'early', pattern: /abcd/g },
    ]

    expect(redact('-abcdef-', rules)).toEqual({ text: '-[redacted:early]-', redacted: [{ kind: 'early', count: 1 }] })
  })

  test('what surrounds one secret may surround the next as well', () => {
    expect(redact('|1|2|', [{ kind: 'cell', pattern: /[|](?<secret>\d)[|]/g }]).text).toBe('|[redacted:cell]|[redacted:cell]|')
  })

  test('a rule that matches nothing at all does no harm', () => {
    expect(redact('abc', [{ kind: 'nothing', pattern: /x*/g }])).toEqual({ text: 'abc', redacted: [] })
  })
})
