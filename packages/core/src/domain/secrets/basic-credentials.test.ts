import { describe, expect, test } from 'vitest'
import { holdsCredentials } from './basic-credentials.ts'

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
