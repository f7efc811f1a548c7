/** Passwords of any kind in the place where a command expects one. */
import { anyCase } from './any-case.ts'
import { holdsCredentials } from './basic-credentials.ts'
import { isDescribingWord } from './describing-words.ts'
import { quotedValue } from './named-secrets.ts'
import { isStandIn } from './plausible-secret.ts'
import type { RedactionRule } from './redaction-rule.ts'
import { isWordPassword } from './word-passwords.ts'

const argument = String.raw`["'\x60]?(?<secret>${quotedValue}|[^\s"'\x60=<>|;$%{-][^\s"'\x60<>|;]{2,127})`
const isArgument = (secret: string): boolean => !isStandIn(secret) && !/^(?:pass(?:w(?:or)?d)?|pwd?|secret|file|env|stdin)$/i.test(secret)
const isOptionWord = (secret: string): boolean =>
  isWordPassword(secret) && (secret.length > 7 || /^\p{Lu}/u.test(secret)) && !isDescribingWord(secret)

/** One for all: a search for each would read the text once more. */
const opening =
  /(?=ldap|-pass|--[a-z]|zip|7z|net use|smb|rpcclient|(?:ch|ht)passwd|openssl|sudo|ansible_|echo|printf|create|alter|requirepass|masterauth|login|auth|:_password)/gi

const rule = (source: string, accepts: (secret: string) => boolean = isArgument): RedactionRule => ({
  kind: 'password',
  opening,
  pattern: new RegExp(source, 'gi'),
  accepts,
})

/** For options that another letter's case makes another option. */
const exactRule = (source: string): RedactionRule => ({ kind: 'password', opening, pattern: new RegExp(source, 'g'), accepts: isArgument })

const here = String.raw`(?<![\w-])`
const rest = String.raw`\b[^\n|;]{0,200}?[ \t]`

export const commandPasswords: ReadonlyArray<RedactionRule> = [
  exactRule(String.raw`${here}${anyCase('ldap(?:search|add|modify|delete|passwd|whoami)')}${rest}-w[ \t]{1,4}${argument}`),
  rule(String.raw`-pass(?:in|out)?[ \t]{1,4}["']?pass:(?<secret>[^\s"'$][^\s"']{2,127})`),
  rule(
    String.raw`${here}--(?:[a-z]{1,20}-){0,3}(?:password|passphrase|passwd)(?:=|[ \t]{1,4})["'\x60]?(?<secret>${quotedValue}|[\p{L}_-]{4,64}(?=[\s"'\x60]|$))`.replace(
      String.raw`\p{L}`,
      'A-Za-zÀ-ÿ',
    ),
    isOptionWord,
  ),
  exactRule(String.raw`${here}${anyCase('(?:un)?zip')}${rest}-P[ \t]{1,4}${argument}`),
  exactRule(String.raw`${here}7[zZ][aArR]?${rest}-p(?<secret>[^\s"'$-][^\s"']{2,127})`),
  rule(
    String.raw`${here}net use[^\n|;]{0,120}?[ \t]\\\\[^\s]{1,120}[ \t]{1,4}(?!/|\*)(?<secret>[^\s"'/*][^\s"']{2,127})(?=[ \t]{1,4}/user:)`,
  ),
  rule(String.raw`${here}net use[^\n|;]{0,120}?/user:[^\s]{1,64}[ \t]{1,4}(?!/|\*)["']?(?<secret>[^\s"'/*][^\s"']{2,127})`),
  exactRule(
    String.raw`${here}${anyCase('(?:smbclient|smbget|smbmap|rpcclient)')}${rest}(?:-U|--${anyCase('user')})[ =]{0,2}["']?[^\s%"']{1,64}%(?<secret>[^\s"']{3,127})`,
  ),
  rule(
    String.raw`chpasswd(?<=(?:echo|printf)[ \t]{1,4}["']?[\w.-]{1,64}:(?<secret>[^\s"'\x60|$][^\s"'\x60|]{2,127})["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]{1,4})?chpasswd)`,
  ),
  exactRule(
    String.raw`${here}htpasswd[ \t]{1,4}-[A-Za-z]{0,6}b[^\n|;&]{0,200}[ \t]["']?(?<secret>[^\s"'$|;&\x60][^\s"'|;&\x60]{2,127})["']?(?=[ \t]{0,4}(?:[\r\n;|&#\x60]|$))`,
  ),
  exactRule(String.raw`${here}openssl[ \t]{1,4}enc${rest}-k[ \t]{1,4}${argument}`),
  exactRule(
    String.raw`${here}sudo[ \t][^\n|]{0,60}?-[A-Za-z]{0,4}S[^\n|]{0,120}?<<<[ \t]{0,4}["']?(?<secret>[^\s"'\x60|$][^\s"'\x60|]{2,127})`,
  ),
  rule(String.raw`ansible_(?:become_|ssh_|sudo_)?pass(?:word)?[ \t]{0,4}[:=][ \t]{0,4}["']?(?<secret>[^\s"'\x60$!{<][^\s"'\x60]{2,127})`),
  rule(
    String.raw`${here}(?:echo|printf)[ \t]{1,4}(?:-[neE]{1,3}[ \t]{1,4})?["']?(?<secret>[^\s"'\x60|$][^\s"'\x60|]{2,127})["']?[ \t]{0,4}\|[^\n|]{0,120}--password-stdin`,
  ),
  rule(String.raw`${here}(?:create|alter)\s{1,4}(?:user|role|login)\b[^\n;]{0,160}?\bpassword\s{0,4}=?\s{0,4}'(?<secret>[^'\n]{1,256})'`),
  rule(
    String.raw`--from-literal=["']?[\w.-]{0,40}(?:pass(?:word|wd|phrase)?|secret|token|key|pwd)[\w.-]{0,20}=["']?(?<secret>[^\s"'$][^\s"']{2,255})`,
  ),
  rule(String.raw`(?<![\w-])(?:requirepass|masterauth)[ \t]{1,4}["']?(?<secret>[^\s"'$<][^\s"']{2,127})`),
  rule(
    String.raw`${here}login\s{1,4}[^\s]{1,64}\s{1,4}password\s{1,4}(?<secret>[^\s$<]\S{3,127})(?<=machine\s{1,4}(?:localhost|\S{0,64}[.\d]\S{0,64})\s{1,4}login\s{1,4}\S{1,64}\s{1,4}password\s{1,4}\S{4,128})`,
  ),
  // The line of a `.pgpass`.
  {
    kind: 'password',
    pattern:
      /(?<=(?:^|\n)[ \t]{0,4}[\w.*-]{1,128}:(?:\d{4,5}|\*):[\w*-]{1,64}:[\w*-]{1,64}:)(?<secret>[^\s:]{3,128})(?=[ \t]{0,4}(?:[\r\n]|$))/g,
    opening: /(?<=:(?:\d{4,5}|\*):[\w*-]{1,64}:[\w*-]{1,64}:)/g,
    accepts: isArgument,
  },
  // User and password in base64, in a configuration of Docker or npm.
  {
    kind: 'authorization',
    opening,
    pattern: /(?<![A-Za-z0-9])auth\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?(?<secret>[A-Za-z0-9+/]{8,}={0,2})(?![A-Za-z0-9+/=])/gi,
    accepts: holdsCredentials,
  },
  rule(`:_password=["']?(?<secret>[A-Za-z0-9+/=]{4,512})`),
]
