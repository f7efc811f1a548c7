/** The form of a redaction rule, and the parts of patterns that several rules share: labels, the marks behind them, quoted and bare values. */

/** The place of a secret in a text, in UTF-16 offsets, end exclusive. */
export interface SecretSpan {
  readonly start: number
  readonly end: number
}

/** One shape of a secret, or one place where secrets stand. */
export interface RedactionRule {
  /** Lower-case letters, digits and hyphens, at most 40. It is printed in the mark that replaces the secret. */
  readonly kind: string
  /**
   * Has the flag `g`. The group `secret` is removed; a pattern without this group removes its whole match.
   *
   * It must run in linear time: an unlimited repetition repeats one character class, the next character is not in that class, and no two
   * places in a run of the class both begin a match.
   */
  readonly pattern: RegExp
  /**
   * A lookahead (flag `g`) that holds wherever the pattern can begin. Rules that share one are tried only at its matches, so the text is
   * searched once for all of them. The pattern must have the group.
   */
  readonly opening?: RegExp | undefined
  readonly accepts?: (secret: string) => boolean
}

/** Returns a rule that accepts every match unless `accepts` is given. */
export const ruleOf = (
  kind: string,
  pattern: RegExp,
  accepts: (secret: string) => boolean = anySecret,
  opening?: RegExp,
): RedactionRule => ({ kind, pattern, accepts, opening })

const anySecret = (): boolean => true

const escaped = String.raw`\\(?:[pP]\{\w+\}|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|.)`
const part = new RegExp(String.raw`${escaped}|\[(?:${escaped}|[^\]\\])*\]|\(\?<\w+>|\p{L}`, 'gsu')
const letter = /^\p{L}$/u

/**
 * Writes both cases of every letter into the source of a pattern: `key` becomes `[kK][eE][yY]`. Escapes, names of groups and character
 * classes stay as they are.
 *
 * It serves patterns of which only a part ignores case. The modifier `(?-i:…)` says the same, but V8 drops it where it compiles without
 * optimising, as it does once a process has compiled many patterns: the pattern then finds nothing.
 */
export const anyCase = (source: string): string => source.replace(part, (found) => (letter.test(found) ? bothCases(found) : found))

const bothCases = (found: string): string => {
  const [small, capital] = [found.toLowerCase(), found.toUpperCase()]
  return small === capital || [...small].length !== 1 || [...capital].length !== 1 ? found : `[${small}${capital}]`
}

/** Marks between a label and its value: a separator or a dash. */
const separator = String.raw`\s{0,3}[:=：＝]\s{0,3}|[ \t]{1,3}[—–-]>?[ \t]{1,3}`
/** Verbs between a label and its value. */
export const copula = String.raw`[ \t]{1,3}(?:is|was|ist|war|lautet|est|es|è|é)[ \t]?:?[ \t]{1,3}`

/** Returns the pattern of what stands between a label and its value, with the emphasis and quotes that may dress either. */
export const markOf = (verbs: string, dressBefore: string, dressBehind = dressBefore): string =>
  `${dressBefore}(?:${separator}|${verbs})${dressBehind}`

// A lookbehind from `key` is faster than an alternation of ten beginnings.
const keys = '(?<=(?:api|access|private|encryption|signing|client|account|storage|master|auth|service)[ _-]?)key'

/** Labels that only ever name a password. */
export const unmistakable = 'passw(?:or[dt]|d)|pass[ _-]?(?:phrase|code)|pwd|kennwort|wachtwoord|mot de passe|(?<![a-z])senha'

/** Labels of secrets that a person may have chosen. */
export const personal = `${unmistakable}|secret|credential|${keys}`
/** Labels in other letters than ASCII. They are a rule of their own because such patterns take the engine twice the time. */
export const foreign = '密[码碼]|口令|パスワード|비밀번호|[Пп]ароль|[Cc]ontraseña|[Ｐｐ][Ａａ][Ｓｓ]{2}[Ｗｗ][Ｏｏ][Ｒｒ][Ｄｄ]'

/** The beginnings of the labels above. The lookbehinds are left to the patterns. */
export const labelOpening = /(?=pass|pwd?|secret|credential|kennwort|wachtwoord|mot de passe|senha|key|token)/gi
export const foreignOpening = new RegExp(`(?=${foreign})`, 'g')

/** The beginnings of password labels, those of passphrases included. */
export const passOpening = /(?=pass|pwd?|kennwort|wachtwoord|mot de passe|senha|contrasena|mdp|phrase|frase)/gi

/** The closing marks of emphasis, code or quotes around a label. */
export const behind = String.raw`(?:\\?["'\x60]|[*_”’»“]){0,4}`
export const mark = String.raw`(?:\s{0,4}(?:=>|:=|[→⇒]|\\[:=]|[=:：＝])\s{0,4}|:: |[ \t]{0,4}[—–][ \t]{0,4}|[ \t]{1,4}[-–—]>?[ \t]{1,4})`
/** The opening marks of emphasis, code or quotes around a value. */
export const before = String.raw`(?:[*_]{1,3}[ \t]{1,2})?[*_]{0,3}(?:\\?["'\x60]|[“”„‘’‚«»])?`

/** A value between the quotes that `before` opened: all characters up to the closing quote. */
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
/** A separator inside a value; one that begins the next field ends the value. */
const joint = String.raw`(?:[=:：＝]|[,;&](?!\s|$|[\w.-]{1,40}[=:]))`

/**
 * Returns the pattern of a value without quotes, of at least `least` characters: it ends at white space, a bracket or a quote.
 *
 * Its length has no limit and the time is still linear: labels and marks contain a joint or an end, so no character is read more than 13
 * times. A full stop at the end belongs to the sentence; a value with a bracket right behind it is a call and does not match.
 */
export const bareValue = (least: number, furtherEnds = ''): string => {
  const run = `[^${ends}${joints}${furtherEnds}]*`
  return `(?=[^${ends}${furtherEnds}]{${least}})${run}(?:${joint}${run}){0,12}(?<![.:?,;&*])(?![A-Za-z0-9(…]|[.]{2})`
}
