/**
 * Rules for codes and phrases: PINs and door codes, recovery codes and keys, passphrases of several words, and wallet seeds.
 *
 * Years, quantities and numbers below the usual length of a code stay.
 */
import { isDescribingWord } from './plausible-secret.ts'
import { anyCase, copula, markOf, passOpening, type RedactionRule, ruleOf, type SecretSpan } from './redaction-rule.ts'

/** The owner or purpose of a code: `PIN of the joint card: …`. It has no digits, so the first number is the code. */
const codeScope = String.raw`(?:[ \t](?:of|for|to|on|at|der|des|vom|von|für|zur|zum|im|de|du|del|della|dello|do|da|van|voor|pour|per|para)(?:[ \t'’][\p{L}'’-]{1,24}){1,5})?`
const codeDress = String.raw`["'*_\x60“”„«»()]{0,3}`
const codeMark = markOf(String.raw`${copula}|[ \t]{0,2}(?:是|は)[:：]?[ \t]{0,2}`, codeDress)
const codeMarkOrNot = String.raw`(?:${codeMark}|[ \t]{1,2}${codeDress})`
/** No further digit, unit or counted noun follows a code. */
const codeEnd = String.raw`(?![\p{L}\d]|[.,:/]\d|-[\p{L}\d]|[ \t]?(?:%|€|\$)|[ \t](?:digits?|stellen|ziffern|chiffres|dígitos|cifre|cijfers|characters|times|mal|days|minutes|seconds|attempts)\b)`
const digits = (least: number, most: number): string => String.raw`(?<secret>\d{${least},${most}}[#*]?)`
const grouped = String.raw`(?<secret>\d{2,4}(?:[ ]\d{2,4}){1,3}|\d{4,8}[#*]?)`

const notYear = (code: string): boolean => !/^(?:19|20)\d\d$/.test(code)

/** Shared by all these rules: one search of the text serves all of them. */
const codeOpening =
  /(?=pin|nip|geheimzahl|暗証番号|puk|cv[cv]|csc|card (?:verif|secur)|prüf|kartenprüf|code|c[oó]dig|codice|alarm|door|gate|garage|entr|keypad|lock|key ?box|building|house|safe|disarm|unlock|entsperr|tür|haustür|tor|eingang|schließ|tresor|sperr|zugangs|voicemail|mailbox|deur|toegang|poort|kluis|digicode|passcode|combin|kombi|cassaforte|coffre|caja|cofre)/gi

const codeRule = (parts: ReadonlyArray<string>, accepts?: (secret: string) => boolean): RedactionRule =>
  ruleOf('pin', new RegExp(parts.join(''), 'giu'), accepts, codeOpening)

const wordStart = '(?<![\\p{L}\\d_])'
const pin = String.raw`(?:(?<![\p{L}\d_]|G)PIN|(?<=[\p{L}]-)PIN|${wordStart}(?:NIP|Geheimzahl|暗証番号))(?:[- ]?(?:code|nummer|number))?(?![\p{L}\d])`

const lockedPlace =
  '(?:alarm|door|gate|garage|entry|entrance|keypad|lockbox|key ?box|safe|locker|disarm|unlock|lock|tür|haustür|tor|eingang|schließfach|tresor|alarmanlage|entsperr|sperr|zugangs|voicemail|mailbox|deur|toegangs|poort|kluis)'
const behindCode = String.raw`(?:[ \t'’](?:the|der|des|die|das|den|l|la|le|el|il|los|las|my|our|front|back|main|meine[rsnm]?|unsere[rsnm]?|office|büro)){0,3}[ \t'’](?:alarm|door|gate|garage|entrance|entry|building|house|safe|lock|locker|phone|tür|haustür|tor|garagentor|eingang|tresor|alarmanlage|schließfach|handy|telefon|porte|portail|alarme|immeuble|coffre|téléphone|puerta|alarma|portal|garaje|caja|móvil|porta|cancello|allarme|cassaforte|portão|alarme|cofre|deur|poort|kluis)`

export const numericCodes: ReadonlyArray<RedactionRule> = [
  codeRule([pin, codeScope, codeMark, grouped, codeEnd]),
  ruleOf(
    'pin',
    new RegExp(String.raw`(?<![\p{L}\d_])PIN(?![\p{L}\d])[ \t]{1,2}${codeDress}${digits(4, 8)}${anyCase(codeEnd)}`, 'gu'),
    notYear,
    codeOpening,
  ),
  codeRule([String.raw`${wordStart}PUK[12]?(?![\p{L}\d])`, codeScope, codeMarkOrNot, digits(6, 10), codeEnd]),
  codeRule([
    String.raw`${wordStart}(?:CV[CV]2?|CSC|card (?:verification|security) (?:code|number|value)|(?:Karten)?prüf(?:ziffer|nummer|zahl))(?![\p{L}\d])`,
    codeScope,
    codeMarkOrNot,
    digits(3, 4),
    codeEnd,
  ]),
  // `door code: 4471`, `Türcode Büro Hinterhof: 8812#`
  codeRule([
    String.raw`(?<![\p{L}\d_])(?:[\p{L}]{0,20})${lockedPlace}[ -]?(?:system|panel|anlagen)?[ -]?(?:code|pin)s?(?![\p{L}\d])`,
    String.raw`(?:(?:[ \t](?!is\b|ist\b|was\b)[\p{L}-]{1,24}){0,5}?)`,
    codeMark,
    digits(4, 8),
    codeEnd,
  ]),
  codeRule([String.raw`(?<![\p{L}\d_])(?:[\p{L}]{0,20})${lockedPlace}[ -]?(?:code|pin)[ \t]{1,2}`, digits(4, 8), codeEnd], notYear),
  // A line `Alarm of the workshop: code 4711`
  codeRule(
    [
      String.raw`(?<=(?:^|\n)[ \t]{0,8}(?:[-*+•][ \t]{1,4})?[*_]{0,2}(?:[\p{L}-]{1,24}[ \t]){0,2}[\p{L}-]{0,20})`,
      '(?:alarm|door|gate|garage|keypad|lockbox|key ?box|safe|locker|tür|haustür|tor|schließfach|tresor|deur|poort|kluis)(?:anlage|system|panel|tor)?',
      String.raw`(?:[ \t][\p{L}’'-]{1,24}){0,5}[*_]{0,2}[ \t]?:[*_]{0,2}[ \t]{1,3}(?:code|pin|código|codice)[ \t]?:?[ \t]{1,3}`,
      digits(4, 8),
      codeEnd,
    ],
    notYear,
  ),
  // `the code of the alarm is 4406`, `code de la porte : 4471`
  codeRule([
    String.raw`${wordStart}(?:code|código|codice)[ \t](?:of|for|to|der|des|vom|von|für|zur|zum|du|de|d|del|della|dello|dell|do|da|van|voor)${behindCode}(?![\p{L}\d])(?:[ \t][\p{L}-]{1,24}){0,3}?`,
    codeMark,
    digits(4, 8),
    codeEnd,
  ]),
  codeRule([`(?:Alarmanlage|digicode)`, String.raw`(?:[ \t][\p{L}-]{1,24}){0,3}?`, codeMark, digits(4, 8), codeEnd]),
  codeRule([
    String.raw`${wordStart}(?:codice|código)[ \t](?:allarme|porta|cancello|alarma|puerta|portal|garaje|alarme|portão)`,
    codeScope,
    codeMarkOrNot,
    digits(4, 8),
    codeEnd,
  ]),
  // `unlocks with the code 259814`, `passcode 714920`
  codeRule([
    String.raw`(?:unlock(?:s|ed)?(?:[ \t](?:it|the|my|phone|tablet|screen)){0,3}[ \t](?:with|by|using)(?:[ \t](?:the|code|pin)){0,2}|passcode${codeScope}|entsperr(?:t|e|en)(?:[ \t]ich)?[ \t](?:mit|durch)(?:[ \t](?:dem|code|der|pin)){0,2})`,
    codeMarkOrNot,
    digits(4, 8),
    codeEnd,
  ]),
  codeRule([
    String.raw`(?:(?<=(?:safe|tresor|lock|vault|locker|schloss|cadenas|coffre|fuerte|cassaforte|cofre|kluis|padlock)[ -]?)(?:combination|kombination|code)|(?:combination|combinaison|combinación|combinazione|combinação|combinatie|kombination)(?=[^\n\d]{0,40}[:=\t ]\d{1,2}[-/ ]\d{1,2}[-/ ]\d))${codeScope}`,
    codeMarkOrNot,
    String.raw`(?<secret>\d{1,2}(?:[ ]?[-/][ ]?\d{1,2}){2,5}|\d{2}(?:[ ]\d{2}){2,5}|\d{4,8})`,
    codeEnd,
  ]),
  // `Tresor: 88 12 45`
  codeRule([
    `${wordStart}(?:safe|tresor|cassaforte|coffre-fort|caja fuerte|cofre|kluis)`,
    codeMark,
    String.raw`(?<secret>\d{2}(?:[ /-]\d{2}){2,5})`,
    codeEnd,
  ]),
]

const dressed = String.raw`["'*_\x60“”„]{0,3}`
const marked = anyCase(markOf(String.raw`[ \t]{1,3}(?:is|ist|est|es|è|é|lautet)[ \t]?:?[ \t]{1,3}`, dressed))
const markedOrNot = String.raw`(?:${marked}|\s{1,3}${dressed})`
const about = anyCase(
  String.raw`(?:[ \t](?:of|for|from|to|the|my|der|des|vom|von|für|zum|zur|de|du|del|di|da|do|van|voor)?[ \t]?[\p{L}\d.-]{1,24}){0,4}?`,
)

/** Shared by all these rules: one search of the text serves all of them. */
const recoveryOpening =
  /(?=recovery|filevault|wiederherstellungs|clé de|clave de|chiave di|chave de|herstels|emergency|secret key|totp|2fa|mfa|otp|authenticator|set-?up key|second factor|zweiter faktor|zweifaktor|einrichtungs|app)/gi

const hasVariety = (secret: string): boolean => new Set(secret).size >= 6

/** The set-up key of an authenticator: base32, in one piece or in groups of four. */
const base32 = `(?<secret>[A-Z2-7]{16,64}(?![A-Za-z0-9])|[A-Z2-7]{4}(?:[ -][A-Z2-7]{4}){3,15}(?![A-Za-z0-9])|[a-z2-7]{4}(?:[ -][a-z2-7]{4}){3,15}(?![A-Za-z0-9])|[a-z2-7]{16,64}(?![A-Za-z0-9]))`

const backupCodes =
  /(?:backup|recovery|scratch|rescue|emergency|one[- ]time|wiederherstellungs|einmal|notfall|ersatz|sicherungs)[- ]?codes?\b|codes? de (?:secours|récupération)|códigos? de (?:respaldo|recuperación|recuperação|backup)|codici di (?:backup|recupero)|herstelcodes?|备用(?:代)?码|バックアップコード/gi

export const recoveryCodes: ReadonlyArray<RedactionRule> = [
  // The 48 digits of a BitLocker key need no label.
  ruleOf('recovery-key', /(?<![\d-])(?:\d{6}-){7}\d{6}(?![\d-])/g),
  ruleOf(
    'recovery-key',
    new RegExp(
      `${anyCase('(?:recovery[ -]key|filevault(?: key)?|wiederherstellungsschlüssel|clé de (?:secours|récupération)|clave de recuperación|chiave di (?:recupero|ripristino)|chave de recuperação|herstelsleutel|emergency kit|secret key)')}${about}${markedOrNot}(?<secret>[A-Z0-9]{2,6}(?:-[A-Z0-9]{4,6}){4,9})(?![A-Za-z0-9-])`,
      'gu',
    ),
    hasVariety,
    recoveryOpening,
  ),
  ruleOf(
    'totp-secret',
    new RegExp(
      String.raw`${anyCase('(?:totp|2fa|mfa|otp|authenticator|set-?up key|second factor|zweiter faktor|zweifaktor|einrichtungsschlüssel)')}[^\n:=]{0,60}?${markedOrNot}${base32}`,
      'gu',
    ),
    (secret) => hasVariety(secret) && (/[A-Z2-7]{16}/.test(secret) || /[ -]/.test(secret) || /[2-7]/.test(secret)),
    recoveryOpening,
  ),
  ruleOf('totp-secret', /otpauth:\/\/[^\s"'<>]{0,300}?[?&]secret=(?<secret>[A-Za-z2-7]{8,128}=*)/gi, undefined, recoveryOpening),
  // App passwords in the form of Google and Apple.
  ruleOf(
    'password',
    new RegExp(
      String.raw`(?<![\p{L}])${anyCase('app(?:lication)?(?:[- ]specific)?s?[- ]?(?:pass(?:word|wort)|kennwort|wachtwoord)')}${about}${markedOrNot}(?<secret>[a-z]{4}(?:[ -][a-z]{4}){3})(?![A-Za-z])`,
      'gu',
    ),
    (secret) =>
      !/(?<![a-z])(?:with|that|this|from|your|then|have|open|must|into|here|used|name|when|need|will|they|only|dass|oder|wird|sind|eine|muss|nach|mein)(?![a-z])/.test(
        secret,
      ),
    recoveryOpening,
  ),
]

const longestCodeGap = 60
const mostCodes = 32
const backupCode =
  /[\s,;|·•*`"'>-]{0,12}(?:\d{1,2}[.)][ \t]{1,4})?["'`]?(?<code>[0-9A-Za-z]{4,6}[- ][0-9A-Za-z]{4,6}(?:-[0-9A-Za-z]{4,6}){0,3}|\d{6,10}|[0-9A-Za-z]{8,16})(?![0-9A-Za-z-])["'`]?/y

/** Finds each code behind a label such as `backup codes:`, at most 32 for a label. */
export const backupCodeSpans = (text: string): ReadonlyArray<SecretSpan> =>
  Array.from(text.matchAll(backupCodes)).flatMap(({ 0: label, index }) => {
    const rest = text.slice(index + label.length, index + label.length + longestCodeGap)
    const lead = /^[^\n:：\d]{0,40}[:：—–]|^[^\n:：\d]{0,40}(?=\n)|^[ \t]{1,2}/.exec(rest)
    return lead === null ? [] : codesFrom(text, index + label.length + lead[0].length)
  })

const codesFrom = (text: string, from: number): ReadonlyArray<SecretSpan> => {
  const spans: Array<SecretSpan> = []
  backupCode.lastIndex = from
  for (let found = backupCode.exec(text); found !== null && spans.length < mostCodes; found = backupCode.exec(text)) {
    const code = found.groups?.['code'] ?? ''
    // A word, a date or a year ends the list.
    if (!/\d/.test(code) || /^(?:19|20)\d\d[- ]|^\d{4,6}[- ][A-Za-z]{4,}$|^[A-Za-z]{4,6}[- ]\d{4}$/.test(code)) break
    const start = found.index + found[0].lastIndexOf(code)
    spans.push({ start, end: start + code.length })
    backupCode.lastIndex = found.index + found[0].length
  }
  return spans
}

const passphrase = `(?:pass[ _-]?phrase|phrase secrète|phrase de passe|frase de contraseña|frase de paso|frase segreta|frase-senha|wachtwoordzin|passsatz)`
const phraseScope = String.raw`(?:[ \t](?:of|for|to|der|des|vom|von|für|zur|zum|de|du|del|della|do|da|van|voor|pour|per|para)(?:[ \t][\p{L}\d-]{1,24}){1,5})?`
const phraseMark = markOf(copula, String.raw`["'*_\x60]{0,3}`, '')
const words = String.raw`[\p{L}\d]{1,24}(?:[ \t][\p{L}\d’'-]{1,24}){2,11}`

const fewestWords = 3
/** At most a third of the words may describe a passphrase. The first may do so only as the single one among four or more words. */
const isPhrase = (text: string): boolean => {
  const all = text.trim().split(/[ \t]+/)
  const describing = all.filter(isDescribingWord).length
  const beginsAsPhrase = !isDescribingWord(all[0] ?? '') || (describing === 1 && all.length > fewestWords)
  return all.length >= fewestWords && beginsAsPhrase && describing * 3 <= all.length && !isRule(text)
}
/** Rules about passphrases: `at least five words`, `must not be written down`. */
const isRule = (text: string): boolean =>
  /\b(?:must|should|at least|stored|written|kept|never|required|mindestens|steht|liegt|muss|enter)\b/i.test(text)

export const passPhrases: ReadonlyArray<RedactionRule> = [
  ruleOf(
    'passphrase',
    new RegExp(String.raw`${passphrase}${phraseScope}${phraseMark}["'\x60“„«‘](?<secret>[^"'\x60“”„«»‘’\n]{8,160})["'\x60“”»’]`, 'giu'),
    isPhrase,
    passOpening,
  ),
  ruleOf(
    'passphrase',
    new RegExp(
      String.raw`${passphrase}${phraseScope}${phraseMark}["*_]{0,3}(?<secret>${words})(?=["*_]{0,3}[ \t]{0,4}(?:[.,;!(|]|[\r\n]|$))`,
      'giu',
    ),
    isPhrase,
    passOpening,
  ),
]

const sizes = new Set([12, 15, 18, 21, 24])
const mostWords = 25
const seedLabel =
  /(?:seed|recovery|backup|mnemonic|wallet|secret recovery|wiederherstellungs|wallet[- ]?seed)[ -]{0,1}(?:phrase|words?|seed|wörter|mnemonic)|mnemonic|bip-?39|phrase (?:de récupération|mnémonique)|frase (?:semilla|de recuperación|de recuperação|semente|di recupero)|herstelzin|助记词|シードフレーズ|リカバリーフレーズ/gi
const longestGap = 80
const numberedWord = /[\s,;|*_>`"'-]{0,16}(?:\d{1,2}[.):]?[ \t]{0,3})?(?<word>[a-z]{3,8})(?![A-Za-z\d])/y

/** True where a word is too common for the word list of a wallet. */
const isProse = (words: ReadonlyArray<string>): boolean => words.some((word) => prose.has(word))
const prose = new Set(
  'the and for was were had has are but not his her from which been who its our into than them would could did she him und der die das den mit ist ein von auf les des est une que con por los las per una het een van'.split(
    ' ',
  ),
)

/** Finds the words behind a label such as `seed phrase:`, and lines of exactly twelve or twenty-four such words. */
export const seedSpans = (text: string): ReadonlyArray<SecretSpan> => [...labelledSeeds(text), ...bareSeeds(text)]

const labelledSeeds = (text: string): ReadonlyArray<SecretSpan> =>
  Array.from(text.matchAll(seedLabel)).flatMap(({ 0: name, index }) => {
    const from = index + name.length
    const rest = text.slice(from, from + longestGap)
    const lead = /^[^\n:：]{0,60}[:：—–]|^[^\n]{0,60}?(?=\n)|^[ \t]{1,2}(?:is|ist)?/.exec(rest)
    if (lead === null) return []
    const found = wordsFrom(text, from + lead[0].length)
    return found !== undefined && sizes.has(found.words.length) && !isProse(found.words) ? [found] : []
  })

const wordsFrom = (text: string, from: number): (SecretSpan & { readonly words: ReadonlyArray<string> }) | undefined => {
  const words: Array<string> = []
  let start = -1
  let end = from
  numberedWord.lastIndex = from
  for (let found = numberedWord.exec(text); found !== null && words.length < mostWords; found = numberedWord.exec(text)) {
    // The phrase ends with its paragraph.
    if (words.length > 0 && /\n[ \t]*\n/.test(found[0]) && !/\d/.test(found[0])) break
    if (start < 0) start = found.index + found[0].search(/[^\s,;|*_>`"'-]/)
    words.push(found.groups?.['word'] ?? '')
    end = numberedWord.lastIndex
  }
  return start < 0 ? undefined : { start, end, words }
}

/** Finds lines of twelve or twenty-four different words in small letters without a common word. */
const bareSeeds = (text: string): ReadonlyArray<SecretSpan> =>
  Array.from(text.matchAll(seedLine)).flatMap(({ 0: whole, index, groups }) => {
    const row = groups?.['row'] ?? ''
    const words = row.split(' ')
    const isSeed = (words.length === 12 || words.length === 24) && new Set(words.map((word) => word.slice(0, 4))).size > words.length - 2
    const start = index + whole.indexOf(row)
    return isSeed && !isProse(words) ? [{ start, end: start + row.length }] : []
  })

const seedLine = /(?<=^|\n)[ \t]{0,8}(?<row>[a-z]{3,8}(?: [a-z]{3,8}){11,23})[ \t]{0,8}(?=[\r\n]|$)/g
