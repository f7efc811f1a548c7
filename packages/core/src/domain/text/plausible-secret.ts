/**
 * Tells a random or chosen secret from words, identifiers and stand-ins, for places where only the surroundings say "password".
 *
 * Errs towards leaving prose and code alone: a memory with holes in it helps nobody. What has a provider's own shape never gets here.
 */

/** `chosen`: behind a name like `password`, where a person may have made it up. `random`: behind one like `token`, which has other meanings. */
export type SecretOrigin = 'chosen' | 'random'

const fewestDistinct = 5
const shortestRandom = 16

/** `value` as it stands in the text, without quotes. */
export const isPlausibleSecret = (value: string, origin: SecretOrigin): boolean => {
  const core = value.replace(trailingPunctuation, '').replace(leadingNot, '').replaceAll('?.', '.')
  if (standsIn.test(core) || pointsElsewhere.test(core) || new Set(core).size < fewestDistinct) return false
  if (!latin.test(core) || !notLetter.test(core)) return false
  if (origin === 'random') return core.length >= shortestRandom && digit.test(core) && !isWordy(core.replaceAll(operator, '.'))
  return !isWordy(core) || simpleWord.test(core)
}

/** Whether every piece reads as a word, a number, or a word with a short number: `gpt-4o-mini`, `user.token2`, `sha256`, `utf8`. */
export const isWordy = (value: string): boolean => value.split(separator).every((piece) => wordOrNumber.test(piece))

const trailingPunctuation = /[.!?:,;]{1,8}$/
const leadingNot = /^!{1,2}(?=[A-Za-z_$])/
const separator = /[-_./:+*=%?#$\\]/
const operator = /[!~^@]/g
const latin = /\p{Script=Latin}/u
const notLetter = /[^\p{L}\p{M}_.:/\\-]/u
const digit = /\d/

// Every run of letters ends where its class does, so long input has one way to be read and nothing to go back to.
const hump = String.raw`\p{Lu}{1,8}\p{Ll}{2,40}`
const camel = String.raw`\p{Lu}{0,8}\p{Ll}{1,40}(?:${hump}){0,8}(?:\p{Lu}{1,8}\p{Ll}?)?`
const wordOrNumber = new RegExp(
  String.raw`^(?:\d{0,8}|v?\d{1,3}(?:\p{Ll}{0,20}|\p{Lu}{1,4})|(?:${camel}|\p{Lu}{1,40})(?:\d{1,3}(?:\p{Ll}{0,6}|(?:${hump}){1,4}))?)$`,
  'u',
)

/** One lower-case or capitalised word with a number: what people choose, while code writes `userToken2` or `config.key1`. */
const simpleWord = /^\p{Lu}?\p{Ll}{2,40}\d{1,8}$/u

/** What documentation and templates write where the secret goes. */
const standsIn =
  /^(?:\$\{?[A-Za-z_][\w.:-]*\}?|%\w+%|\{\{?[^}]*\}\}?|<[^>]*>|\*+|\.+)$|your[-_ ]|[-_ ]here\b|change[-_ ]?me|placeholder|example|redacted|dummy|xxx|\*\*\*|\.\.\./i

/** Paths, addresses and expressions that lead to a secret but are none. */
const pointsElsewhere =
  /^(?:~|\.{1,2})?\/|^[A-Za-z][A-Za-z0-9+.-]{0,30}:\/\/|^[A-Za-z]:\\|^(?:process|import|os|env|config|self|this|ctx|vault|op|secretref|keyref)[.:]/i
