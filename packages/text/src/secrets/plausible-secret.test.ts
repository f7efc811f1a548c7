import { describe, expect, test } from 'vitest'
import { holdsCredentials, isPlausibleSecret, isWordy } from './plausible-secret.ts'

describe('a plausible secret', () => {
  test.each(['hunter2', 'Sommer2024!', 'x9!kLm27', 'aB3dE6gH9jK2', '550e8400-e29b-41d4-a716-446655440000'])(
    'may be chosen: %s',
    (value) => {
      expect(isPlausibleSecret(value, 'chosen')).toBe(true)
    },
  )

  test.each(['aB3dE6gH9jK2mN5p', '550e8400-e29b-41d4-a716-446655440000'])('may be random: %s', (value) => {
    expect(isPlausibleSecret(value, 'random')).toBe(true)
  })

  test.each([
    'required',
    'user.password2',
    'aaaa1111',
    '$SECRET_1',
    '/run/secrets/x1',
    'https://example.org/a1',
    '同时导入支持的认证凭据？',
    '',
  ])('is not %s', (value) => {
    expect(isPlausibleSecret(value, 'chosen')).toBe(false)
    expect(isPlausibleSecret(value, 'random')).toBe(false)
  })

  test.each(['hunter2', 'gpt-4o-mini-2024-07-18', 'SyntaxKind.EndOfFileToken', 'options.ids!==2'])('is not random: %s', (value) => {
    expect(isPlausibleSecret(value, 'random')).toBe(false)
  })
})

describe('wordy', () => {
  test.each(['sha256', 'utf8', 'user_token_2', 'X509Credential', 'v2', '3rd', '2024-07-18', 'camelCaseName', 'HTTP_404', ''])(
    'is %s',
    (value) => {
      expect(isWordy(value)).toBe(true)
    },
  )

  test.each(['a1b2c3d4', '9f86d081884c', 'aB3dE6gH', 'dXNlcjpwYXNzd29yZA=='])('is not %s', (value) => {
    expect(isWordy(value)).toBe(false)
  })

  test('is told of a megabyte without going back', () => {
    expect(isWordy('aA'.repeat(500_000))).toBe(false)
    expect(isWordy(`${'a.'.repeat(500_000)}é`)).toBe(true)
  })
})

describe('credentials in base64', () => {
  test.each(['Ym9iOmh1bnRlcjI=', 'Ym9iOmh1bnRlcjI', 'YTpi', 'bcO8bGxlcjpw'])('are in %s', (encoded) => {
    expect(holdsCredentials(encoded)).toBe(true)
  })

  test.each(['', 'Ym9i', 'OmJvYg==', 'authentication', 'understanding', 'bm8gY29sb24=', 'Ym9i-mh1', 'AAA6AAA=', 'Ym9iO'])(
    'are not in %j',
    (encoded) => {
      expect(holdsCredentials(encoded)).toBe(false)
    },
  )
})
