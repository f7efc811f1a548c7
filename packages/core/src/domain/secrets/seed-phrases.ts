/** Passphrases of several words, and the twelve to twenty-four words of a wallet. */
import { isDescribingWord } from './describing-words.ts'
import type { RedactionRule } from './redaction-rule.ts'
import { passOpening } from './word-passwords.ts'

const passphrase = `(?:pass[ _-]?phrase|phrase secrète|phrase de passe|frase de contraseña|frase de paso|frase segreta|frase-senha|wachtwoordzin|passsatz)`
const scope = String.raw`(?:[ \t](?:of|for|to|der|des|vom|von|für|zur|zum|de|du|del|della|do|da|van|voor|pour|per|para)(?:[ \t][\p{L}\d-]{1,24}){1,5})?`
const mark = String.raw`["'*_\x60]{0,3}(?:\s{0,3}[:=：＝]\s{0,3}|[ \t]{1,3}[—–-]>?[ \t]{1,3}|[ \t]{1,3}(?:is|was|ist|war|lautet|est|es|è|é)[ \t]?:?[ \t]{1,3})`
const words = String.raw`[\p{L}\d]{1,24}(?:[ \t][\p{L}\d’'-]{1,24}){2,11}`

const fewestWords = 3
/** A third of the words may be ones that describe a passphrase; the first only where it is the only one of four or more. */
const isPhrase = (text: string): boolean => {
  const all = text.trim().split(/[ \t]+/)
  const describing = all.filter(isDescribingWord).length
  const beginsAsPhrase = !isDescribingWord(all[0] ?? '') || (describing === 1 && all.length > fewestWords)
  return all.length >= fewestWords && beginsAsPhrase && describing * 3 <= all.length && !isRule(text)
}
/** `at least five words`, `must not be written down`. */
const isRule = (text: string): boolean =>
  /\b(?:must|should|at least|stored|written|kept|never|required|mindestens|steht|liegt|muss|enter)\b/i.test(text)

export const passPhrases: ReadonlyArray<RedactionRule> = [
  {
    kind: 'passphrase',
    opening: passOpening,
    pattern: new RegExp(String.raw`${passphrase}${scope}${mark}["'\x60“„«‘](?<secret>[^"'\x60“”„«»‘’\n]{8,160})["'\x60“”»’]`, 'giu'),
    accepts: isPhrase,
  },
  {
    kind: 'passphrase',
    opening: passOpening,
    pattern: new RegExp(
      String.raw`${passphrase}${scope}${mark}["*_]{0,3}(?<secret>${words})(?=["*_]{0,3}[ \t]{0,4}(?:[.,;!(|]|[\r\n]|$))`,
      'giu',
    ),
    accepts: isPhrase,
  },
]

export interface SeedSpan {
  readonly start: number
  readonly end: number
}

const sizes = new Set([12, 15, 18, 21, 24])
const mostWords = 25
const label =
  /(?:seed|recovery|backup|mnemonic|wallet|secret recovery|wiederherstellungs|wallet[- ]?seed)[ -]{0,1}(?:phrase|words?|seed|wörter|mnemonic)|mnemonic|bip-?39|phrase (?:de récupération|mnémonique)|frase (?:semilla|de recuperación|de recuperação|semente|di recupero)|herstelzin|助记词|シードフレーズ|リカバリーフレーズ/gi
const longestGap = 80
const numbered = /[\s,;|*_>`"'-]{0,16}(?:\d{1,2}[.):]?[ \t]{0,3})?(?<word>[a-z]{3,8})(?![A-Za-z\d])/y

/** Words such as `the` are in no word list of a wallet. */
const isProse = (words: ReadonlyArray<string>): boolean => words.some((word) => prose.has(word))
const prose = new Set(
  'the and for was were had has are but not his her from which been who its our into than them would could did she him und der die das den mit ist ein von auf les des est une que con por los las per una het een van'.split(
    ' ',
  ),
)

/** The words behind a label such as `seed phrase:`, and a paragraph of nothing but twelve or twenty-four such words. */
export const seedSpans = (text: string): ReadonlyArray<SeedSpan> => [...labelledSeeds(text), ...bareSeeds(text)]

const labelledSeeds = (text: string): ReadonlyArray<SeedSpan> =>
  Array.from(text.matchAll(label)).flatMap(({ 0: name, index }) => {
    const from = index + name.length
    const rest = text.slice(from, from + longestGap)
    const lead = /^[^\n:：]{0,60}[:：—–]|^[^\n]{0,60}?(?=\n)|^[ \t]{1,2}(?:is|ist)?/.exec(rest)
    if (lead === null) return []
    const found = wordsFrom(text, from + lead[0].length)
    return found !== undefined && sizes.has(found.words.length) && !isProse(found.words) ? [found] : []
  })

const wordsFrom = (text: string, from: number): (SeedSpan & { readonly words: ReadonlyArray<string> }) | undefined => {
  const words: Array<string> = []
  let start = -1
  let end = from
  numbered.lastIndex = from
  for (let found = numbered.exec(text); found !== null && words.length < mostWords; found = numbered.exec(text)) {
    // Another paragraph is no part of it.
    if (words.length > 0 && /\n[ \t]*\n/.test(found[0]) && !/\d/.test(found[0])) break
    if (start < 0) start = found.index + found[0].search(/[^\s,;|*_>`"'-]/)
    words.push(found.groups?.['word'] ?? '')
    end = numbered.lastIndex
  }
  return start < 0 ? undefined : { start, end, words }
}

/** A whole line of twelve or twenty-four different words in small letters, without a word that every sentence has. */
const bareSeeds = (text: string): ReadonlyArray<SeedSpan> =>
  Array.from(text.matchAll(line)).flatMap(({ 0: whole, index, groups }) => {
    const row = groups?.['row'] ?? ''
    const words = row.split(' ')
    const isSeed = (words.length === 12 || words.length === 24) && new Set(words.map((word) => word.slice(0, 4))).size > words.length - 2
    const start = index + whole.indexOf(row)
    return isSeed && !isProse(words) ? [{ start, end: start + row.length }] : []
  })

const line = /(?<=^|\n)[ \t]{0,8}(?<row>[a-z]{3,8}(?: [a-z]{3,8}){11,23})[ \t]{0,8}(?=[\r\n]|$)/g
