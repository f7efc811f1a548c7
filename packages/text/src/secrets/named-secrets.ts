/**
 * Rules for values behind a label (`password: …`), with any emphasis, quotes and separators: passwords, passwords of letters alone, network
 * keys and keys in hexadecimal.
 */
import {
  isDescribingWord,
  isLabelledPassword,
  isPlausibleQuoted,
  isPlausibleSecret,
  isStandIn,
  isWordPassword,
  isWordy,
  wordsIn,
} from './plausible-secret.ts'
import {
  bareValue,
  before,
  behind,
  copula,
  foreign,
  foreignOpening,
  labelOpening,
  mark,
  markOf,
  passOpening,
  personal,
  quotedValue,
  type RedactionRule,
  ruleOf,
  unmistakable,
} from './redaction-rule.ts'

const tagOpening = /</g
const suffix = String.raw`s?(?:[_-]?(?:key(?:[_-]base)?|value|prod|dev|test|live|base64|\d{1,2}))?`
const shortestSecret = 6
const shortestToken = 10

const isChosen = (secret: string): boolean => isPlausibleSecret(secret, 'chosen')
const isQuoted = (secret: string): boolean => isPlausibleQuoted(secret, 'chosen')
const isRandom = (secret: string): boolean => isPlausibleSecret(secret, 'random')
const isLabelled = (secret: string): boolean => /\d/.test(secret) && (isChosen(secret) || isLabelledPassword(secret))
/** Judges a value where a plain word with a number is more likely no secret. */
const isOdd = (secret: string): boolean => /\d/.test(secret) && !isWordy(secret.replace(/[!.?]{1,8}$/, '')) && isChosen(secret)

const rule = (
  parts: ReadonlyArray<string>,
  accepts: (secret: string) => boolean,
  flags = 'gi',
  opening = flags === 'g' ? foreignOpening : labelOpening,
): RedactionRule => ruleOf('password', new RegExp(parts.join(''), flags), accepts, opening)

const named = (name: string): string => `(?:${name})${suffix}${behind}${mark}${before}`
const quoted = `(?<secret>${quotedValue})`

/** `pass` as the label of a field: first on its line, or after a user name. */
const passField = String.raw`(?:(?<=(?:^|[\n|])[ \t]{0,12}(?:[-*+>][ \t]{1,4})?[*_"'\x60]{0,3})|(?<=(?:user|login|account|mail)[^\n]{0,80}[^a-z]))pass`
const fieldEnd = String.raw`(?=["'*_\x60]{0,3}[ \t]{0,8}(?:[\r\n,;|}]|$))`

/** The owner or purpose of a secret: `password (staging): …`, `password for the router: …`. */
const scope = String.raw`(?:\s?\([^()\n]{1,40}\)|\s(?:for|of|to|für|zum|zur)(?:\s[^\s:=|—–]{1,40}){1,4})`

const said = String.raw`\s{1,3}(?:is|was|ist|war|lautet)\s{0,1}:?\s{1,3}${before}`

/** A label alone on its line or as a heading. Its value stands on the next line. */
const aloneOnLine = String.raw`(?<=(?:^|\n)[ \t]{0,8}(?:#{1,6}[ \t]{1,4}|[-*+>][ \t]{1,4})?[*_\x60]{0,3}(?:[\p{L}\d]{1,20}[ _-]){0,3})(?:${unmistakable})[*_\x60]{0,3}:?[*_\x60]{0,3}`
const onNextLine = String.raw`[ \t]{0,8}(?:\r?\n[ \t]{0,8}){1,3}["'\x60]?(?<secret>[^\s"'\x60<>|]{8,128})["'\x60]?[ \t]{0,8}(?=[\r\n]|$)`
const isOnNextLine = (secret: string): boolean => /\d/.test(secret) && /\p{L}/u.test(secret) && isLabelled(secret)

export const namedSecrets: ReadonlyArray<RedactionRule> = [
  rule([named(`${personal}|(?<![a-z])pass`), quoted], isQuoted),
  rule([named(unmistakable), quoted], isLabelledPassword),
  rule([named('token'), quoted], (secret) => isPlausibleQuoted(secret, 'random')),
  rule([named(personal), `(?<secret>${bareValue(shortestSecret)})`], isChosen),
  // The value ends its field, or follows `=` directly as in an environment.
  rule([named(unmistakable), `(?<secret>${bareValue(shortestSecret)})(?:${fieldEnd}|(?=\\s)(?<==\\k<secret>))`], isLabelled),
  rule([aloneOnLine, onNextLine], isOnNextLine, 'giu'),
  rule([named(foreign), quoted], isQuoted, 'g'),
  rule([named(foreign), `(?<secret>${bareValue(shortestSecret)})`], isChosen, 'g'),
  rule([named(passField), `(?<secret>${bareValue(shortestSecret)})`, fieldEnd], isChosen),
  rule([named('(?<![a-z])pass|(?<![a-z0-9])pw'), `(?<secret>${bareValue(shortestSecret)})`], isOdd),
  // A token ends before `@`, because in an address the host follows.
  rule([named('token'), `(?<secret>${bareValue(shortestToken, '@')})`], isRandom),
  rule([`(?:${personal}|token)${suffix}${scope}${behind}${mark}${before}(?<secret>${bareValue(shortestSecret)})`], isOdd),
  // In a sentence words are more likely than secrets.
  rule([`(?:${personal}|token)${scope}?${said}(?<secret>${bareValue(shortestSecret)})`], isOdd),
  rule([String.raw`(?:${personal})\s{1,2}["'\x60“„‘](?<secret>${quotedValue})`], isQuoted),
  // `<password>…</password>`
  rule([String.raw`<[\w:.-]{0,40}(?:${personal}|token)[\w.-]{0,20}>(?<secret>[^<>\n]{4,1024})</`], isQuoted, 'gi', tagOpening),
]

/** Judges a word without quotes. Names in code such as `userInput` or `input_field` are no passwords. */
const isBareWord = (value: string): boolean => isWordPassword(value) && !/^\p{Ll}+\p{Lu}|_/u.test(value)

const isCapitalised = (value: string): boolean => /^\p{Lu}/u.test(value) && isBareWord(value)

/** Judges a word behind `the password is`. Words with an ending of adjectives describe the password. */
const isSaidWord = (value: string): boolean => isBareWord(value) && (isCapitalised(value) || (value.length > 5 && !adjective.test(value)))

const adjective =
  /(?:ed|ing|able|ible|ive|ous|ful|less|al|ic|ary|ly|ent|ant|ig|lich|isch|bar|sam|los|haft|ée?s?|[aiu]d[oa]s?|[aiu]t[oae]|oso|osa|ieu[xs]e?|[áa]ri[ao]s?)$/i

const ascii = `${unmistakable}|contrasena|mdp`
const accented = '[Cc]ontraseña|密[码碼]|口令|パスワード|비밀번호|[Пп]ароль'
const notAbout = '(?<!(?:forgot|forgotten|reset|lost|change|no)[ _-]?)'
const wordSuffix = '(?:[_-](?:prod|dev|test|live|stage|staging|[0-9]{1,2}))?'
/** The owner or the purpose of a password: `password for the router: …`. */
const owner = String.raw`(?:\s?\([^()\n]{1,40}\)|\s(?:for|of|to|at|für|fürs|zum|zur|vom|von|des|der|im|in|del?|du|della|do|da|van|voor|para|pour|per)(?:\s[^\s:=|—–]{1,40}){1,4})`
const optionalOwner = `${owner}?`
const colon = String.raw`(?:\s{0,4}[:：]{1,2}\s{0,4}|[ \t]{0,4}[—–→⇒][ \t]{0,4}|[ \t]{1,4}[-–—]>?[ \t]{1,4})`
const verb = String.raw`(?:\s{1,3}(?:is|was|ist|war|lautet|heißt|est|es|è|é)\s?:?\s{1,3}|[ \t]{0,2}(?:是|は)[:：]?[ \t]{0,2})`
const word = String.raw`[\p{Script=Latin}\p{M}][\p{Script=Latin}\p{M}_-]{3,63}!{0,3}`
const undressed = String.raw`["'*_\x60“”«»]{0,3}`
const lineEnd = String.raw`[ \t]{0,8}(?:[\r\n|]|<[/b]|$)|[.!]?(?:[ \t]{1,4}\(|[ \t]{1,4}(?:[—–-]|#|//)[ \t]|[.](?:\s|$))`
/** The end of a field or a clause. */
const wordFieldEnd = String.raw`(?=${undressed}(?:${lineEnd}|[ \t]{0,8}[,;})\]]))`
/** The end of a line or sentence. After a word in small letters `,` and `;` are more likely code. */
const closedEnd = `(?=${undressed}(?:${lineEnd}))`

const wordRule = (parts: ReadonlyArray<string>, accepts: (secret: string) => boolean, opening: RegExp = passOpening): RedactionRule =>
  rule(parts, accepts, opening === foreignOpening ? 'gu' : 'giu', opening)

const labelled = (parts: ReadonlyArray<string>, accepts: (secret: string) => boolean): ReadonlyArray<RedactionRule> => [
  wordRule([`${notAbout}(?:${ascii})${wordSuffix}`, ...parts], accepts),
  wordRule([`(?:${accented})`, ...parts], accepts, foreignOpening),
]

const isNumber = (value: string): boolean => !/^(?:19|20)\d\d$/.test(value)

/** True for a chosen word with a number, such as `Sommer2024` and `hunter2`, but not `version2`. */
const isNumberedPassword = (value: string): boolean =>
  isLabelledPassword(value) && !wordsIn(value.replace(/[\d!?#$%*+]+/gu, '-')).some((word) => word !== '' && isDescribingWord(word))

/** Judges such a word without a mark before it: its number must have two digits or end with a sign. */
const isBareNumbered = (value: string): boolean => /^\p{L}{4,}(?:\d{2,}|\d[!?#$%*+])/u.test(value) && isNumberedPassword(value)

const numbered = String.raw`(?<secret>[\p{Script=Latin}\p{M}\d](?:[\p{Script=Latin}\p{M}\d]|[-_](?=[\p{L}\d])){5,63}[!?#$%*+]{0,4})`
const numberedEnd = String.raw`(?![\p{Script=Latin}\p{M}\d_-]|[.:/@=(][\p{L}\d])`
const renewed = '(?:[ \\t](?:new|now|again|neu|jetzt|nuevo|nueva|nouveau|nuova|nova|nieuw))?'
const replacing = String.raw`\s(?:from|von|de|da|van)\s\S{1,64}\s(?:to|auf|zu|in|à|a|para|naar)\s`

/** Passwords in sentences: `the password is hunter2`, `Passwort neu Zimtstern7!`, `pw Marzipan77`. */
const spoken: ReadonlyArray<RedactionRule> = [
  ...labelled([optionalOwner, verb, before, numbered, numberedEnd], isNumberedPassword),
  ...labelled([`(?:${replacing}|${renewed}[ \\t]{1,2})`, before, numbered, numberedEnd], isBareNumbered),
  wordRule([`(?<![\\p{L}\\d_])pw${optionalOwner}(?:${verb}|${colon}|[ \\t]{1,2})`, before, numbered, numberedEnd], isBareNumbered),
]

/** Assigned passwords in an environment, an address or an option file. */
const assigned = [
  // No space around `=`, as in an environment: the next space ends the value.
  wordRule([`(?:${ascii})${wordSuffix}`, `=(?<secret>${word})(?=[;&\\s]|$)`], isBareWord),
  wordRule([`(?:${ascii})${wordSuffix}`, `=(?<secret>${word})(?=,)`], isCapitalised),
  // An assignment on its own line, as in an option file.
  wordRule(
    [`(?<=(?:^|\\n)[ \\t]{0,8}[\\w.-]{0,40})(?:${ascii})`, `[ \\t]{0,4}=[ \\t]{0,4}(?<secret>${word})(?=[ \\t]{0,8}(?:[\\r\\n]|$))`],
    (value) => isCapitalised(value) || (isBareWord(value) && value.length > 7),
  ),
]

const user = '(?:user(?:name)?|login|account|benutzer(?:name)?|utente|usuario|usuário|utilisateur|gebruiker)'
const userOpening =
  /(?=user|login|logon|account|benutzer|utente|usu[aá]rio|utilisateur|gebruiker|credentials|anmeld|zugang|einlog|inlog|acces)/gi
const isLoginWord = (value: string): boolean => !/^\d/.test(value) && isBareWord(value)

const besideUser: ReadonlyArray<RedactionRule> = [
  // `login: bob / Swordfish`
  wordRule(
    [
      String.raw`(?:login|logon|credentials|anmeldung|anmeldedaten|zugang|zugangsdaten|einloggen|inloggen|acces+o|accès)\b[^\n:=/|]{0,30}`,
      String.raw`[:=][ \t]{0,3}["'\x60]?[\w.@+-]{1,64}["'\x60]?[ \t]{1,3}[/|][ \t]{1,3}["'\x60]?(?<secret>${word})`,
      closedEnd,
    ],
    isLoginWord,
    userOpening,
  ),
  // `login bob@example.org / Sommer2024!`
  wordRule(
    [
      String.raw`(?:login|logon|credentials|anmeldung|anmeldedaten|zugang|zugangsdaten|acces+o|accès)\b(?:[^\n:=/|]{0,30}[:=])?`,
      String.raw`[ \t]{1,3}["'\x60]?[\w.@+-]{1,64}["'\x60]?[ \t]{1,3}[/|][ \t]{1,3}["'\x60]?(?<secret>[^\s"'\x60|/]{6,64})`,
      String.raw`(?=["'\x60]?[ \t]{0,8}(?:[\r\n|]|$))`,
    ],
    (secret) => /\p{L}/u.test(secret) && isLabelled(secret),
    userOpening,
  ),
  // `user bob, password Swordfish`
  wordRule(
    [
      String.raw`${user}\b\s{0,2}[:=]?\s{0,2}["'\x60]?[\w.@+-]{1,64}["'\x60]?[ \t]{0,2},?[ \t]{0,2}(?:and|und|et|y|e|en|with|mit)?[ \t]{1,2}`,
      String.raw`(?:${ascii}|pw)[ \t]{1,2}["'\x60]?(?<secret>${word})`,
      wordFieldEnd,
    ],
    isCapitalised,
    userOpening,
  ),
]

const isAttribute = (value: string): boolean => isWordPassword(value) || isLabelledPassword(value) || isPlausibleQuoted(value, 'chosen')

const elsewhere: ReadonlyArray<RedactionRule> = [
  // `<password>Swordfish</password>`
  wordRule([String.raw`<[\w:.-]{0,40}(?:${ascii})[\w.-]{0,20}>\s{0,4}(?<secret>[^<>\s]{4,64})\s{0,4}</`], isWordPassword, tagOpening),
  // `<add key="Password" value="Swordfish"/>`
  wordRule([String.raw`(?:${ascii})[\w.:-]{0,20}["']\s{1,8}value\s{0,2}=\s{0,2}["'](?<secret>[^"'<>\n]{4,256})["']`], isAttribute),
  // One word on its line below a heading or a bold label.
  wordRule(
    [
      String.raw`(?<=(?:^|\n)[ \t]{0,8}(?:#{1,6}[ \t]{1,4}(?:[\p{L}\d]{1,20}[ _-]){0,3}[*_]{0,3}|(?:[-*+>][ \t]{1,4})?[*_]{2,3}(?:[\p{L}\d]{1,20}[ _-]){0,3}))(?:${ascii})[*_]{0,3}:?[*_]{0,3}`,
      String.raw`[ \t]{0,8}(?:\r?\n[ \t]{0,8}){1,3}["'\x60]?(?<secret>${word})["'\x60]?[ \t]{0,8}(?=[\r\n]|$)`,
    ],
    isCapitalised,
  ),
  // `variable "db_password" { default = "Swordfish" }`
  wordRule(
    [
      String.raw`(?<=variable[ \t]{1,4}"[\w-]{0,40})(?:${ascii})[\w-]{0,20}"\s{0,8}\{[^{}]{0,300}?default\s{0,8}=\s{0,4}"(?<secret>[^"\n]{4,64})"`,
    ],
    isWordPassword,
  ),
]

/** A label with a purpose and `=`. With a purpose `=` is not code and `pw` is a password. */
const purposed = `(?:${ascii}|(?<![\\p{L}\\d_])pw)${owner}[ \\t]{0,4}=[ \\t]{0,4}`
const pwFor = `(?<![\\p{L}\\d_])pw${owner}`

const forPurpose: ReadonlyArray<RedactionRule> = [
  wordRule([purposed, before, `(?<secret>${word})`, closedEnd], isBareWord),
  wordRule([purposed, before, numbered, numberedEnd], isNumberedPassword),
  wordRule([pwFor, colon, before, `(?<secret>${word})`, closedEnd], isBareWord),
  wordRule([pwFor, verb, before, `(?<secret>${word})`, closedEnd], isSaidWord),
]

const wordNamed = `${behind}${mark}${before}`

export const wordPasswords: ReadonlyArray<RedactionRule> = [
  ...labelled([wordNamed, `(?<secret>${quotedValue})`], isWordPassword),
  ...labelled([optionalOwner, behind, colon, before, `(?<secret>${word})`, wordFieldEnd], isCapitalised),
  ...labelled([optionalOwner, behind, colon, before, `(?<secret>${word})`, closedEnd], isBareWord),
  ...labelled([optionalOwner, verb, before, `(?<secret>${word})`, wordFieldEnd], isSaidWord),
  ...labelled([optionalOwner, verb, `[“„«"'\\x60](?<secret>${word})(?=[”“»"'\\x60])`], isWordPassword),
  ...labelled([optionalOwner, behind, `(?:${mark}|${verb})`, before, String.raw`(?<secret>\d{5,16})`, wordFieldEnd], isNumber),
  ...spoken,
  ...forPurpose,
  ...assigned,
  ...besideUser,
  ...elsewhere,
]

const keyDress = String.raw`["'*_\x60“”„]{0,3}`
const keyMark = markOf(String.raw`${copula}|(?:是|は)[:：]?[ \t]{0,2}`, keyDress)
const keyEnd = String.raw`(?=["'*_\x60“”„]{0,3}(?:[ \t]{0,8}(?:[\r\n|,;)}\]]|$)|[.!](?:\s|$)|[ \t]{1,3}[(—–#-]))`
const keyValue = String.raw`(?<secret>[^\s"'\x60“”„<>|,;(){}\[\]]{4,64}?)`
const keyScope = String.raw`(?:[ \t](?!(?:is|ist|est|es|auth|authentication)\b)[\p{L}\d'’-]{1,24}){0,4}?`

const shortestWireless = 8
/** True for a word, or a value with a digit or sign, that is no description, variable or address. */
const isKey = (secret: string): boolean =>
  !isStandIn(secret) &&
  !/^(?:[a-z]{1,10}:\/\/|[~./]|\$|<)/i.test(secret) &&
  (/[^\p{L}]/u.test(secret)
    ? !isDescribingWord(secret) && /[\p{L}\d]{3}/u.test(secret) && !/^[\p{L}]+(?:[-_./][\p{L}]+)+$/u.test(secret)
    : isWordPassword(secret))
const isWirelessKey = (secret: string): boolean => secret.length >= shortestWireless && isKey(secret)

const wireless = `(?:wi-?fi|wlan|wireless|hotspot|wpa[23]?|gäste-?(?:netz|wlan))`
const key = `(?:key|schlüssel|netzwerkschlüssel|clé|clave|chiave|chave|sleutel|code|psk|passphrase)`

const psk = String.raw`(?:(?<![\p{L}\d])psk(?![\p{L}\d_])|pre-?shared[ _-]?key|(?<![\p{L}])shared[ _-]secret|gemeinsamer schlüssel|clé pré-?partagée|clave precompartida|chiave precondivisa)`

/** Shared by all network keys: one search of the text serves all of them. */
const keyOpening =
  /(?=wi-?fi|wlan|wireless|hotspot|wpa|gäste|key|clé|clave|chiave|chave|sleutel|schlüssel|psk|pre-?shared|shared|gemeinsamer|nmcli|snmp|community|private|token|secret|app_?id)/gi

const networkRule = (parts: ReadonlyArray<string>, accepts: (secret: string) => boolean): RedactionRule =>
  rule(parts, accepts, 'giu', keyOpening)

export const networkKeys: ReadonlyArray<RedactionRule> = [
  networkRule([`${wireless}[ -]?(?:netz|netzwerk|network)?[ -]?${key}(?![\\p{L}])`, keyScope, keyMark, keyValue, keyEnd], isWirelessKey),
  networkRule(
    [
      `(?<![\\p{L}])${key}[ \\t](?:of|for|to|du|de|del|della|do|da|van|voor|zum|vom|für)(?:[ \\t](?:the|das|la|le|el|il|het|our))?[ \\t]${wireless}`,
      keyScope,
      keyMark,
      keyValue,
      keyEnd,
    ],
    isWirelessKey,
  ),
  // A whole line: `wifi guest / Schneeglanz`.
  networkRule(
    [
      String.raw`(?<=(?:^|\n)[ \t]{0,8}(?:[-*+][ \t]{1,4})?)${wireless}(?:[ \t]?:)?(?:[ \t]{1,3}[\p{L}\d'’_-]{1,32}){1,3}[ \t]{1,3}/[ \t]{1,3}`,
      String.raw`["'\x60]?(?<secret>\p{L}[^\s"'\x60|/]{7,63})["'\x60]?(?=[ \t]{0,8}(?:[\r\n]|$))`,
    ],
    isWirelessKey,
  ),
  // The text in a QR code for a wireless network.
  networkRule([String.raw`WIFI:(?:[^;\n]{0,80};){0,5}P:"?(?<secret>(?:[^;"\\\n]|\\.){4,128})"?;`], () => true),
  networkRule([psk, keyScope, keyMark, keyValue, keyEnd], isKey),
  networkRule([String.raw`(?<=[.-])psk[ \t]{1,3}["']?(?<secret>[^\s"']{8,63})["']?`], isWirelessKey),
  networkRule([String.raw`nmcli\b[^\n|;]{0,120}?[ \t]password[ \t]{1,3}["']?(?<secret>[^\s"']{8,63})["']?`], isKey),
  networkRule(
    [String.raw`(?:snmp[^\n:=]{0,24}?community|community[ -]?string)(?:[ -]?string)?`, keyScope, keyMark, keyValue, keyEnd],
    isKey,
  ),
  networkRule(
    [
      String.raw`snmp(?:walk|get|getnext|set|bulkwalk|bulkget|table)\b[^\n|;]{0,80}?[ \t]-c[ \t]{0,2}["']?(?<secret>[^\s"'-][^\s"']{2,63})["']?`,
    ],
    isKey,
  ),
  // WireGuard keys: 32 bytes in base64.
  ruleOf(
    'private-key',
    /(?:private|pre-?shared)[ _-]?key["'`*]{0,3}(?:\s{0,4}[:=]\s{0,4}|[ \t]{1,3}(?:is[ \t])?)["'`]?(?<secret>[A-Za-z0-9+/]{43}=)(?![A-Za-z0-9+/=])/gi,
    undefined,
    keyOpening,
  ),
]

const hexName = `(?<!(?:public|cache|primary|foreign|sort|partition|object|content|idempotency|lookup|gpg|pgp|ssh|host|release|hash|map|lock|dedup|etag|commit|session|row|record|git|deploy)[ _-]?)`
/** Requires a word before the label, as in `Shodan key`. A field named `key` alone mostly holds an identifier. */
const worded = String.raw`(?<=[\p{L}\d][ _-])`
const hex = `(?<secret>(?:0x)?[0-9a-f]{32,64})(?![0-9A-Za-z])`
const hexMark = String.raw`["'*_\x60]{0,3}(?:\s{0,3}[:=：]\s{0,3}|[ \t]{1,3}[—–-]>?[ \t]{1,3}|[ \t]{1,3}(?:is|was|ist|war|lautet|est|es|è|é)?[ \t]?:?[ \t]{0,3})["'*_\x60]{0,3}`

const hasVariety = (secret: string): boolean => new Set(secret).size >= 8

export const namedHex: ReadonlyArray<RedactionRule> = [
  ruleOf(
    'api-key',
    new RegExp(
      String.raw`${hexName}(?:${worded}(?:key|token|secret)|app_?id|schlüssel|clé|clave|chiave)(?:[ \t](?:for|of|für|von|vom|de|del|di|da)[ \t][\p{L}\d.-]{1,24}(?:[ \t][\p{L}\d.-]{1,24})?)?${hexMark}${hex}`,
      'giu',
    ),
    hasVariety,
    keyOpening,
  ),
]
