/**
 * Writes both cases of every letter into the source of a pattern: `key` becomes `[kK][eE][yY]`.
 *
 * For patterns of which only a part ignores case. The modifier `(?-i:…)` says the same, but V8 drops it where it compiles without optimising, as it
 * does once a process has compiled many patterns: the pattern then finds nothing.
 */

const escaped = String.raw`\\(?:[pP]\{\w+\}|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|.)`
const part = new RegExp(String.raw`${escaped}|\[(?:${escaped}|[^\]\\])*\]|\(\?<\w+>|\p{L}`, 'gsu')
const letter = /^\p{L}$/u

/** Escapes, names of groups and character classes stay as they are. */
export const anyCase = (source: string): string => source.replace(part, (found) => (letter.test(found) ? bothCases(found) : found))

const bothCases = (found: string): string => {
  const [small, capital] = [found.toLowerCase(), found.toUpperCase()]
  return small === capital || [...small].length !== 1 || [...capital].length !== 1 ? found : `[${small}${capital}]`
}
