import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redact, redactionRules } from './redaction.ts'
import type { RedactionRule } from './redaction-rule.ts'

/** Keys are joined here, so that this file contains none. */
const key = (...parts: ReadonlyArray<string>): string => parts.join('')

const mixed = 'aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0zA3bC6dE9fG2hJ5kL8mN1pQ4rS7tU0vW3x'
const letters = 'aBcDxEfGhzIjKlMnoPqRsTuvWxYzabCdEfgHijKLm'
const hex = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const capitals = 'Q3ZXWV7KJH2NPRTY'
const begin = (what: string): string => key('-----', 'BEGIN ', what, 'PRIVATE', ' KEY-----')
const end = (what: string): string => key('-----', 'END ', what, 'PRIVATE', ' KEY-----')
const base64Lines = `${mixed}\n${mixed}\n${mixed.slice(0, 20)}==`
const jwt = [key('ey', 'JhbGciOiJIUzI1NiJ9'), key('ey', 'JzdWIiOiIxMjM0NTY3ODkwIn0'), mixed.slice(0, 43)].join('.')

const issuedKeys: ReadonlyArray<readonly [kind: string, secret: string]> = [
  ['anthropic-key', key('sk-', 'ant-', 'api03-', mixed, '-', mixed.slice(0, 20))],
  ['openai-key', key('sk-', 'proj-', mixed.slice(0, 30), '_', mixed.slice(30))],
  ['api-key', key('sk-', mixed.slice(0, 48))],
  ['api-key', key('sk-', 'or-v1-', hex)],
  ['aws-access-key', key('AKIA', capitals)],
  ['aws-access-key', key('ASIA', capitals)],
  ['google-key', key('AIza', 'Sy', mixed.slice(0, 33))],
  ['google-key', key('GOCSPX', '-', mixed.slice(0, 28))],
  ['github-token', key('ghp', '_', mixed.slice(0, 36))],
  ['github-token', key('gho', '_', mixed.slice(0, 36))],
  // With a backslash, as programs that write Markdown put it.
  ['github-token', key('ghp', '\\_', mixed.slice(0, 36))],
  ['stripe-key', key('sk', '\\_live', '\\_', mixed.slice(0, 30))],
  ['1password-token', key('ops', '_eyJ', mixed)],
  ['alibaba-key', key('LT', 'AI', mixed.slice(0, 20))],
  ['tencent-key', key('AK', 'ID', mixed.slice(0, 32))],
  ['fly-token', key('fm2', '_', mixed)],
  ['facebook-token', key('EA', 'A', mixed)],
  ['github-token', key('ghs', '_', mixed.slice(0, 36))],
  ['github-token', key('github', '_pat_', mixed.slice(0, 22), '_', mixed.slice(0, 59))],
  ['gitlab-token', key('glpat', '-', mixed.slice(0, 20))],
  ['slack-token', key('xoxb', '-', '123456789012-1234567890123-', mixed.slice(0, 24))],
  ['slack-token', key('xapp', '-1-A012345-', hex)],
  ['stripe-key', key('sk', '_live_', mixed.slice(0, 24))],
  ['stripe-key', key('rk', '_live_', mixed.slice(0, 24))],
  ['stripe-key', key('wh', 'sec_', mixed.slice(0, 32))],
  ['npm-token', key('npm', '_', mixed.slice(0, 36))],
  ['pypi-token', key('pypi', '-AgEIcHlwaS5vcmc', mixed)],
  ['hugging-face-token', key('hf', '_', letters.slice(0, 34))],
  ['sendgrid-key', key('SG', '.', mixed.slice(0, 22), '.', mixed.slice(0, 43))],
  ['twilio-key', key('SK', hex.slice(0, 32))],
  ['mailgun-key', key('key', '-', hex.slice(0, 32))],
  ['mailchimp-key', key(hex.slice(0, 32), '-us', '12')],
  ['digitalocean-token', key('dop', '_v1_', hex)],
  ['shopify-token', key('shpat', '_', hex.slice(0, 32))],
  ['groq-key', key('gsk', '_', mixed.slice(0, 52))],
  ['xai-key', key('xai', '-', mixed)],
  ['perplexity-key', key('pplx', '-', mixed.slice(0, 48))],
  ['replicate-token', key('r8', '_', mixed.slice(0, 37))],
  ['nvidia-key', key('nvapi', '-', mixed)],
  ['tavily-key', key('tvly', '-', mixed.slice(0, 32))],
  ['elevenlabs-key', key('sk', '_', hex.slice(0, 48))],
  ['linear-key', key('lin', '_api_', mixed.slice(0, 40))],
  ['notion-token', key('ntn', '_', mixed.slice(0, 46))],
  ['databricks-token', key('dapi', hex.slice(0, 32))],
  ['supabase-key', key('sbp', '_', hex.slice(0, 40))],
  ['vault-token', key('hvs', '.', mixed.slice(0, 24))],
  ['sentry-token', key('sntrys', '_', mixed)],
  ['grafana-token', key('glsa', '_', mixed.slice(0, 32))],
  ['atlassian-token', key('ATATT', '3x', mixed)],
  ['postman-key', key('PMAK', '-', hex.slice(0, 24), '-', hex.slice(0, 34))],
  ['tailscale-key', key('tskey', '-auth-', mixed.slice(0, 30))],
  ['figma-token', key('figd', '_', mixed.slice(0, 40))],
  ['netlify-token', key('nfp', '_', mixed.slice(0, 36))],
  ['age-key', key('AGE-SECRET', '-KEY-1', capitals, capitals, capitals, capitals.slice(0, 10))],
  ['discord-token', key('M', mixed.slice(0, 25), '.', mixed.slice(0, 6), '.', mixed.slice(0, 38))],
  ['telegram-token', key('123456789', ':', 'AA', mixed.slice(0, 33))],
  ['jwt', jwt],
  ['private-key', `${begin('RSA ')}\n${base64Lines}\n${end('RSA ')}`],
  ['private-key', `${begin('')}\\n${mixed}\\n${end('')}\\n`.slice(0, -2)],
  ['private-key', `${begin('ENCRYPTED ')}\nProc-Type: 4,ENCRYPTED\n\n${base64Lines}\n${end('ENCRYPTED ')}`],
]

/** Kinds whose keys are alone on their lines. */
const cannotBeGlued = new Set(['private-key'])

describe('a name of a few letters', () => {
  test('is none to the rules either, which are therefore not asked', () => {
    const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ')
    const never: RedactionRule = { kind: 'never', pattern: /(?!)/ }
    fc.assert(
      fc.property(fc.string({ unit: letter, maxLength: 15 }), (name) => {
        expect(redact(name, [never])).toEqual(redact(name))
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('keys with an issuer', () => {
  test.each(issuedKeys)('%s goes, and only it', (kind, secret) => {
    const around = [
      ['', ''],
      ['Use ', ' for the deployment.'],
      ['("', '")'],
      ...(cannotBeGlued.has(kind) ? [] : [['MY_NAME_', ''] as const, ['backup-2026-', ' '] as const]),
      ['KEY=', '\nNEXT=1'],
      ['früher:\t', ', dann nicht mehr'],
    ] as const

    for (const [before, after] of around) {
      expect(redact(before + secret + after)).toEqual({ text: `${before}[redacted:${kind}]${after}`, redacted: [{ kind, count: 1 }] })
    }
  })

  test('a private key that was cut goes as far as it reaches', () => {
    const cut = `${begin('')}\n${mixed}\n${mixed.slice(0, 30)}`

    expect(redact(`key:\n${cut}`).text).toBe('key:\n[redacted:private-key]')
    expect(redact(`${begin('')}\n${mixed}\nand then I went home`).text).toBe('[redacted:private-key]\nand then I went home')
  })

  test('several are counted by kind, kinds in order of their names', () => {
    const npm = key('npm', '_', mixed.slice(0, 36))
    const github = key('ghp', '_', mixed.slice(0, 36))

    expect(redact(`${npm} ${github} ${npm}`).redacted).toEqual([
      { kind: 'github-token', count: 1 },
      { kind: 'npm-token', count: 2 },
    ])
  })
})

describe('places where secrets stand', () => {
  const random = mixed.slice(0, 24)
  const uuid = '550e8400-e29b-41d4-a716-446655440000'
  test.each([
    ['password', 'password = "', 'hunter2', '"'],
    ['password', 'PASSWORD=', 'Tr0ub4dor&3'.replace('&', '!'), '\n'],
    ['password', 'DB_PASS: ', random, ''],
    ['password', 'Passwort: ', 'Sommer2024!', ''],
    ['password', 'das Kennwort ist ', 'x9!kLm27', ', bitte merken'],
    ['password', 'the api key is ', random, '.'],
    ['password', '{"api_key": "', random, '"}'],
    ['password', '{\\"clientSecret\\": \\"', random, '\\"}'],
    ['password', 'x-api-key: ', random, ''],
    ['password', 'https://example.org/?access_token=', random, '&page=2'],
    ['password', 'secret: ', uuid, ''],
    ['password', 'auth_token: ', hex.slice(0, 40), ''],
    ['authorization', 'Authorization: Bearer ', random, ''],
    ['authorization', '-H "authorization: Basic ', 'dXNlcjpwYXNzd29yZA==', '"'],
    ['authorization', 'Bearer ', `${random}.${random}`, ' was refused'],
    ['aws-secret-key', 'aws_secret_access_key = ', `${mixed.slice(0, 20)}/${mixed.slice(20, 39)}`, ''],
    ['storage-key', 'DefaultEndpointsProtocol=https;AccountName=a;AccountKey=', `${mixed}${mixed.slice(0, 22)}==`, ';Suffix=b'],
    ['connection-password', 'postgres://app:', 'pa55w0rd', '@db.internal:5432/app'],
    ['connection-password', 'redis://:', 'p@ss!word', '@localhost:6379'],
    ['connection-password', 'see https://me:', random, '@example.org/path?x=1.'],
    ['connection-password', 'mongodb+srv://user:', 'p7', '@cluster0.example.net'],
    ['slack-webhook', 'https://hooks.slack.com/services/', `T01234567/B01234567/${random}`, ''],
    ['discord-webhook', 'https://discord.com/api/webhooks/123456789012345678/', `${mixed}-_`, ''],
  ])('%s: %s…', (kind, before, secret, after) => {
    expect(redact(before + secret + after)).toEqual({ text: `${before}[redacted:${kind}]${after}`, redacted: [{ kind, count: 1 }] })
  })

  test('a key with an issuer keeps its kind in any place', () => {
    const github = key('ghp', '_', mixed.slice(0, 36))

    expect(redact(`token: ${github}`).text).toBe('token: [redacted:github-token]')
    expect(redact(`https://x-access-token:${github}@github.com/a/b.git`).text).toContain('@github.com/a/b.git')
    expect(redact(`Authorization: Bearer ${jwt}`).text).toBe('Authorization: Bearer [redacted:jwt]')
  })
})

describe('redacting', () => {
  const fragments = [
    ...issuedKeys.map(([, secret]) => secret),
    ...['password', 'token', 'secret is', 'Authorization: Bearer', 'aws_secret', '://user:', '@host', '[redacted:x]', '[redacted:', ']'],
    ...[
      'pass',
      'Basic ',
      '--password ',
      'curl -u a:',
      'mysql -p',
      '?token=',
      '&a=',
      '<secret>',
      '</',
      '| password |',
      '|---|---|\n',
      '密码：',
    ],
    ...['**', '`', '“', '”', '\\"', ' — ', ' - ', '=>', '：', '|', '&', ';', ',', '!', '$', '<', '>', ')', begin(''), end('')],
    ...[
      '=',
      ': ',
      '"',
      "'",
      ' ',
      '\n',
      '-',
      '_',
      '.',
      '/',
      '\\',
      '://',
      ':',
      '@',
      '(',
      'a',
      'Z',
      '7',
      'hunter2',
      'blue42sky',
      'pass phrase',
      'secretoken',
      'Cookie: sid',
      'Passwort: ',
      'Regenbogen',
      'PIN ',
      '4471',
      'door code ',
      'seed phrase: ',
      'ladder mistake humble orbit casual velvet stumble gravity sister noodle lemon burst',
      'backup codes: ',
      'a1b2-c3d4',
      'WiFi key: ',
      'login: bob / ',
      'passphrase: ',
      ' is ',
      ' -> ',
      mixed.slice(0, 12),
      hex.slice(0, 32),
    ],
  ]
  const text = fc.oneof(
    fc.array(fc.constantFrom(...fragments), { maxLength: 14 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary' }),
  )

  test('twice is redacting once', () => {
    fc.assert(
      fc.property(text, (original) => {
        const { text: once } = redact(original)

        expect(redact(once)).toEqual({ text: once, redacted: [] })
      }),
      { numRuns: 500 },
    )
  })

  test('removes every key that stands by itself, whatever stands around it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...issuedKeys), fc.lorem(), fc.lorem(), ([, secret], before, after) => {
        expect(redact(`${before} ${secret} ${after}`).text).not.toContain(secret)
      }),
    )
  })

  test('leaves plain words alone', () => {
    fc.assert(
      fc.property(fc.lorem({ mode: 'sentences' }), (prose) => {
        expect(redact(prose)).toEqual({ text: prose, redacted: [] })
      }),
    )
  })

  test('finds every match of a rule where its opening is', () => {
    const opened = redactionRules.filter(({ opening }) => opening !== undefined)

    expect(opened.length).toBeGreaterThan(10)
    fc.assert(
      fc.property(text, (original) => {
        for (const { opening, pattern } of opened) {
          const places = new Set(Array.from(original.matchAll(opening ?? /$/g), ({ index }) => index))

          expect(Array.from(original.matchAll(pattern), ({ index }) => index).filter((index) => !places.has(index))).toEqual([])
        }
      }),
      { numRuns: 200 },
    )
  })
})
