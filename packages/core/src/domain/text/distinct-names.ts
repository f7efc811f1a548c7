/**
 * Extracts the names that two texts hardly share by chance: paths, files, hosts, addresses, identifiers, ticket numbers and long numbers.
 *
 * The rules are strict, because one shared name counts as evidence: dates, round numbers, quantities, "and/or" and "GitHub" are excluded.
 */
import { isCommonFile, isCommonlyNumbered, isCommonName } from './common-names.ts'
import { fold, lower } from './fold.ts'

export interface DistinctName {
  /** In lower case. A path has at most its last 8 parts, and its section after `#`. */
  readonly whole: string
  /** Names by which other texts may refer to it, the whole first. A path adds its endings that are distinct by themselves. */
  readonly tails: ReadonlyArray<string>
}

/** Returns the names of at least `shortest` characters in text order. A repeated name is repeated in the list. */
export const distinctNames = (text: string, shortest: number): ReadonlyArray<DistinctName> => {
  const names: Array<DistinctName> = []
  for (const found of fold(text).replace(thousands, '').replaceAll('\\', '/').match(candidate) ?? []) {
    if (found.length > longestName) continue
    const name = found.replace(/^[-#@+]+(?=[^/])|[-.~#@+/]+$/g, '')
    if (name.length < shortest) continue
    const distinct = name.includes('/') ? pathName(name) : plainName(name)
    if (distinct !== undefined && distinct.whole.length >= shortest) names.push(distinct)
  }
  return names
}

/** In UTF-16 code units. Longer candidates are encoded data, and trimming takes time quadratic in the length. */
const longestName = 200
const candidate = /[\p{L}\p{N}\p{M}_.~@/#+-]+/gu
/** Separators between groups of three digits. */
const thousands = /(?<=\d)[,'\u2019](?=\d{3}(?!\d))/g

/** Maximum parts of a path, counted from its end. */
const partsMost = 8

const pathName = (path: string): DistinctName | undefined => {
  const [place = '', section] = path.split('#', 2)
  const parts = lower(place)
    .split('/')
    .filter((part) => !/^[.~]*$/.test(part))
    .slice(-partsMost)
  const rooted = /^(?:~|\.{1,2})?\//.test(place)
  const ends = parts.map((_, start) => parts.slice(start)).filter((end, start) => isDistinctPath(end, rooted && start === 0))
  const tails = ends.map((end) => end.join('/'))
  if (ends[0]?.length !== parts.length) return undefined
  return section === undefined
    ? { whole: parts.join('/'), tails }
    : { whole: `${parts.join('/')}#${lower(section)}`, tails: [`${parts.join('/')}#${lower(section)}`, ...tails] }
}

const isDistinctPath = (parts: ReadonlyArray<string>, rooted: boolean): boolean => {
  const name = parts.at(-1) ?? ''
  if (isCommonName(parts.join('/')) || parts.every((part) => /^[\d.-]*$/.test(part))) return false
  if (parts.length === 1) return isFile(name) && !isCommonFile(name)
  if (isFile(name)) return !/^\d{4}-?\d{2}-?\d{2}/.test(name)
  if (rooted) return true
  return parts.length > 2 ? parts.join('/').length >= 10 : parts.some((part) => /[a-z]/.test(part) && /[_.\d]/.test(part))
}

const fileEnding =
  /[^.]\.(?:md|mdx|txt|rst|adoc|tex|ts|tsx|js|jsx|mjs|cjs|py|rb|rs|go|java|kt|swift|c|cc|cpp|h|hpp|cs|php|lua|pl|r|sh|bash|zsh|fish|ps1|bat|sql|json|jsonl|json5|yaml|yml|toml|ini|cfg|conf|xml|html|css|scss|svg|png|jpg|jpeg|gif|webp|pdf|docx?|xlsx?|pptx?|odt|ods|csv|tsv|zip|tar|gz|tgz|db|sqlite|sqlite3|log|pem|crt|tf|tfvars|proto|ipynb|mp3|mp4|wav|ics|eml)$/

const isFile = (name: string): boolean => fileEnding.test(name) && !isCommonName(name)

const plainName = (name: string): DistinctName | undefined => {
  const lowered = lower(name)
  if (isCommonName(lowered)) return undefined
  const isDistinct = isFile(lowered) ? !isCommonFile(lowered) : isAddress(lowered) || isNumber(lowered) || isIdentifier(name)
  return isDistinct ? { whole: lowered, tails: [lowered] } : undefined
}

/** True for a mail address, a package with its version, a host of at least three labels, a version number or an IP address. */
const isAddress = (name: string): boolean =>
  /^[^@#]+@[^@#]+\.[^@#.]+$/.test(name) ||
  (/^(?!www\.|this\.|self\.)[a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+\.[a-z][a-z0-9-]+$/.test(name) && name.length >= 10) ||
  (/^v?\d+(?:\.\d+){2,}$/.test(name) && name.replace(/\D/g, '').length >= 4)

const isNumber = (name: string): boolean => {
  if (!/^\d+(?:\.\d+)?$/.test(name)) return false
  const digits = name.replace('.', '')
  return digits.length >= 5 && digits.replace(/0+$/, '').length >= 3 && !isMoment(digits)
}

/** True for a date without separators, and for a Unix time in seconds or milliseconds. */
const isMoment = (digits: string): boolean =>
  /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(digits) || /^1[5-9]\d{8}(?:\d{3})?$/.test(digits)

const isIdentifier = (name: string): boolean => {
  if (/[.@#+~]/.test(name)) return false
  if (/[\p{L}\p{N}]_[\p{L}\p{N}]/u.test(name)) return true
  if (/^[a-z]{2,}(?:[A-Z][a-z0-9]+)+$/.test(name) || /^(?:[A-Z][a-z0-9]+){3,}$/.test(name)) return true
  return isNumbered(lower(name))
}

/** True for letters with digits, as in INC-4821, db-staging-02 and 5f3a9c1. False for quantities, ordinals, dates and "24-hour". */
const isNumbered = (name: string): boolean => {
  if (isCommonlyNumbered(name) || !/[a-z]/.test(name) || !/^[a-z0-9-]+$/.test(name)) return false
  const parts = name.split('-')
  const digits = name.replace(/\D/g, '').length
  if (parts.length > 2) return !/^\d/.test(name) && (digits >= 2 || /^\d+$/.test(parts.at(-1) ?? ''))
  if (parts.length === 2) return !/^\d/.test(name) && /\d{3,}$/.test(name)
  return /^[a-z]+\d{2,}$/.test(name) || (digits >= 2 && /^[a-z\d]*\d[a-z]+\d[a-z\d]*$/.test(name))
}
