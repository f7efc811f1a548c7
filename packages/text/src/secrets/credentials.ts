/** Rules for credentials in headers, cookies, addresses and command lines, where the place identifies the secret. */
import {
  holdsCredentials,
  isDescribingWord,
  isPlausibleQuoted,
  isPlausibleSecret,
  isStandIn,
  isWordPassword,
  isWordy,
} from './plausible-secret.ts'
import { anyCase, bareValue, personal, quotedValue, type RedactionRule, ruleOf } from './redaction-rule.ts'

/** Placeholders that examples and templates write between `:` and `@`. */
const standsForPassword =
  /^(?:\$[{(].*|\$\w+|\{+\w+\}+|%\w+%|<.*|[*x.]+|…|\[?redacted\]?|(?:your)?[-_]?pass(?:w(?:or)?d)?|pwd?|secret|token)$/i
const isPassword = (secret: string): boolean => !standsForPassword.test(secret)

const dressed = String.raw`(?:\\?["'\x60]|[*_]){0,4}`

const headers: ReadonlyArray<RedactionRule> = [
  ruleOf(
    'authorization',
    new RegExp(
      String.raw`authorization${dressed}\s{0,4}(?:=>|:=|[=:：＝,])\s{0,4}(?:[*_]{1,3}[ \t]{1,2})?${dressed}(?:bearer|basic|token|bot|apikey|digest)\s{1,4}${dressed}(?<secret>[A-Za-z0-9._~+/=:-]{8,})`,
      'gi',
    ),
    (secret) => !isWordy(secret) || holdsCredentials(secret),
  ),
  ruleOf('authorization', /(?<![A-Za-z0-9])bearer\s{1,4}(?<secret>[A-Za-z0-9._~+/=-]{16,})/gi, (secret) =>
    isPlausibleSecret(secret, 'random'),
  ),
  ruleOf('authorization', /(?<![A-Za-z0-9])basic\s{1,4}(?<secret>[A-Za-z0-9+/]{8,}={0,2})(?![A-Za-z0-9+/=])/gi, holdsCredentials),
]

const cookies: ReadonlyArray<RedactionRule> = [
  ruleOf(
    'cookie',
    /(?:sess(?:ion)?|sid|token|auth|jwt)(?:[_-]?(?:id|token|key))?=(?<=cookie["'\x60*_]{0,4}[ \t]{0,4}[=:][^\n]{0,200}=)["']?(?<secret>[^\s;,"'\x60<>{}[\]()|\\$]{8,})/gi,
    (secret) => isPlausibleSecret(secret, 'random'),
    /(?=sess|sid|token|auth|jwt)/gi,
  ),
]

const isMixed = (secret: string): boolean => /[A-Z]/.test(secret) && /[a-z]/.test(secret) && /\d/.test(secret)

const queryNames = [
  '(?:access|id|refresh|auth|api|client|csrf|session|security|private|bearer|x)?[._-]?(?:token|secret|key|sig|signature|jwt)',
  'x-amz-(?:signature|security-token|credential)|pass(?:w(?:or)?d)?|pwd|auth|apikey|session(?:_?id)?|sas',
].join('|')

const addresses: ReadonlyArray<RedactionRule> = [
  ruleOf(
    'aws-secret-key',
    new RegExp(
      String.raw`(?:aws|secret)[A-Za-z0-9_ .-]{0,30}${dressed}\s{0,4}(?:=>|:=|[=:：＝|])\s{0,4}${dressed}(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])`,
      'gi',
    ),
    isMixed,
  ),
  // On a credentials page only white space separates label and key.
  ruleOf(
    'aws-secret-key',
    new RegExp(
      String.raw`secret[ _-]?access[ _-]?key${dressed}[ \t]{1,4}(?:is[ \t]{1,4})?${dressed}(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])`,
      'gi',
    ),
    isMixed,
  ),
  // The user name and the host stay: the host says what the note is about.
  ruleOf('connection-password', /:\/\/[^\s:@/?#"'`<>()]{0,128}:(?<secret>[^\s/?#"'`<>]{1,256})@[A-Za-z0-9.[$-]/g, isPassword),
  ruleOf('storage-key', /(?:Account|SharedAccess)Key=(?<secret>[A-Za-z0-9+/]{40,}={0,2})/g),
  ruleOf(
    'password',
    new RegExp(String.raw`[?&#;](?:${queryNames})=(?<secret>[^\s?&#;"'\x60<>()\[\]{}|\\]{6,})(?<![.,:!])`, 'gi'),
    (secret) =>
      /\d/.test(secret) &&
      (isPlausibleSecret(secret, 'chosen') || /^(?=\D{0,40}\d\D{0,40}\d)(?=\d{0,40}[A-Za-z])[A-Za-z0-9]{8,}$/.test(secret)),
  ),
]

const option = String.raw`(?<![\w-])--?(?:[a-z]{1,20}-){0,3}`
const given = String.raw`[ \t]{1,4}["'\x60]?`
const argument = `(?<secret>${quotedValue}|${bareValue(4)})`

const passwordOption = String.raw`(?<secret>${quotedValue}|[^\s"'\x60=-][^\s"'\x60]{3,127})`

const commands: ReadonlyArray<RedactionRule> = [
  ruleOf('password', new RegExp(`${option}(?:${personal}|pass)${given}${argument}`, 'gi'), (secret) => isPlausibleQuoted(secret, 'chosen')),
  ruleOf('password', new RegExp(`${option}token${given}${argument}`, 'gi'), (secret) => isPlausibleQuoted(secret, 'random')),
  // The user's name stays.
  ruleOf(
    'password',
    /(?<![\w-])(?:curl|wget|https?|xh)\b[^\n|;]{0,200}?[ \t](?:-[A-Za-z]{0,5}u|--(?:proxy-)?user)[ =]{0,2}["']?[^\s:"'/]{1,64}:(?<secret>[^\s"'`]{1,256})/g,
    isPassword,
  ),
  ruleOf(
    'password',
    new RegExp(String.raw`(?<![\w-])(?:mysql\w{0,8}|mariadb(?:-\w{1,8})?)\b[^\n|;]{0,200}?[ \t]-p["'\x60]?${passwordOption}`, 'g'),
    isPassword,
  ),
  ruleOf(
    'password',
    new RegExp(
      String.raw`(?<![\w-])(?:sshpass|(?:docker|podman|nerdctl|oc|cf|az)[ \t][^\n|;]{0,60}?login[^\n|;]{0,160}?)[ \t]{1,4}-p[ \t]{0,4}["'\x60]?${passwordOption}`,
      'g',
    ),
    isPassword,
  ),
  ruleOf(
    'password',
    new RegExp(String.raw`(?<![\w-])redis-cli\b[^\n|;]{0,200}?[ \t]-a[ \t]{1,4}["'\x60]?${passwordOption}`, 'g'),
    isPassword,
  ),
  // A password piped into `sudo`.
  ruleOf(
    'password',
    /(?<![\w-])echo[ \t]{1,4}(?:-[neE]{1,3}[ \t]{1,4})?["']?(?<secret>[^\s"'`|]{4,128})["']?[ \t]{0,4}\|[ \t]{0,4}sudo[ \t][^\n|]{0,60}?-[A-Za-z]{0,4}S\b/g,
    isPassword,
  ),
  ruleOf(
    'password',
    /(?<![\w-])identified\s{1,4}(?:with\s{1,4}\S{1,40}\s{1,4})?by\s{1,4}(?:password\s{1,4})?'(?<secret>[^'\n]{1,256})'/gi,
    isPassword,
  ),
  // A line of a `.netrc` file.
  ruleOf('password', /(?<![\w-])login\s{1,4}\S{1,64}\s{1,4}password\s{1,4}(?<secret>\S{4,128})/gi, (secret) =>
    isPlausibleSecret(secret, 'chosen'),
  ),
]

/** Rules of this file up to here, in order of precedence. */
export const secretPlaces: ReadonlyArray<RedactionRule> = [...headers, ...cookies, ...addresses, ...commands]

const passwordArgument = String.raw`["'\x60]?(?<secret>${quotedValue}|[^\s"'\x60=<>|;$%{-][^\s"'\x60<>|;]{2,127})`
const isArgument = (secret: string): boolean => !isStandIn(secret) && !/^(?:pass(?:w(?:or)?d)?|pwd?|secret|file|env|stdin)$/i.test(secret)
const isOptionWord = (secret: string): boolean =>
  isWordPassword(secret) && (secret.length > 7 || /^\p{Lu}/u.test(secret)) && !isDescribingWord(secret)

/** Shared by all command rules: one search of the text serves all of them. */
const commandOpening =
  /(?=ldap|-pass|--[a-z]|zip|7z|net use|smb|rpcclient|(?:ch|ht)passwd|openssl|sudo|ansible_|echo|printf|create|alter|requirepass|masterauth|login|auth|:_password)/gi

const commandRule = (source: string, accepts = isArgument, flags = 'gi'): RedactionRule =>
  ruleOf('password', new RegExp(source, flags), accepts, commandOpening)

/** Makes a rule for options whose letter case matters. */
const exactRule = (source: string): RedactionRule => commandRule(source, isArgument, 'g')

const here = String.raw`(?<![\w-])`
const rest = String.raw`\b[^\n|;]{0,200}?[ \t]`

export const commandPasswords: ReadonlyArray<RedactionRule> = [
  exactRule(String.raw`${here}${anyCase('ldap(?:search|add|modify|delete|passwd|whoami)')}${rest}-w[ \t]{1,4}${passwordArgument}`),
  commandRule(String.raw`-pass(?:in|out)?[ \t]{1,4}["']?pass:(?<secret>[^\s"'$][^\s"']{2,127})`),
  commandRule(
    String.raw`${here}--(?:[a-z]{1,20}-){0,3}(?:password|passphrase|passwd)(?:=|[ \t]{1,4})["'\x60]?(?<secret>${quotedValue}|[\p{L}_-]{4,64}(?=[\s"'\x60]|$))`.replace(
      String.raw`\p{L}`,
      'A-Za-zÀ-ÿ',
    ),
    isOptionWord,
  ),
  exactRule(String.raw`${here}${anyCase('(?:un)?zip')}${rest}-P[ \t]{1,4}${passwordArgument}`),
  exactRule(String.raw`${here}7[zZ][aArR]?${rest}-p(?<secret>[^\s"'$-][^\s"']{2,127})`),
  commandRule(
    String.raw`${here}net use[^\n|;]{0,120}?[ \t]\\\\[^\s]{1,120}[ \t]{1,4}(?!/|\*)(?<secret>[^\s"'/*][^\s"']{2,127})(?=[ \t]{1,4}/user:)`,
  ),
  commandRule(String.raw`${here}net use[^\n|;]{0,120}?/user:[^\s]{1,64}[ \t]{1,4}(?!/|\*)["']?(?<secret>[^\s"'/*][^\s"']{2,127})`),
  exactRule(
    String.raw`${here}${anyCase('(?:smbclient|smbget|smbmap|rpcclient)')}${rest}(?:-U|--${anyCase('user')})[ =]{0,2}["']?[^\s%"']{1,64}%(?<secret>[^\s"']{3,127})`,
  ),
  commandRule(
    String.raw`chpasswd(?<=(?:echo|printf)[ \t]{1,4}["']?[\w.-]{1,64}:(?<secret>[^\s"'\x60|$][^\s"'\x60|]{2,127})["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]{1,4})?chpasswd)`,
  ),
  exactRule(
    String.raw`${here}htpasswd[ \t]{1,4}-[A-Za-z]{0,6}b[^\n|;&]{0,200}[ \t]["']?(?<secret>[^\s"'$|;&\x60][^\s"'|;&\x60]{2,127})["']?(?=[ \t]{0,4}(?:[\r\n;|&#\x60]|$))`,
  ),
  exactRule(String.raw`${here}openssl[ \t]{1,4}enc${rest}-k[ \t]{1,4}${passwordArgument}`),
  exactRule(
    String.raw`${here}sudo[ \t][^\n|]{0,60}?-[A-Za-z]{0,4}S[^\n|]{0,120}?<<<[ \t]{0,4}["']?(?<secret>[^\s"'\x60|$][^\s"'\x60|]{2,127})`,
  ),
  commandRule(
    String.raw`ansible_(?:become_|ssh_|sudo_)?pass(?:word)?[ \t]{0,4}[:=][ \t]{0,4}["']?(?<secret>[^\s"'\x60$!{<][^\s"'\x60]{2,127})`,
  ),
  commandRule(
    String.raw`${here}(?:echo|printf)[ \t]{1,4}(?:-[neE]{1,3}[ \t]{1,4})?["']?(?<secret>[^\s"'\x60|$][^\s"'\x60|]{2,127})["']?[ \t]{0,4}\|[^\n|]{0,120}--password-stdin`,
  ),
  commandRule(
    String.raw`${here}(?:create|alter)\s{1,4}(?:user|role|login)\b[^\n;]{0,160}?\bpassword\s{0,4}=?\s{0,4}'(?<secret>[^'\n]{1,256})'`,
  ),
  commandRule(
    String.raw`--from-literal=["']?[\w.-]{0,40}(?:pass(?:word|wd|phrase)?|secret|token|key|pwd)[\w.-]{0,20}=["']?(?<secret>[^\s"'$][^\s"']{2,255})`,
  ),
  commandRule(String.raw`(?<![\w-])(?:requirepass|masterauth)[ \t]{1,4}["']?(?<secret>[^\s"'$<][^\s"']{2,127})`),
  commandRule(
    String.raw`${here}login\s{1,4}[^\s]{1,64}\s{1,4}password\s{1,4}(?<secret>[^\s$<]\S{3,127})(?<=machine\s{1,4}(?:localhost|\S{0,64}[.\d]\S{0,64})\s{1,4}login\s{1,4}\S{1,64}\s{1,4}password\s{1,4}\S{4,128})`,
  ),
  // A line of a `.pgpass` file.
  ruleOf(
    'password',
    /(?<=(?:^|\n)[ \t]{0,4}[\w.*-]{1,128}:(?:\d{4,5}|\*):[\w*-]{1,64}:[\w*-]{1,64}:)(?<secret>[^\s:]{3,128})(?=[ \t]{0,4}(?:[\r\n]|$))/g,
    isArgument,
    /(?<=:(?:\d{4,5}|\*):[\w*-]{1,64}:[\w*-]{1,64}:)/g,
  ),
  // User and password in base64, in a configuration of Docker or npm.
  ruleOf(
    'authorization',
    /(?<![A-Za-z0-9])auth\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?(?<secret>[A-Za-z0-9+/]{8,}={0,2})(?![A-Za-z0-9+/=])/gi,
    holdsCredentials,
    commandOpening,
  ),
  commandRule(`:_password=["']?(?<secret>[A-Za-z0-9+/=]{4,512})`),
]
