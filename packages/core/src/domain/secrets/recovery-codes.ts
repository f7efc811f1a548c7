/** Recovery secrets of accounts and disks: recovery keys, backup codes, keys of one-time passwords, app passwords. */
import { anyCase } from './any-case.ts'
import type { RedactionRule } from './redaction-rule.ts'

const dressed = String.raw`["'*_\x60“”„]{0,3}`
const marked = anyCase(
  String.raw`${dressed}(?:\s{0,3}[:=：＝]\s{0,3}|[ \t]{1,3}[—–-]>?[ \t]{1,3}|[ \t]{1,3}(?:is|ist|est|es|è|é|lautet)[ \t]?:?[ \t]{1,3})${dressed}`,
)
const markedOrNot = String.raw`(?:${marked}|\s{1,3}${dressed})`
const about = anyCase(
  String.raw`(?:[ \t](?:of|for|from|to|the|my|der|des|vom|von|für|zum|zur|de|du|del|di|da|do|van|voor)?[ \t]?[\p{L}\d.-]{1,24}){0,4}?`,
)

/** One for all: a search for each would read the text once more. */
const opening =
  /(?=recovery|filevault|wiederherstellungs|clé de|clave de|chiave di|chave de|herstels|emergency|secret key|totp|2fa|mfa|otp|authenticator|set-?up key|second factor|zweiter faktor|zweifaktor|einrichtungs|app)/gi

const hasVariety = (secret: string): boolean => new Set(secret).size >= 6

/** The keys that an authenticator is set up with: base32, in one piece or in groups of four. */
const base32 = `(?<secret>[A-Z2-7]{16,64}(?![A-Za-z0-9])|[A-Z2-7]{4}(?:[ -][A-Z2-7]{4}){3,15}(?![A-Za-z0-9])|[a-z2-7]{4}(?:[ -][a-z2-7]{4}){3,15}(?![A-Za-z0-9])|[a-z2-7]{16,64}(?![A-Za-z0-9]))`

const backupCodes =
  /(?:backup|recovery|scratch|rescue|emergency|one[- ]time|wiederherstellungs|einmal|notfall|ersatz|sicherungs)[- ]?codes?\b|codes? de (?:secours|récupération)|códigos? de (?:respaldo|recuperación|recuperação|backup)|codici di (?:backup|recupero)|herstelcodes?|备用(?:代)?码|バックアップコード/gi

export const recoveryCodes: ReadonlyArray<RedactionRule> = [
  // The 48 digits of a BitLocker key need no name.
  { kind: 'recovery-key', pattern: /(?<![\d-])(?:\d{6}-){7}\d{6}(?![\d-])/g },
  {
    kind: 'recovery-key',
    opening,
    pattern: new RegExp(
      `${anyCase('(?:recovery[ -]key|filevault(?: key)?|wiederherstellungsschlüssel|clé de (?:secours|récupération)|clave de recuperación|chiave di (?:recupero|ripristino)|chave de recuperação|herstelsleutel|emergency kit|secret key)')}${about}${markedOrNot}(?<secret>[A-Z0-9]{2,6}(?:-[A-Z0-9]{4,6}){4,9})(?![A-Za-z0-9-])`,
      'gu',
    ),
    accepts: hasVariety,
  },
  {
    kind: 'totp-secret',
    opening,
    pattern: new RegExp(
      String.raw`${anyCase('(?:totp|2fa|mfa|otp|authenticator|set-?up key|second factor|zweiter faktor|zweifaktor|einrichtungsschlüssel)')}[^\n:=]{0,60}?${markedOrNot}${base32}`,
      'gu',
    ),
    accepts: (secret) => hasVariety(secret) && (/[A-Z2-7]{16}/.test(secret) || /[ -]/.test(secret) || /[2-7]/.test(secret)),
  },
  {
    kind: 'totp-secret',
    opening,
    pattern: /otpauth:\/\/[^\s"'<>]{0,300}?[?&]secret=(?<secret>[A-Za-z2-7]{8,128}=*)/gi,
  },
  {
    // App passwords in the form that Google and Apple show.
    kind: 'password',
    opening,
    pattern: new RegExp(
      String.raw`(?<![\p{L}])${anyCase('app(?:lication)?(?:[- ]specific)?s?[- ]?(?:pass(?:word|wort)|kennwort|wachtwoord)')}${about}${markedOrNot}(?<secret>[a-z]{4}(?:[ -][a-z]{4}){3})(?![A-Za-z])`,
      'gu',
    ),
    accepts: (secret) =>
      !/(?<![a-z])(?:with|that|this|from|your|then|have|open|must|into|here|used|name|when|need|will|they|only|dass|oder|wird|sind|eine|muss|nach|mein)(?![a-z])/.test(
        secret,
      ),
  },
]

export interface CodeSpan {
  readonly start: number
  readonly end: number
}

const longestGap = 60
const mostCodes = 32
const item =
  /[\s,;|·•*`"'>-]{0,12}(?:\d{1,2}[.)][ \t]{1,4})?["'`]?(?<code>[0-9A-Za-z]{4,6}[- ][0-9A-Za-z]{4,6}(?:-[0-9A-Za-z]{4,6}){0,3}|\d{6,10}|[0-9A-Za-z]{8,16})(?![0-9A-Za-z-])["'`]?/y

/** The codes behind a label such as `backup codes:`, each for itself. Every label is looked behind once, for at most 32 codes. */
export const backupCodeSpans = (text: string): ReadonlyArray<CodeSpan> =>
  Array.from(text.matchAll(backupCodes)).flatMap(({ 0: label, index }) => {
    const rest = text.slice(index + label.length, index + label.length + longestGap)
    const lead = /^[^\n:：\d]{0,40}[:：—–]|^[^\n:：\d]{0,40}(?=\n)|^[ \t]{1,2}/.exec(rest)
    return lead === null ? [] : codesFrom(text, index + label.length + lead[0].length)
  })

const codesFrom = (text: string, from: number): ReadonlyArray<CodeSpan> => {
  const spans: Array<CodeSpan> = []
  item.lastIndex = from
  for (let found = item.exec(text); found !== null && spans.length < mostCodes; found = item.exec(text)) {
    const code = found.groups?.['code'] ?? ''
    // Words are no codes, and a date or a year ends the list.
    if (!/\d/.test(code) || /^(?:19|20)\d\d[- ]|^\d{4,6}[- ][A-Za-z]{4,}$|^[A-Za-z]{4,6}[- ]\d{4}$/.test(code)) break
    const start = found.index + found[0].lastIndexOf(code)
    spans.push({ start, end: start + code.length })
    item.lastIndex = found.index + found[0].length
  }
  return spans
}
