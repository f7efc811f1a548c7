/** Secrets in headers, addresses and commands. */
import { holdsCredentials } from './basic-credentials.ts'
import { bareValue, personal, quotedValue } from './named-secrets.ts'
import { isPlausibleQuoted, isPlausibleSecret, isWordy } from './plausible-secret.ts'
import type { RedactionRule } from './redaction-rule.ts'

/** What examples and templates write between `:` and `@`. */
const standsForPassword =
  /^(?:\$[{(].*|\$\w+|\{+\w+\}+|%\w+%|<.*|[*x.]+|…|\[?redacted\]?|(?:your)?[-_]?pass(?:w(?:or)?d)?|pwd?|secret|token)$/i
const isPassword = (secret: string): boolean => !standsForPassword.test(secret)

const dressed = String.raw`(?:\\?["'\x60]|[*_]){0,4}`

const headers: ReadonlyArray<RedactionRule> = [
  {
    kind: 'authorization',
    pattern: new RegExp(
      String.raw`authorization${dressed}\s{0,4}(?:=>|:=|[=:：＝,])\s{0,4}(?:[*_]{1,3}[ \t]{1,2})?${dressed}(?:bearer|basic|token|bot|apikey|digest)\s{1,4}${dressed}(?<secret>[A-Za-z0-9._~+/=:-]{8,})`,
      'gi',
    ),
    accepts: (secret) => !isWordy(secret) || holdsCredentials(secret),
  },
  {
    kind: 'authorization',
    pattern: /(?<![A-Za-z0-9])bearer\s{1,4}(?<secret>[A-Za-z0-9._~+/=-]{16,})/gi,
    accepts: (secret) => isPlausibleSecret(secret, 'random'),
  },
  {
    kind: 'authorization',
    pattern: /(?<![A-Za-z0-9])basic\s{1,4}(?<secret>[A-Za-z0-9+/]{8,}={0,2})(?![A-Za-z0-9+/=])/gi,
    accepts: holdsCredentials,
  },
]

const cookies: ReadonlyArray<RedactionRule> = [
  {
    kind: 'cookie',
    pattern:
      /(?:sess(?:ion)?|sid|token|auth|jwt)(?:[_-]?(?:id|token|key))?=(?<=cookie["'\x60*_]{0,4}[ \t]{0,4}[=:][^\n]{0,200}=)["']?(?<secret>[^\s;,"'\x60<>{}[\]()|\\$]{8,})/gi,
    opening: /(?=sess|sid|token|auth|jwt)/gi,
    accepts: (secret) => isPlausibleSecret(secret, 'random'),
  },
]

const queryNames = [
  '(?:access|id|refresh|auth|api|client|csrf|session|security|private|bearer|x)?[._-]?(?:token|secret|key|sig|signature|jwt)',
  'x-amz-(?:signature|security-token|credential)|pass(?:w(?:or)?d)?|pwd|auth|apikey|session(?:_?id)?|sas',
].join('|')

const addresses: ReadonlyArray<RedactionRule> = [
  {
    kind: 'aws-secret-key',
    pattern: new RegExp(
      String.raw`(?:aws|secret)[A-Za-z0-9_ .-]{0,30}${dressed}\s{0,4}(?:=>|:=|[=:：＝|])\s{0,4}${dressed}(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])`,
      'gi',
    ),
    accepts: (secret) => /[A-Z]/.test(secret) && /[a-z]/.test(secret) && /\d/.test(secret),
  },
  {
    // As a credentials page shows it, with nothing but space between.
    kind: 'aws-secret-key',
    pattern: new RegExp(
      String.raw`secret[ _-]?access[ _-]?key${dressed}[ \t]{1,4}(?:is[ \t]{1,4})?${dressed}(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])`,
      'gi',
    ),
    accepts: (secret) => /[A-Z]/.test(secret) && /[a-z]/.test(secret) && /\d/.test(secret),
  },
  {
    // A user name may stay; the host must: it says what the memory is about.
    kind: 'connection-password',
    pattern: /:\/\/[^\s:@/?#"'`<>()]{0,128}:(?<secret>[^\s/?#"'`<>]{1,256})@[A-Za-z0-9.[$-]/g,
    accepts: isPassword,
  },
  { kind: 'storage-key', pattern: /(?:Account|SharedAccess)Key=(?<secret>[A-Za-z0-9+/]{40,}={0,2})/g },
  {
    kind: 'password',
    pattern: new RegExp(String.raw`[?&#;](?:${queryNames})=(?<secret>[^\s?&#;"'\x60<>()\[\]{}|\\]{6,})(?<![.,:!])`, 'gi'),
    accepts: (secret) =>
      /\d/.test(secret) &&
      (isPlausibleSecret(secret, 'chosen') || /^(?=\D{0,40}\d\D{0,40}\d)(?=\d{0,40}[A-Za-z])[A-Za-z0-9]{8,}$/.test(secret)),
  },
]

const option = String.raw`(?<![\w-])--?(?:[a-z]{1,20}-){0,3}`
const given = String.raw`[ \t]{1,4}["'\x60]?`
const argument = `(?<secret>${quotedValue}|${bareValue(4)})`

const commands: ReadonlyArray<RedactionRule> = [
  {
    kind: 'password',
    pattern: new RegExp(`${option}(?:${personal}|pass)${given}${argument}`, 'gi'),
    accepts: (secret) => isPlausibleQuoted(secret, 'chosen'),
  },
  {
    kind: 'password',
    pattern: new RegExp(`${option}token${given}${argument}`, 'gi'),
    accepts: (secret) => isPlausibleQuoted(secret, 'random'),
  },
  {
    // The user's name stays.
    kind: 'password',
    pattern:
      /(?<![\w-])(?:curl|wget|https?|xh)\b[^\n|;]{0,200}?[ \t](?:-[A-Za-z]{0,5}u|--(?:proxy-)?user)[ =]{0,2}["']?[^\s:"'/]{1,64}:(?<secret>[^\s"'`]{1,256})/g,
    accepts: isPassword,
  },
  {
    kind: 'password',
    pattern: new RegExp(
      String.raw`(?<![\w-])(?:mysql\w{0,8}|mariadb(?:-\w{1,8})?)\b[^\n|;]{0,200}?[ \t]-p["'\x60]?(?<secret>${quotedValue}|[^\s"'\x60=-][^\s"'\x60]{3,127})`,
      'g',
    ),
    accepts: isPassword,
  },
  {
    kind: 'password',
    pattern: new RegExp(
      String.raw`(?<![\w-])(?:sshpass|(?:docker|podman|nerdctl|oc|cf|az)[ \t][^\n|;]{0,60}?login[^\n|;]{0,160}?)[ \t]{1,4}-p[ \t]{0,4}["'\x60]?(?<secret>${quotedValue}|[^\s"'\x60=-][^\s"'\x60]{3,127})`,
      'g',
    ),
    accepts: isPassword,
  },
  {
    kind: 'password',
    pattern: new RegExp(
      String.raw`(?<![\w-])redis-cli\b[^\n|;]{0,200}?[ \t]-a[ \t]{1,4}["'\x60]?(?<secret>${quotedValue}|[^\s"'\x60=-][^\s"'\x60]{3,127})`,
      'g',
    ),
    accepts: isPassword,
  },
  {
    // Handed to `sudo` on its input.
    kind: 'password',
    pattern:
      /(?<![\w-])echo[ \t]{1,4}(?:-[neE]{1,3}[ \t]{1,4})?["']?(?<secret>[^\s"'`|]{4,128})["']?[ \t]{0,4}\|[ \t]{0,4}sudo[ \t][^\n|]{0,60}?-[A-Za-z]{0,4}S\b/g,
    accepts: isPassword,
  },
  {
    kind: 'password',
    pattern: /(?<![\w-])identified\s{1,4}(?:with\s{1,4}\S{1,40}\s{1,4})?by\s{1,4}(?:password\s{1,4})?'(?<secret>[^'\n]{1,256})'/gi,
    accepts: isPassword,
  },
  {
    // The line of a `.netrc`.
    kind: 'password',
    pattern: /(?<![\w-])login\s{1,4}\S{1,64}\s{1,4}password\s{1,4}(?<secret>\S{4,128})/gi,
    accepts: (secret) => isPlausibleSecret(secret, 'chosen'),
  },
]

/** In order of precedence. */
export const secretPlaces: ReadonlyArray<RedactionRule> = [...headers, ...cookies, ...addresses, ...commands]
