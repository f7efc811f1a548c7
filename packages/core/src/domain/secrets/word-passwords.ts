/**
 * Passwords of letters alone, and of digits alone, where a label leaves no doubt: `Passwort: Regenbogen`, `login: bob / Swordfish`.
 *
 * Letters alone have no shape of their own, so each rule needs a label, a mark behind it, and an end right behind the value. A word that
 * describes a password, a name in code and a stand-in stay (`describing-words.ts`).
 */
import { isDescribingWord } from './describing-words.ts'
import { before, behind, foreignOpening, mark, quotedValue, unmistakable } from './named-secrets.ts'
import { isLabelledPassword, isPlausibleQuoted, isStandIn } from './plausible-secret.ts'
import type { RedactionRule } from './redaction-rule.ts'

/** True for one word, or several joined by `-` or `_`, that describes no password. */
export const isWordPassword = (value: string): boolean => {
  const core = value.trim().replace(/[!?]{1,4}$/, '')
  if (core.length > longestWord || !letters.test(core) || isStandIn(core) || isAbbreviation(core)) return false
  if (new Set(core.toLowerCase()).size < fewestDistinct || label.test(core)) return false
  return !isDescribingWord(core) && !wordsIn(core).some((word) => isDescribingWord(word))
}

/** The same where nothing parts the value from code: a name such as `userInput` or `input_field` stays. */
const isBareWord = (value: string): boolean => isWordPassword(value) && !/^\p{Ll}+\p{Lu}|_/u.test(value)

const isCapitalised = (value: string): boolean => /^\p{Lu}/u.test(value) && isBareWord(value)

/** In a sentence most words behind `the password is` say something about it; those with such an ending do. */
const isSaidWord = (value: string): boolean => isBareWord(value) && (isCapitalised(value) || (value.length > 5 && !adjective.test(value)))

const longestWord = 64
const fewestDistinct = 3
const letters = /^\p{Script=Latin}[\p{Script=Latin}\p{M}]{3,63}$|^[\p{Script=Latin}\p{M}]{2,24}(?:[-_][\p{Script=Latin}\p{M}]{2,24}){1,4}$/u
/** `SSO`, `LDAP`. */
const isAbbreviation = (core: string): boolean => /^\p{Lu}{1,5}$/u.test(core)
const label = /pass|pwd|passw|kennw|wachtw|senha|contrase|secret|token|login|logon|pazz/i
const wordsIn = (core: string): ReadonlyArray<string> => core.replace(/(\p{Ll})(\p{Lu})/gu, '$1-$2').split(/[-_]/)
const adjective =
  /(?:ed|ing|able|ible|ive|ous|ful|less|al|ic|ary|ly|ent|ant|ig|lich|isch|bar|sam|los|haft|ée?s?|[aiu]d[oa]s?|[aiu]t[oae]|oso|osa|ieu[xs]e?|[áa]ri[ao]s?)$/i

const ascii = `${unmistakable}|contrasena|mdp`
const accented = '[Cc]ontraseña|密[码碼]|口令|パスワード|비밀번호|[Пп]ароль'
/** The openings of passphrases are among them. */
export const passOpening = /(?=pass|pwd?|kennwort|wachtwoord|mot de passe|senha|contrasena|mdp|phrase|frase)/gi

const notAbout = '(?<!(?:forgot|forgotten|reset|lost|change|no)[ _-]?)'
const suffix = '(?:[_-](?:prod|dev|test|live|stage|staging|[0-9]{1,2}))?'
/** The owner or the purpose of a password: `password for the router: …`. */
const scoped = String.raw`(?:\s?\([^()\n]{1,40}\)|\s(?:for|of|to|at|für|fürs|zum|zur|vom|von|des|der|im|in|del?|du|della|do|da|van|voor|para|pour|per)(?:\s[^\s:=|—–]{1,40}){1,4})`
const scope = `${scoped}?`
const colon = String.raw`(?:\s{0,4}[:：]{1,2}\s{0,4}|[ \t]{0,4}[—–→⇒][ \t]{0,4}|[ \t]{1,4}[-–—]>?[ \t]{1,4})`
const verb = String.raw`(?:\s{1,3}(?:is|was|ist|war|lautet|heißt|est|es|è|é)\s?:?\s{1,3}|[ \t]{0,2}(?:是|は)[:：]?[ \t]{0,2})`
const word = String.raw`[\p{Script=Latin}\p{M}][\p{Script=Latin}\p{M}_-]{3,63}!{0,3}`
const undressed = String.raw`["'*_\x60“”«»]{0,3}`
const lineEnd = String.raw`[ \t]{0,8}(?:[\r\n|]|<[/b]|$)|[.!]?(?:[ \t]{1,4}\(|[ \t]{1,4}(?:[—–-]|#|//)[ \t]|[.](?:\s|$))`
/** The end of a field, or of a clause. */
const fieldEnd = String.raw`(?=${undressed}(?:${lineEnd}|[ \t]{0,8}[,;})\]]))`
/** The end of a line or sentence: behind a word in small letters, `,` and `;` are more likely code. */
const closedEnd = `(?=${undressed}(?:${lineEnd}))`

const rule = (parts: ReadonlyArray<string>, accepts: (secret: string) => boolean, opened: RegExp = passOpening): RedactionRule => ({
  kind: 'password',
  pattern: new RegExp(parts.join(''), opened === foreignOpening ? 'gu' : 'giu'),
  opening: opened,
  accepts,
})

const labelled = (parts: ReadonlyArray<string>, accepts: (secret: string) => boolean): ReadonlyArray<RedactionRule> => [
  rule([`${notAbout}(?:${ascii})${suffix}`, ...parts], accepts),
  rule([`(?:${accented})`, ...parts], accepts, foreignOpening),
]

const isNumber = (value: string): boolean => !/^(?:19|20)\d\d$/.test(value)

/** A word with a number, as people choose them: `Sommer2024`, `hunter2`, but not `version2`. */
const isNumberedPassword = (value: string): boolean =>
  isLabelledPassword(value) && !wordsIn(value.replace(/[\d!?#$%*+]+/gu, '-')).some((word) => word !== '' && isDescribingWord(word))

/** The same where nothing says that a password follows: its number has two digits, or a sign ends it. */
const isBareNumbered = (value: string): boolean => /^\p{L}{4,}(?:\d{2,}|\d[!?#$%*+])/u.test(value) && isNumberedPassword(value)

const numbered = String.raw`(?<secret>[\p{Script=Latin}\p{M}\d](?:[\p{Script=Latin}\p{M}\d]|[-_](?=[\p{L}\d])){5,63}[!?#$%*+]{0,4})`
const numberedEnd = String.raw`(?![\p{Script=Latin}\p{M}\d_-]|[.:/@=(][\p{L}\d])`
const renewed = '(?:[ \\t](?:new|now|again|neu|jetzt|nuevo|nueva|nouveau|nuova|nova|nieuw))?'
const replacing = String.raw`\s(?:from|von|de|da|van)\s\S{1,64}\s(?:to|auf|zu|in|à|a|para|naar)\s`

/** In a sentence: `the password is hunter2`, `Passwort neu Zimtstern7!`, `pw Marzipan77`. */
const spoken: ReadonlyArray<RedactionRule> = [
  ...labelled([scope, verb, before, numbered, numberedEnd], isNumberedPassword),
  ...labelled([`(?:${replacing}|${renewed}[ \\t]{1,2})`, before, numbered, numberedEnd], isBareNumbered),
  rule([`(?<![\\p{L}\\d_])pw${scope}(?:${verb}|${colon}|[ \\t]{1,2})`, before, numbered, numberedEnd], isBareNumbered),
]

/** To what it is set in an environment, an address or an option file. */
const assigned = [
  // Nothing around the sign, as in an environment: the next blank ends the value.
  rule([`(?:${ascii})${suffix}`, `=(?<secret>${word})(?=[;&\\s]|$)`], isBareWord),
  rule([`(?:${ascii})${suffix}`, `=(?<secret>${word})(?=,)`], isCapitalised),
  // A line of its own, as in an option file.
  rule(
    [`(?<=(?:^|\\n)[ \\t]{0,8}[\\w.-]{0,40})(?:${ascii})`, `[ \\t]{0,4}=[ \\t]{0,4}(?<secret>${word})(?=[ \\t]{0,8}(?:[\\r\\n]|$))`],
    (value) => isCapitalised(value) || (isBareWord(value) && value.length > 7),
  ),
]

const user = '(?:user(?:name)?|login|account|benutzer(?:name)?|utente|usuario|usuário|utilisateur|gebruiker)'
const userOpening =
  /(?=user|login|logon|account|benutzer|utente|usu[aá]rio|utilisateur|gebruiker|credentials|anmeld|zugang|einlog|inlog|acces)/gi
const isLoginWord = (value: string): boolean => !/^\d/.test(value) && isBareWord(value)

const besideUser: ReadonlyArray<RedactionRule> = [
  {
    // `login: bob / Swordfish`
    ...rule(
      [
        String.raw`(?:login|logon|credentials|anmeldung|anmeldedaten|zugang|zugangsdaten|einloggen|inloggen|acces+o|accès)\b[^\n:=/|]{0,30}`,
        String.raw`[:=][ \t]{0,3}["'\x60]?[\w.@+-]{1,64}["'\x60]?[ \t]{1,3}[/|][ \t]{1,3}["'\x60]?(?<secret>${word})`,
        closedEnd,
      ],
      isLoginWord,
    ),
    opening: userOpening,
  },
  {
    // `user bob, password Swordfish`
    ...rule(
      [
        String.raw`${user}\b\s{0,2}[:=]?\s{0,2}["'\x60]?[\w.@+-]{1,64}["'\x60]?[ \t]{0,2},?[ \t]{0,2}(?:and|und|et|y|e|en|with|mit)?[ \t]{1,2}`,
        String.raw`(?:${ascii}|pw)[ \t]{1,2}["'\x60]?(?<secret>${word})`,
        fieldEnd,
      ],
      isCapitalised,
    ),
    opening: userOpening,
  },
]

const isAttribute = (value: string): boolean => isWordPassword(value) || isLabelledPassword(value) || isPlausibleQuoted(value, 'chosen')

const elsewhere: ReadonlyArray<RedactionRule> = [
  {
    // `<password>Swordfish</password>`
    ...rule([String.raw`<[\w:.-]{0,40}(?:${ascii})[\w.-]{0,20}>\s{0,4}(?<secret>[^<>\s]{4,64})\s{0,4}</`], isWordPassword),
    opening: /</g,
  },
  {
    // `<add key="Password" value="Swordfish"/>`
    ...rule([String.raw`(?:${ascii})[\w.:-]{0,20}["']\s{1,8}value\s{0,2}=\s{0,2}["'](?<secret>[^"'<>\n]{4,256})["']`], isAttribute),
  },
  {
    // Below a heading, or a label in bold: a word alone on its line.
    ...rule(
      [
        String.raw`(?<=(?:^|\n)[ \t]{0,8}(?:#{1,6}[ \t]{1,4}(?:[\p{L}\d]{1,20}[ _-]){0,3}[*_]{0,3}|(?:[-*+>][ \t]{1,4})?[*_]{2,3}(?:[\p{L}\d]{1,20}[ _-]){0,3}))(?:${ascii})[*_]{0,3}:?[*_]{0,3}`,
        String.raw`[ \t]{0,8}(?:\r?\n[ \t]{0,8}){1,3}["'\x60]?(?<secret>${word})["'\x60]?[ \t]{0,8}(?=[\r\n]|$)`,
      ],
      isCapitalised,
    ),
  },
  {
    // `variable "db_password" { default = "Swordfish" }`
    ...rule(
      [
        String.raw`(?<=variable[ \t]{1,4}"[\w-]{0,40})(?:${ascii})[\w-]{0,20}"\s{0,8}\{[^{}]{0,300}?default\s{0,8}=\s{0,4}"(?<secret>[^"\n]{4,64})"`,
      ],
      isWordPassword,
    ),
  },
]

/** Behind a purpose `=` is no code, and `pw` is a password. */
const purposed = `(?:${ascii}|(?<![\\p{L}\\d_])pw)${scoped}[ \\t]{0,4}=[ \\t]{0,4}`
const pwFor = `(?<![\\p{L}\\d_])pw${scoped}`

const forPurpose: ReadonlyArray<RedactionRule> = [
  rule([purposed, before, `(?<secret>${word})`, closedEnd], isBareWord),
  rule([purposed, before, numbered, numberedEnd], isNumberedPassword),
  rule([pwFor, colon, before, `(?<secret>${word})`, closedEnd], isBareWord),
  rule([pwFor, verb, before, `(?<secret>${word})`, closedEnd], isSaidWord),
]

const named = `${behind}${mark}${before}`

export const wordPasswords: ReadonlyArray<RedactionRule> = [
  ...labelled([named, `(?<secret>${quotedValue})`], isWordPassword),
  ...labelled([scope, behind, colon, before, `(?<secret>${word})`, fieldEnd], isCapitalised),
  ...labelled([scope, behind, colon, before, `(?<secret>${word})`, closedEnd], isBareWord),
  ...labelled([scope, verb, before, `(?<secret>${word})`, fieldEnd], isSaidWord),
  ...labelled([scope, verb, `[“„«"'\\x60](?<secret>${word})(?=[”“»"'\\x60])`], isWordPassword),
  ...labelled([scope, behind, `(?:${mark}|${verb})`, before, String.raw`(?<secret>\d{5,16})`, fieldEnd], isNumber),
  ...spoken,
  ...forPurpose,
  ...assigned,
  ...besideUser,
  ...elsewhere,
]
