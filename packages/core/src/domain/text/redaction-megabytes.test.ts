import { expect, test } from 'vitest'
import { redact } from './redaction.ts'

/** Put together here, so that it does not stand in this file. */
const begin = ['-----', 'BEGIN ', 'PRIVATE', ' KEY-----'].join('')

/** In `pnpm test` a part of it and a shorter time: what grows with the square of the length needs no more to be found. */
const whole = process.env['CRABTRAIL_WHOLE'] === 'yes'
const [length, timeout] = whole ? [1_000_000, 60_000] : [300_000, 15_000]

const long = (unit: string): string => unit.repeat(Math.ceil(length / unit.length))

test.each([
  'password=',
  'password = "a',
  'secret is ',
  'aws_secret ',
  'authorization: bearer ',
  '://a:',
  'a:b@',
  'eyJaaaaaaaaaa.',
  'cookie: session=',
  'password\n\n',
  '# password',
  'pass-',
  'redis-cli -a',
  'echo a|sudo ',
  'secret access key ',
  'password ->',
  '_sk-',
  '-eyJ',
  'sk-',
  begin,
  `${begin}\na-`,
  '123456789:A',
  '[redacted:',
  'aB3.',
  'password="',
  "password='",
  'password=\\"',
  'password: `',
  'password: “',
  'password:=',
  'password—',
  'password - ',
  'pass\n',
  'user pass:',
  'password (',
  'password for a ',
  'password "a',
  'token=a1,',
  'token=a1&b=',
  '<secret>',
  '<a',
  'key',
  '?key=',
  '&token=a',
  '--password a',
  '--a-',
  'curl ',
  'curl -u a',
  'mysql -p',
  'docker login ',
  'identified by ',
  'login password ',
  'basic aaaa',
  '|',
  '| password | a',
  '|-|\n',
  '|-',
  '| password ',
  '| password |\n|-|\n| a',
  ' ',
  '*',
  'Private-Lines: 8\n',
  'A1+/',
  `${begin}\n+>`,
])('redacting ends soon on %j again and again', { timeout }, (unit) => {
  const original = `://a:${long(unit)}`

  const { text: once } = redact(original)

  // Of what came back unchanged this is said already: the same text is redacted in the same way.
  if (once !== original) expect(redact(once).text).toBe(once)
})
