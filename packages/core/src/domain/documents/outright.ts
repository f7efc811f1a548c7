/**
 * Reads where a text or its front matter says outright that one document or passage supersedes another, with the other one named.
 *
 * Nothing else is read from prose. The name must stand directly beside a verb of the table and end the sentence, so that nothing limits what
 * is said. The answers are kept with the links of a passage and are resolved when the named document is known.
 */

import { blocksOf } from './blocks.ts'
import { noteSentences } from './note-sentences.ts'

/** The verbs of replacing, by language. Nothing but this file uses them, and no other words decide. */
const verbs = {
  /** X … Y: X takes the place of Y. */
  active:
    'supersedes|replaces|ersetzt|sustituye(?: a)?|reemplaza(?: a)?|(?:annule et )?remplace|sostituisce|substitui|vervangt|zastępuje|取代|替代|代替',
  /** X … Y: Y takes the place of X. */
  passive:
    '(?:(?:is|was|has been) )?(?:superseded|replaced) by|(?:(?:wird|wurde|ist) )?ersetzt durch|(?:(?:es|fue|ha sido) )?(?:sustituid|reemplazad)[oa] por|(?:(?:est|a été) )?remplacée? par|(?:(?:è|è stat[oa]) )?sostituit[oa] da|(?:(?:é|foi) )?substituíd[oa] por|(?:(?:is|wordt|werd) )?vervangen door|(?:(?:jest|został[ao]?) )?zastąpion[yae] przez',
  /** X … Y …: the same, with the name of Y inside. */
  around: [
    ['(?:wird|wurde|ist) durch', 'ersetzt'],
    ['(?:wordt|werd|is) door', 'vervangen'],
    ['已?被', '(?:取代|替代|代替)'],
  ],
  /** X …, or …: X. X is true no longer. */
  ended:
    "(?:(?:is )?no longer (?:valid|in force)|no longer applies)|gilt nicht mehr|(?:ist )?nicht mehr gültig|ya no (?:es válid[oa]|vale|rige)|(?:n'est )?plus valable|ne s'applique plus|non (?:è )?più valid[oa]|non vale più|já não (?:é válid[oa]|vale)|não vale mais|geldt niet meer|(?:is )?niet meer geldig|już nie obowiązuje|nie obowiązuje już|不再适用|不再有效",
  articles:
    'the|an?|our|my|its|their|de[rnms]?|die|das|eine?|unsere?|het|een|onze?|l[eao]s?|une?|notre|el|al|las|los|una|mi|il|i|gli|dal|o|os|as|uma?',
  /** Words for a text, which may stand behind "this". With any other word the sentence says nothing: "this never replaces". */
  nouns:
    'note|page|document|doc|file|entry|version|text|section|record|list|plan|memo|Notiz|Seite|Dokument|Datei|Eintrag|Fassung|Text|Abschnitt|Liste|nota|página|documento|archivo|entrada|versión|texto|sección|lista|document|fichier|entrée|texte|liste|pagina|voce|versione|testo|sezione|piano|arquivo|versão|seção|plano|notitie|bestand|versie|tekst|lijst|notatka|strona|dokument|plik|wersja|tekst|lista',
  /** The same in Chinese. */
  texts: '文|页|文档|文件|笔记|版本|规定|计划',
  /** The text itself, alone or before one of the nouns. */
  self: 'this|dies|diese[rs]?|est[eao]|ce|cet|cette|ceci|quest[oa]|isto|dit|deze|ten|ta|to|本|此|这',
} as const

const verb = (words: string): RegExp => {
  const parts = alternatives(words)
  const [han, others] = [parts.filter((part) => /\p{sc=Han}/u.test(part)), parts.filter((part) => !/\p{sc=Han}/u.test(part))]
  return new RegExp(
    [...(others.length === 0 ? [] : [`(?<![\\p{L}\\p{N}])(?:${others.join('|')})(?![\\p{L}\\p{N}])`]), ...han].join('|'),
    'giu',
  )
}

/** Splits a pattern at the bars outside of brackets. */
const alternatives = (words: string): ReadonlyArray<string> => {
  const parts = ['']
  let depth = 0
  for (const sign of words) {
    if (sign === '(') depth++
    if (sign === ')') depth--
    if (sign === '|' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts
}

const [active, passive, ended] = [verb(verbs.active), verb(verbs.passive), verb(verbs.ended)]
const around = verbs.around.map(([open, close]) => [verb(open), new RegExp(`(?<=[\\s\\p{sc=Han}\\p{P}])(?:${close})$`, 'iu')] as const)
/** Words that stand for the text itself: "this", "this note", but not "this never". */
const self = new RegExp(`^(?:${verbs.self})(?:(?<=\\p{sc=Han})(?:${verbs.texts})|(?<!\\p{sc=Han}) +(?:${verbs.nouns}))?$`, 'iu')

/** A document or passage by its name. */
interface Named {
  readonly name: string
  /** How it is named. Plain words may be those of a sentence about something else. */
  readonly as: 'link' | 'quoted' | 'file' | 'words'
}

const wordsLeast = 2
const nameMost = 200

/** Returns the name that a stretch of a sentence is, and nothing but that. */
const namedBy = (stretch: string): Named | undefined => {
  const own = stretch.trim().replace(/^[*_]{1,2}(.*?)[*_]{1,2}$/u, '$1')
  if (own === '' || own.length > nameMost) return undefined
  const link = /^\[\[([^[\]|]+)(?:\|[^[\]]*)?\]\]$/u.exec(own) ?? /^\[[^[\]]*\]\(<?([^()<>\s]+)>?\)$/u.exec(own)
  if (link !== null) return { name: (link[1] ?? '').trim(), as: 'link' }
  const quoted = /^["“”„«‹「『`'‘]([^"“”„«»‹›「」『』`]+)["”“»›」』`'’]$/u.exec(own)
  if (quoted !== null)
    return { name: (quoted[1] ?? '').trim(), as: /^\S+\.\p{L}\w{0,8}(?:#\S*)?$/u.test(quoted[1] ?? '') ? 'file' : 'quoted' }
  if (/^[\p{L}\p{N}_./@-]+\.\p{L}\w{0,8}(?:#\S+)?$/u.test(own)) return { name: own, as: 'file' }
  const words = own.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
  const isLong = words.length >= wordsLeast || /\p{sc=Han}{4}/u.test(own)
  return isLong && !/[[\](){}<>|"“”„:：;]/u.test(own) ? { name: own, as: 'words' } : undefined
}

/** Returns the name in a stretch that may begin with one article. */
const named = (stretch: string): Named | undefined => {
  const own = stretch.trim()
  return namedBy(own.replace(article, ''))
}

const article = new RegExp(`^(?:${verbs.articles}) `, 'iu')

/** True for words that may be the name of a person: all begin with a capital. */
const mayBePerson = ({ as, name }: Named): boolean => as === 'words' && !/(?:^|\s)[\p{Ll}\p{N}]/u.test(name)

/** The kinds of what is said outright, as they are kept with the links of a passage. `front-`: the front matter says it. */
const kinds = ['supersedes', 'superseded-by', 'superseded', 'front-supersedes', 'front-superseded-by'] as const

export interface Outright {
  readonly kind: (typeof kinds)[number]
  /** The names: of the other one; for `superseded`, of the older and the newer one. */
  readonly names: ReadonlyArray<string>
}

/** Returns the form in which something is kept among links. No link that is followed has it. */
export const outrightMark = ({ kind, names }: Outright): string => `${kind}:${names.join('\n')}`

const marked = new RegExp(`^(${kinds.join('|')}):([^]+)$`, 'u')

/** Returns what an entry among links says outright; undefined for a link. */
export const readOutright = (link: string): Outright | undefined => {
  const [, kind, names] = marked.exec(link) ?? []
  return kind === undefined || names === undefined ? undefined : { kind: kind as Outright['kind'], names: names.split('\n') }
}

/** Returns the name in a value of front matter, which may be written as a link. */
export const frontName = (value: string): string => {
  const one = namedBy(value)
  return one === undefined || one.as === 'words' ? value.trim() : one.name
}

/** Returns what the sentences of a text say outright, each once. Questions and code say nothing. */
export const saidOutright = (text: string): ReadonlyArray<Outright> => {
  const prose = blocksOf(text).flatMap((block) =>
    block.kind === 'rule' || block.kind === 'code' || block.kind === 'heading' ? [] : noteSentences(text.slice(block.start, block.end)),
  )
  const found = new Map<string, Outright>()
  for (const { text: sentence } of prose) {
    if (/^\s*(?:```|~~~|>|#)/u.test(sentence)) continue
    const own = unwrapped(sentence.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])[ \t]+/u, ''))
    if (own.length > 2 * nameMost || /[?？]$/u.test(own)) continue
    const one = said(own)
    if (one !== undefined) found.set(outrightMark(one), one)
  }
  return [...found.values()]
}

const wrapping = /^(?:([*_]{1,2})(.+)\1|\((.+)\)|（(.+)）)$/u

/** Returns a sentence without its end mark, and without emphasis or brackets around the whole of it, with the mark inside or behind. */
const unwrapped = (sentence: string): string => {
  const own = sentence.trim().replace(/[.!。！]+$/u, '')
  const [, , ...inside] = wrapping.exec(own) ?? []
  const inner = inside.find((one) => one !== undefined)
  return inner === undefined ? own : unwrapped(inner)
}

const said = (sentence: string): Outright | undefined => {
  for (const { 0: words, index } of sentence.matchAll(passive)) {
    const one = between(sentence.slice(0, index), sentence.slice(index + words.length), 'newer')
    if (one !== undefined) return one
  }
  for (const [open, close] of around) {
    for (const { 0: words, index } of sentence.matchAll(open)) {
      const rest = sentence.slice(index + words.length)
      const one = close.test(rest) ? between(sentence.slice(0, index), rest.replace(close, ''), 'newer') : undefined
      if (one !== undefined) return one
    }
  }
  for (const { 0: words, index } of sentence.matchAll(active)) {
    const one = between(sentence.slice(0, index), sentence.slice(index + words.length), 'older')
    if (one !== undefined) return one
  }
  for (const { 0: words, index } of sentence.matchAll(ended)) {
    const [before, behind] = [sentence.slice(0, index).trim(), sentence.slice(index + words.length).trim()]
    const older = behind === '' ? named(before) : before === '' && /^[:：]/u.test(behind) ? named(behind.slice(1)) : undefined
    if (older !== undefined) return { kind: 'supersedes', names: [older.name] }
  }
  return undefined
}

/** Returns what a verb between two stretches says. `is` tells which of the two the second one is. */
const between = (before: string, behind: string, is: 'newer' | 'older'): Outright | undefined => {
  const [subject, object] = [before.trim().replace(/[*_]+$/u, ''), behind.trim().replace(/^[*_]{0,2}[:：][*_]{0,2}\s*/u, '')]
  const other = named(object)
  if (subject === '' || self.test(subject))
    return other === undefined ? undefined : { kind: is === 'older' ? 'supersedes' : 'superseded-by', names: [other.name] }
  const one = named(subject)
  if (one === undefined) return undefined
  if (self.test(object)) return { kind: is === 'older' ? 'superseded-by' : 'supersedes', names: [one.name] }
  // "Anna replaces Ben" says that one person follows another in an office, and nothing about their notes.
  if (other === undefined || mayBePerson(one) || mayBePerson(other)) return undefined
  return { kind: 'superseded', names: is === 'older' ? [other.name, one.name] : [one.name, other.name] }
}
