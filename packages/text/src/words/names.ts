/**
 * Extracts the names that two texts hardly share by chance: paths, files, hosts, addresses, identifiers, ticket numbers and long numbers.
 *
 * The rules are strict, because one shared name counts as evidence: dates, round numbers, quantities, "and/or" and "GitHub" are excluded.
 */

import { runOnClass } from '../languages/languages.ts'
import { fold, lower } from '../languages/unicode.ts'

/* Names that look distinct but occur in many projects. Two texts that share one of them are not related by it. */

/** True for a file that most projects have, and for a file named after a date. Expects the name in lower case, without folders. */
const isCommonFile = (name: string): boolean => commonFile.test(name) || /^\d{4}-?\d{2}-?\d{2}/.test(name)

const commonFile =
  /^(?:index|main|mod|app|test|tests|config|settings|setup|server|client|utils|types|style|styles|readme|license|changelog|contributing|package|package-lock|pnpm-lock|tsconfig|jsconfig|docker-compose|requirements|pyproject|cargo|composer|poetry|yarn|makefile|memory|user|agents|claude|soul|tools|identity|heartbeat|bootstrap|notes|todo|output|input|data|log|logs|example|sample|response|request|file|script|__init__)(?:\.[a-z0-9]+)+$/

/** A common word with a number: "python3", "top-10", "http-404". */
const commonlyNumbered =
  /^(?:top|iso|rfc|sha|md|utf|http|https|error|code|page|year|step|phase|part|chapter|section|level|version|day|week|month|round|option|item|line|row|column|python|node|java|php|ruby|go|rust|es|ecma|html|css|base|ipv|x|amd|arm|win|aes|rsa|ed|oauth|postgres|postgresql|mysql|ubuntu|debian|windows|android|ios|macos|gpt|claude|covid|mp|usb|rtx|gtx|wpa|int|uint|float|vector|q)-?\d+$/

const groups = [
  'dev/null bin/bash bin/sh usr/bin usr/bin/env usr/local/bin usr/local etc/hosts etc/passwd var/log var/lib home/user src/index.ts src/index.js src/main.ts src/main.rs src/main.py',
  'node.js vue.js next.js nuxt.js react.js three.js express.js d3.js console.log math.log socket.io',
  'github.com gitlab.com google.com example.com example.org npmjs.com stackoverflow.com',
  '127.0.0.1 0.0.0.0 8.8.8.8 1.1.1.1 255.255.255.0 192.168.0.1 192.168.1.1 10.0.0.1',
  'x86_64 api_key user_id client_id client_secret access_token node_modules created_at updated_at base_url file_path file_name user_name is_active id_rsa snake_case camelcase',
  'addeventlistener getelementbyid queryselector queryselectorall settimeout setinterval cleartimeout localstorage sessionstorage createelement appendchild',
  'usestate useeffect usecontext useref usememo usecallback innerhtml innertext textcontent classname foreach indexof tostring parseint parsefloat stringify',
  'hasownproperty readfile writefile readfilesync writefilesync lowercase tolowercase touppercase charat substring preventdefault nextrequest',
  'tool_call tool_calls memory_search memory_get memory_feedback memory_note memory_undo memory_why web_search web_fetch',
]

const commonNames: ReadonlySet<string> = new Set(groups.flatMap((group) => group.split(' ')))

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
    const distinct = name.includes('/') ? pathName(name) : wordName(name)
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
  if (commonNames.has(parts.join('/')) || parts.every((part) => /^[\d.-]*$/.test(part))) return false
  if (parts.length === 1) return isFile(name) && !isCommonFile(name)
  if (isFile(name)) return !/^\d{4}-?\d{2}-?\d{2}/.test(name)
  if (rooted) return true
  return parts.length > 2 ? parts.join('/').length >= 10 : parts.some((part) => /[a-z]/.test(part) && /[_.\d]/.test(part))
}

const fileEnding =
  /[^.]\.(?:md|mdx|txt|rst|adoc|tex|ts|tsx|js|jsx|mjs|cjs|py|rb|rs|go|java|kt|swift|c|cc|cpp|h|hpp|cs|php|lua|pl|r|sh|bash|zsh|fish|ps1|bat|sql|json|jsonl|json5|yaml|yml|toml|ini|cfg|conf|xml|html|css|scss|svg|png|jpg|jpeg|gif|webp|pdf|docx?|xlsx?|pptx?|odt|ods|csv|tsv|zip|tar|gz|tgz|db|sqlite|sqlite3|log|pem|crt|tf|tfvars|proto|ipynb|mp3|mp4|wav|ics|eml)$/

const isFile = (name: string): boolean => fileEnding.test(name) && !commonNames.has(name)

const wordName = (name: string): DistinctName | undefined => {
  const lowered = lower(name)
  if (commonNames.has(lowered)) return undefined
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
  if (commonlyNumbered.test(name) || !/[a-z]/.test(name) || !/^[a-z0-9-]+$/.test(name)) return false
  const parts = name.split('-')
  const digits = name.replace(/\D/g, '').length
  if (parts.length > 2) return !/^\d/.test(name) && (digits >= 2 || /^\d+$/.test(parts.at(-1) ?? ''))
  if (parts.length === 2) return !/^\d/.test(name) && /\d{3,}$/.test(name)
  return /^[a-z]+\d{2,}$/.test(name) || (digits >= 2 && /^[a-z\d]*\d[a-z]+\d[a-z\d]*$/.test(name))
}

/* Splits a text into words and records their case, where sentences begin, and where a name cannot continue. */

export interface CasedWord {
  /** In lower case. */
  readonly word: string
  readonly capital: boolean
  /** True for the first word of a sentence or line. */
  readonly begins: boolean
  /** True if no name continues from the word before to this one. */
  readonly parted: boolean
}

const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu
const capital = /^\p{Lu}/u
const sentenceSigns = /[!?:\n…|*#]/u
const partingSigns = /[!?;:()[\]",\n“”…{}|*#<>]/u

/** Returns the words in text order. The `s` of a possessive, as in "Anna's", is not a word. */
export const casedWords = (text: string): ReadonlyArray<CasedWord> => {
  const folded = fold(text)
  const words: Array<CasedWord> = []
  let end = 0
  for (const { 0: raw, index } of folded.matchAll(wordPattern)) {
    const between = folded.slice(end, index)
    end = index + raw.length
    if (raw === 's' && (between === "'" || between === '’')) continue
    const before = words.at(-1)
    // A full stop after an initial does not end a sentence: "J. R. R. Tolkien".
    const isInitial = before?.capital === true && before.word.length <= 2 && /^\.? ?$/.test(between)
    const stopped = before === undefined || (between.includes('.') && !isInitial)
    words.push({
      word: lower(raw),
      capital: capital.test(raw),
      begins: stopped || sentenceSigns.test(between),
      parted: stopped || partingSigns.test(between),
    })
  }
  return words
}

/** In scripts without spaces each character is a word, so that a quote may begin anywhere. */
const oneWord = new RegExp(String.raw`${runOnClass}\p{M}*|(?:(?!${runOnClass})[\p{L}\p{N}\p{M}])+`, 'gv')

export interface PlacedWord {
  readonly word: string
  readonly from: number
  readonly to: number
}

export const placedWords = (text: string): ReadonlyArray<PlacedWord> =>
  Array.from(text.matchAll(oneWord), ({ 0: found, index }) => ({ word: lower(fold(found)), from: index, to: index + found.length }))

/** True for a text with a word. */
export const hasWords = (text: string): boolean => text.search(oneWord) >= 0

/** Returns the words of a text in order, folded and in lower case. */
export const spelledWords = (text: string): ReadonlyArray<string> => lower(fold(text)).match(oneWord) ?? []

/** Returns a name in the form in which names are compared: its words in lower case, joined by one space. */
export const plainName = (text: string): string =>
  casedWords(text)
    .map(({ word }) => word)
    .join(' ')
