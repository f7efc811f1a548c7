/**
 * Tells a random or chosen secret from words, identifiers and stand-ins, for places where only the surroundings say "password".
 *
 * Errs towards leaving prose and code alone: a memory with holes in it helps nobody. What has a provider's own shape never gets here.
 */

/** `chosen`: behind a name like `password`, where a person may have made it up. `random`: behind one like `token`, which has other meanings. */
export type SecretOrigin = 'chosen' | 'random'

const fewestDistinct = 5
const shortestRandom = 8
const shortestAmongWords = 8
const shortestLabelled = 6

/** `value` as it stands in the text, without quotes. */
export const isPlausibleSecret = (value: string, origin: SecretOrigin): boolean => {
  const core = value.replace(trailingPunctuation, '').replace(leadingNot, '').replaceAll('?.', '.')
  return mayBeSecret(core) && !(origin === 'random' ? isTooPlain(core) : isWordy(core.replace(joint, '.')) && !simpleWord.test(core))
}

/** The same of all that stands between two quotes, where `;` and `&` join nothing. */
export const isPlausibleQuoted = (value: string, origin: SecretOrigin): boolean => {
  const core = value.trim()
  if (!mayBeSecret(core)) return false
  // A sentence: one of its words has to stand out.
  if (/\s/.test(core)) return core.split(aroundWords).some(standsOut)
  const parts = core.replace(listMarks, '.')
  if (origin === 'random') return !isTooPlain(parts)
  return (digit.test(core) && (!isWordy(parts) || isManyHumped(parts))) || (parts === core && isPlausibleSecret(core, 'chosen'))
}

/** Words with a number read so too, but hardly several with two capitals each: `AbCd12/EfGh34+IjKl56`. */
const isManyHumped = (core: string): boolean =>
  core.split(separator).filter((piece) => digit.test(piece) && /\p{Lu}\p{Ll}{1,8}\p{Lu}/u.test(piece)).length > 1

/**
 * For a value that a label such as `password:` leaves no doubt about, where words with a number are what people choose: `Winter-2024`, `abc123xyz`.
 *
 * A name in code, a quantity, a ticket and a reference stay.
 */
export const isLabelledPassword = (value: string): boolean => {
  const core = value.trim()
  return (
    core.length >= shortestLabelled &&
    digit.test(core) &&
    isVaried(core) &&
    (wordsAndNumbers.test(core) ? !core.includes('-') || /\d\d/.test(core) : isMarkedPassword(core)) &&
    ![standsIn, commonTerm, nameInCode, saysAbout].some((other) => other.test(core))
  )
}

/** Signs in the midst of letters and digits, as in `Summer#2024`; of those that prose and paths have too, only where the pieces are no words. */
export const isMarkedPassword = (core: string): boolean =>
  core.length >= shortestLabelled &&
  digit.test(core) &&
  piecesAndSigns.test(core) &&
  !core.includes('?.') &&
  !pointsElsewhere.test(core) &&
  !standsIn.test(core) &&
  (strongSign.test(core) || isDense(core))

/** Whether several of its pieces mix capitals, small letters and digits: `AbCd12/EfGh34`. */
const isDense = (core: string): boolean =>
  core.split(separator).filter((piece) => /\p{Lu}/u.test(piece) && /\p{Ll}/u.test(piece) && digit.test(piece)).length > 1

/** What most words fail is asked first. */
const mayBeSecret = (core: string): boolean =>
  notLetter.test(core) &&
  latin.test(core) &&
  isVaried(core) &&
  !(standsIn.test(core) || pointsElsewhere.test(core) || commonTerm.test(core))

/** Looks no further than it has to: a value may be as long as the text. */
const isVaried = (core: string): boolean => {
  const seen = new Set<string>()
  for (const character of core) if (seen.add(character).size >= fewestDistinct) return true
  return false
}

const isTooPlain = (core: string): boolean =>
  core.length < shortestRandom || !digit.test(core) || isWordy(core.replace(operator, '.').replace(joint, '.'))

const standsOut = (piece: string): boolean =>
  piece.length >= shortestAmongWords &&
  /\d/.test(piece) &&
  /\p{Ll}/u.test(piece) &&
  /\p{Lu}|[!#$%&*@^~]/u.test(piece) &&
  isPlausibleSecret(piece, 'random')

/** True for a placeholder that documentation and templates write in place of a secret. */
export const isStandIn = (core: string): boolean => standsIn.test(core)

/** Whether every piece reads as a word, a number, or a word with a short number: `gpt-4o-mini`, `user.token2`, `sha256`, `utf8`. */
export const isWordy = (value: string): boolean => value.split(separator).every((piece) => wordOrNumber.test(piece))

const trailingPunctuation = /[.!?:,;]{1,8}$/
const leadingNot = /^!{1,2}(?=[A-Za-z_$])/
const separator = /[-_./:+*=%?#$\\]/
const joint = /[,;&]/g
const operator = /[!~^@]/g
const latin = /\p{Script=Latin}/u
const notLetter = /[^\p{L}\p{M}_.:/\\-]/u
const digit = /\d/
const aroundWords = /[\s,|()[\]\x60"']+/
const listMarks = /[,|()[\]]/g

// Every run of letters ends where its class does, so long input has one way to be read and nothing to go back to.
const hump = String.raw`\p{Lu}{1,8}\p{Ll}{2,40}`
const camel = String.raw`\p{Lu}{0,8}\p{Ll}{1,40}(?:${hump}){0,8}(?:\p{Lu}{1,8}\p{Ll}?)?`
const wordOrNumber = new RegExp(
  String.raw`^(?:\d{0,20}|v?\d{1,3}(?:\p{Ll}{0,20}|\p{Lu}{1,4})|(?:${camel}|\p{Lu}{1,40})(?:\d{1,3}(?:\p{Ll}{0,6}|(?:${hump}){1,4}))?)$`,
  'u',
)

/** One lower-case or capitalised word with a number: what people choose, while code writes `userToken2` or `config.key1`. */
const simpleWord = /^\p{Lu}?\p{Ll}{2,40}\d{1,8}$/u

/** With a limit on every run, and all of it letters, digits and the marks people put behind. */
const wordsAndNumbers = /^[\p{L}\d]{1,64}(?:[-_][\p{L}\d]{1,64}){0,4}[!?#$%*+]{0,4}$/u

/** The same with other signs inside, each between letters or digits. */
const piecesAndSigns = /^(?=.{0,256}\p{L})[\p{L}\d]{1,64}(?:[-_./:#$%&?=+*!@^~]{1,3}[\p{L}\d]{1,64}){1,12}[!?#$%*+=]{0,4}$/u
const strongSign = /[\p{L}\d][#$%&?=+*!@^~]{1,3}[\p{L}\d]/u

/** `userToken2`, `input_field_12`, `APP_SECRET_2`, and hashes and types with their size. */
const nameInCode =
  /^(?:\p{Ll}{1,40}\d?\p{Lu}|\p{Ll}{1,3}\d{2,8}\p{Lu}|\p{Ll}[\p{Ll}\d]{0,40}_|\p{Lu}[\p{Lu}\d]{0,40}_)|^(?:sha|md|aes|rsa|argon|[bs]crypt|pbkdf|hmac|utf|base|(?:var)?char|string|text|u?int)[-_]?\d/u

/** `12-characters`, `24h`, `OPS-1234`, `see-chapter-12`. */
const saysAbout =
  /^(?:\d{1,4}[-_]?\p{L}{0,12}(?:[-_]\p{L}{1,12}){0,3}|\p{Lu}{2,6}-\d{1,6}|(?:[Ss]ee|[Ss]ection|[Cc]hapter|[Pp]age|[Ss]tep|[Ll]ine|[Nn]ote|[Ii]ssue|[Vv]ersion)[-_]?\d{0,4}(?:[-_].{0,40})?)$/u

/** Words with a number that name a procedure, and dates. */
const commonTerm =
  /^(?:sha[123]?[-_]?\d{1,3}|md[245]|base\d\d|utf\d{1,2}|aes\d{3}|rsa\d{4}|ed25519|curve25519|[hrep]s(?:256|384|512)|argon2[id]{0,2}|pbkdf2|oauth[12]|http[123]|ipv[46]|x509|web3|\d{4}-\d\d-\d\d\S{0,20})$/i

/** What documentation and templates write where the secret goes. */
const standsIn =
  /^(?:\$\{?[A-Za-z_][\w.:-]*\}?|%\w+%|\{\{?[^}]*\}\}?|<[^>]*>|\*+|\.+|\$\{\{[^}]*\}\}|\$\([^)]*\)|[@#%]?\{[^}]*\}|%\(\w+\)\w?)$|your[-_ ]|[-_ ]here\b|change[-_ ]?me|placeholder|example|redacted|dummy|xxx|\*\*\*|\.\.\.|…/i

/** Paths, addresses and expressions that lead to a secret but are none. */
const pointsElsewhere =
  /^(?:~|\.{1,2})?\/|^[A-Za-z][A-Za-z0-9+.-]{0,30}:\/\/|^[A-Za-z]:\\|^(?:process|import|os|env|config|self|this|ctx|vault|op|secretref|keyref)[.:]/i
