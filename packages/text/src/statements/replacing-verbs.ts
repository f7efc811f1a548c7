/**
 * The words of replacing, by language: verbs that take the name of anything, and further ones that need the name of a file.
 *
 * A file that is named makes a sentence one about documents, so it may be written in more ways than one that names a title.
 */

/** The verbs of replacing, by language. No other words decide. */
const verbs = {
  /** X … Y: X takes the place of Y. */
  active:
    'supersedes|replaces|ersetzt|sustituye(?: a)?|reemplaza(?: a)?|(?:annule et )?remplace|sostituisce|substitui|vervangt|zastępuje|取代|替代|代替',
  /** X … Y: Y takes the place of X. */
  passive:
    '(?:(?:is|was|has been) )?(?:superseded|replaced) by|(?:(?:wird|wurde|ist) )?ersetzt durch|(?:(?:es|fue|ha sido) )?(?:sustituid|reemplazad)[oa] por|(?:(?:est|a été) )?remplacée? par|(?:(?:è|è stat[oa]) )?sostituit[oa] da|(?:(?:é|foi) )?substituíd[oa] por|(?:(?:is|wordt|werd) )?vervangen door|(?:(?:jest|został[ao]?) )?zastąpion[yae] przez',
  /** X … Y …: the same, with the name of Y inside, and whether Y is the newer one. */
  around: [
    ['(?:wird|wurde|ist) durch', 'ersetzt', 'newer'],
    ['(?:wordt|werd|is) door', 'vervangen', 'newer'],
    ['已?被', '(?:取代|替代|代替)', 'newer'],
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

/** Further words, for sentences that name a file or a link. */
const fileVerbs = {
  active:
    'obsoletes|overrides|supplants|takes the place of|tritt an die Stelle von|deja sin efecto(?: a)?|deroga|se substitue à|abroge|rimpiazza|prende il posto di|revoga|toma o lugar de|komt in de plaats van|替换|废止',
  /** X … Y: X took the place of Y. Without X it is not told which of the two did: "Superseded: Y". */
  past: '(?:has )?(?:superseded|replaced)|hat ersetzt|sustituyó(?: a)?|reemplazó(?: a)?|a remplacé|ha sostituito|substituiu|verving|zastąpił[ao]?',
  passive:
    '(?:(?:is|was|has been) )?(?:obsoleted|made obsolete) by|deprecated in favou?r of|(?:(?:wird|wurde|ist) )?(?:abgelöst durch|ersetzt von|abgelöst von|aufgehoben durch)|(?:(?:es|fue|ha sido) )?(?:derogad|anulad)[oa] por|(?:(?:est|a été) )?abrogée? par|(?:(?:è|è stat[oa]) )?(?:rimpiazzat|sostituit)[oa] da|(?:(?:é|foi) )?revogad[oa] por|(?:(?:is|werd) )?opgevolgd door',
  around: [
    ['(?:wird|wurde|ist) (?:durch|von)', '(?:ersetzt|abgelöst|aufgehoben)', 'newer'],
    ['(?:wordt|werd|is) door', '(?:vervangen|opgevolgd)', 'newer'],
    ['已?被', '(?:替换|废止)', 'newer'],
    ['löst', 'ab', 'older'],
    ['hebt', 'auf', 'older'],
    ['hat', '(?:ersetzt|abgelöst)', 'past'],
    ['heeft', 'vervangen', 'past'],
  ],
  self: 'das|dieses|hiermit|éste|ésta|cela|ça|isso|ciò|dat',
  nouns:
    'guide|policy|procedure|handbook|manual|runbook|spec|decision|ADR|RFC|predecessor|Anleitung|Richtlinie|Entscheidung|Vorgabe|Vorgänger|guía|política|decisión|manual|politique|décision|guida|decisione|decisão|guia|handleiding|richtlijn|besluit|decyzja|instrukcja',
  /** Words before the name of a file that change nothing. */
  adjectives:
    'old|older|previous|former|earlier|outdated|alte[nrms]?|bisherige[nrms]?|frühere[nrms]?|antigu[oa]|anterior|ancien(?:ne)?|précédente?|vecchi[oa]|precedente|antig[oa]|oude|vorige|star[yaeą]|poprzedni[ae]?|旧的?|原来的',
} as const

/** Words before a colon that say only what kind of line it is. */
const labels =
  'status|note|update|nb|state|hinweis|stand|nota|aviso|estado|statut|état|remarque|stato|avviso|opmerking|uwaga|stan|状态|说明|注'

/** The two headings of a decision record: of its standing, and of what was decided. */
const standings = 'status|estado|statut|stato|状态'
const decisions = 'decision(?: outcome)?|entscheidung|decisión|décision|decisione|decisão|besluit|beslissing|decyzja|决策|决定'

/** Which of the two a name behind or inside a verb is: the newer one, or the older one, by a verb of the present or of the past. */
export type Replacing = 'newer' | 'older' | 'past'

/** How sentences of replacing are written. */
export interface Vocabulary {
  readonly active: RegExp
  readonly passive: RegExp
  /** Active verbs of the past, which count behind words for the text itself alone. Undefined for none. */
  readonly past: RegExp | undefined
  /** Verbs of two parts with a name inside: the beginning, the end, and what the name inside is. */
  readonly around: ReadonlyArray<readonly [open: RegExp, close: RegExp, is: Replacing]>
  /** Words that stand for the text itself: "this", "this note", but not "this never". */
  readonly self: RegExp
}

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

const selfWords = (self: string, nouns: string): RegExp =>
  new RegExp(`^(?:${self})(?:(?<=\\p{sc=Han})(?:${verbs.texts})|(?<!\\p{sc=Han}) +(?:${nouns}))?$`, 'iu')

const inTwoParts = (parts: ReadonlyArray<readonly [open: string, close: string, is: Replacing]>): Vocabulary['around'] =>
  parts.map(([open, close, is]) => [verb(open), new RegExp(`(?<=[\\s\\p{sc=Han}\\p{P}])(?:${close})$`, 'iu'), is])

/** For a thing of any name. */
export const anyNamed: Vocabulary = {
  active: verb(verbs.active),
  passive: verb(verbs.passive),
  past: undefined,
  around: inTwoParts(verbs.around),
  self: selfWords(verbs.self, verbs.nouns),
}

const [fileSelf, fileNouns] = [`${verbs.self}|${fileVerbs.self}`, `${verbs.nouns}|${fileVerbs.nouns}`]

/** For a file or a link. */
export const fileNamed: Vocabulary = {
  active: verb(`${verbs.active}|${fileVerbs.active}`),
  passive: verb(`${verbs.passive}|${fileVerbs.passive}`),
  past: verb(fileVerbs.past),
  around: inTwoParts([...verbs.around, ...fileVerbs.around]),
  self: selfWords(fileSelf, fileNouns),
}

/** An active verb that is written like a participle: alone beside a colon it is not told which of the two is the newer one. */
export const participle = /^ersetzt$/iu
/** X …, or …: X. X is true no longer. */
export const ended = verb(verbs.ended)
/** One article before a name. */
export const article = new RegExp(`^(?:${verbs.articles}) `, 'iu')
/** What may stand before the name of a file: "the old file". */
export const beforeFile = new RegExp(
  `^(?:(?:${verbs.articles}) )?(?:(?:${fileVerbs.adjectives})(?:(?<=\\p{sc=Han})\\s*|(?<!\\p{sc=Han}) ))?(?:(?:${fileNouns}) )?`,
  'iu',
)
/** A label before a sentence: "Status:". */
export const label = new RegExp(`^[*_]{0,2}(?:${labels})[*_]{0,2}\\s*[:：][*_]{0,2}\\s*`, 'iu')
/** True for the heading under which a decision record states its own standing. */
export const isStanding = (heading: string): boolean => new RegExp(`^(?:${standings})$`, 'iu').test(heading.trim())
/** True for the heading under which a decision record says what was decided. */
export const isDecision = (heading: string): boolean => new RegExp(`^(?:${decisions})$`, 'iu').test(heading.trim())
