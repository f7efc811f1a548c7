/** Secrets behind a name: `password: …`, however name, mark and value are dressed up. */
import { isLabelledPassword, isPlausibleQuoted, isPlausibleSecret, isWordy } from './plausible-secret.ts'
import type { RedactionRule } from './redaction-rule.ts'

// Looking back from `key` spares the engine ten ways to begin.
const keys = '(?<=(?:api|access|private|encryption|signing|client|account|storage|master|auth|service)[ _-]?)key'

/** Names that mean nothing else. */
export const unmistakable = 'passw(?:or[dt]|d)|pass[ _-]?(?:phrase|code)|pwd|kennwort|wachtwoord|mot de passe|(?<![a-z])senha'

/** Names behind which a person may have made the secret up. */
export const personal = `${unmistakable}|secret|credential|${keys}`
/** Apart, since other letters than ASCII take the engine twice the time. */
const foreign = '密[码碼]|口令|パスワード|비밀번호|[Пп]ароль|[Cc]ontraseña|[Ｐｐ][Ａａ][Ｓｓ]{2}[Ｗｗ][Ｏｏ][Ｒｒ][Ｄｄ]'

/** With the first letters of each name above; without a look behind, which the patterns have. */
const opening = /(?=pass|pwd?|secret|credential|kennwort|wachtwoord|mot de passe|senha|key|token)/gi
export const foreignOpening = new RegExp(`(?=${foreign})`, 'g')
const tagOpening = /</g

const suffix = String.raw`s?(?:[_-]?(?:key(?:[_-]base)?|value|prod|dev|test|live|base64|\d{1,2}))?`
/** What closes the emphasis, code or quotes that the name stands in. */
export const behind = String.raw`(?:\\?["'\x60]|[*_”’»“]){0,4}`
export const mark = String.raw`(?:\s{0,4}(?:=>|:=|[→⇒]|\\[:=]|[=:：＝])\s{0,4}|:: |[ \t]{0,4}[—–][ \t]{0,4}|[ \t]{1,4}[-–—]>?[ \t]{1,4})`
/** What opens those of the value. */
export const before = String.raw`(?:[*_]{1,3}[ \t]{1,2})?[*_]{0,3}(?:\\?["'\x60]|[“”„‘’‚«»])?`

/** Between the quotes that `before` has just opened, to their end: whatever stands there. */
export const quotedValue = [
  String.raw`(?<=\\")[^"\\\n]{1,1024}(?=\\")`,
  String.raw`(?<=\\')[^'\\\n]{1,1024}(?=\\')`,
  String.raw`(?<=(?<!\\)")(?!")[^"\\\n]{0,1024}(?:\\[^\n][^"\\\n]{0,1024}){0,32}(?=")`,
  String.raw`(?<=(?<!\\)')(?!')[^'\\\n]{0,1024}(?:\\[^\n][^'\\\n]{0,1024}){0,32}(?=')`,
  String.raw`(?<=\x60)[^\x60\n]{1,1024}(?=\x60)`,
  String.raw`(?<=[“„”])[^“„”\n]{1,256}(?=[“”])`,
  String.raw`(?<=[‘‚’])[^‘‚’\n]{1,256}(?=[‘’])`,
  String.raw`(?<=[«»])[^«»\n]{1,256}(?=[«»])`,
].join('|')

const ends = String.raw`\s"'\x60\\|<>(){}\[\]—–“”„‘’‚«»`
const joints = ',;&=:：＝'
/** Inside a value, but not where the next field begins. */
const joint = String.raw`(?:[=:：＝]|[,;&](?!\s|$|[\w.-]{1,40}[=:]))`

/**
 * Up to white space, a bracket or a quote.
 *
 * Without a limit, and linear all the same: a name and its mark are a joint or an end, so no stretch of a value is read more than 13 times.
 * A full stop ends a sentence, a bracket behind the value makes it a call.
 */
export const bareValue = (least: number, furtherEnds = ''): string => {
  const run = `[^${ends}${joints}${furtherEnds}]*`
  return `(?=[^${ends}${furtherEnds}]{${least}})${run}(?:${joint}${run}){0,12}(?<![.:?,;&*])(?![A-Za-z0-9(…]|[.]{2})`
}

const shortestSecret = 6
const shortestToken = 10

const isChosen = (secret: string): boolean => isPlausibleSecret(secret, 'chosen')
const isQuoted = (secret: string): boolean => isPlausibleQuoted(secret, 'chosen')
const isRandom = (secret: string): boolean => isPlausibleSecret(secret, 'random')
const isLabelled = (secret: string): boolean => /\d/.test(secret) && (isChosen(secret) || isLabelledPassword(secret))
/** For places where a word with a number is more likely a word with a number. */
const isOdd = (secret: string): boolean => /\d/.test(secret) && !isWordy(secret.replace(/[!.?]{1,8}$/, '')) && isChosen(secret)

const rule = (parts: ReadonlyArray<string>, accepts: (secret: string) => boolean, flags = 'gi'): RedactionRule => ({
  kind: 'password',
  pattern: new RegExp(parts.join(''), flags),
  opening: flags === 'g' ? foreignOpening : opening,
  accepts,
})

const named = (name: string): string => `(?:${name})${suffix}${behind}${mark}${before}`
const quoted = `(?<secret>${quotedValue})`

/** `pass` as the name of a field: first on its line, or behind the user's. */
const passField = String.raw`(?:(?<=(?:^|[\n|])[ \t]{0,12}(?:[-*+>][ \t]{1,4})?[*_"'\x60]{0,3})|(?<=(?:user|login|account|mail)[^\n]{0,80}[^a-z]))pass`
const fieldEnd = String.raw`(?=["'*_\x60]{0,3}[ \t]{0,8}(?:[\r\n,;|}]|$))`

/** Whose or what for: `password (staging): …`, `password for the router: …`. */
const scope = String.raw`(?:\s?\([^()\n]{1,40}\)|\s(?:for|of|to|für|zum|zur)(?:\s[^\s:=|—–]{1,40}){1,4})`

const said = String.raw`\s{1,3}(?:is|was|ist|war|lautet)\s{0,1}:?\s{1,3}${before}`

/** Alone on its line, or the heading of a section: what it names stands on the next line. */
const aloneOnLine = String.raw`(?<=(?:^|\n)[ \t]{0,8}(?:#{1,6}[ \t]{1,4}|[-*+>][ \t]{1,4})?[*_\x60]{0,3}(?:[\p{L}\d]{1,20}[ _-]){0,3})(?:${unmistakable})[*_\x60]{0,3}:?[*_\x60]{0,3}`
const onNextLine = String.raw`[ \t]{0,8}(?:\r?\n[ \t]{0,8}){1,3}["'\x60]?(?<secret>[^\s"'\x60<>|]{8,128})["'\x60]?[ \t]{0,8}(?=[\r\n]|$)`
const isOnNextLine = (secret: string): boolean => /\d/.test(secret) && /\p{L}/u.test(secret) && isLabelled(secret)

export const namedSecrets: ReadonlyArray<RedactionRule> = [
  rule([named(`${personal}|(?<![a-z])pass`), quoted], isQuoted),
  rule([named(unmistakable), quoted], isLabelledPassword),
  rule([named('token'), quoted], (secret) => isPlausibleQuoted(secret, 'random')),
  rule([named(personal), `(?<secret>${bareValue(shortestSecret)})`], isChosen),
  // To the end of its field, or right behind the mark as in an environment.
  rule([named(unmistakable), `(?<secret>${bareValue(shortestSecret)})(?:${fieldEnd}|(?=\\s)(?<==\\k<secret>))`], isLabelled),
  rule([aloneOnLine, onNextLine], isOnNextLine, 'giu'),
  rule([named(foreign), quoted], isQuoted, 'g'),
  rule([named(foreign), `(?<secret>${bareValue(shortestSecret)})`], isChosen, 'g'),
  rule([named(passField), `(?<secret>${bareValue(shortestSecret)})`, fieldEnd], isChosen),
  rule([named('(?<![a-z])pass|(?<![a-z0-9])pw'), `(?<secret>${bareValue(shortestSecret)})`], isOdd),
  // In the user part of an address the host follows.
  rule([named('token'), `(?<secret>${bareValue(shortestToken, '@')})`], isRandom),
  rule([`(?:${personal}|token)${suffix}${scope}${behind}${mark}${before}(?<secret>${bareValue(shortestSecret)})`], isOdd),
  // Said in a sentence, where words are more likely than secrets.
  rule([`(?:${personal}|token)${scope}?${said}(?<secret>${bareValue(shortestSecret)})`], isOdd),
  rule([String.raw`(?:${personal})\s{1,2}["'\x60“„‘](?<secret>${quotedValue})`], isQuoted),
  // `<password>…</password>`
  {
    ...rule([String.raw`<[\w:.-]{0,40}(?:${personal}|token)[\w.-]{0,20}>(?<secret>[^<>\n]{4,1024})</`], isQuoted),
    opening: tagOpening,
  },
]
