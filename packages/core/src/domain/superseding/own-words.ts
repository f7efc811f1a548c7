/**
 * The words in which somebody introduces a statement of his own: words of change, denial, assent and remembering, and times of a change.
 *
 * Any other word before or behind a statement may make it the report of somebody else's words, or limit it. So the lists are closed: what is
 * not in them is taken for such a word.
 */
import { languageOf } from '../text/language.ts'
import { wordsOf } from '../text/phrases.ts'
import { fold, lower } from '../text/unicode.ts'
import * as lists from './own-word-lists.ts'

const plain = (word: string): string => lower(fold(word))
const stems = (lines: ReadonlyArray<string>): ReadonlySet<string> => new Set(lines.flatMap((line) => wordsOf(line)))
const spellings = (line: string): ReadonlySet<string> => new Set(line.split(' ').map(plain))

const [closedWords, openingWords, calendarWords, adverbWords, attributeWords, generalWords] = [
  stems([...lists.introducing, ...lists.adverbs]),
  stems([...lists.opening, lists.directing]),
  stems(lists.calendar),
  stems(lists.adverbs),
  stems(lists.attributes),
  stems(lists.general),
]
const directing = spellings(lists.directing)
const calendarSpellings = spellings(lists.calendar.join(' '))
const [changedSpellings, helpingSpellings, leavingSpellings] = [lists.changed, lists.helping, lists.leaving].map((lines) =>
  spellings(lines.join(' ')),
)
const adverbSpellings = spellings(lists.adverbs.join(' '))

/** Persons whom a statement is reported of, and what people say, though they are function words. */
const others: ReadonlySet<string> = new Set(
  'he she they him them er ihm ihr él ella ellos ellas elle ils elles lui lei loro ele ela eles elas hij zij hem dice dicen dizem dicono oni ona'.split(
    ' ',
  ),
)

/** Words that open a supposition. */
const supposing: ReadonlySet<string> = new Set(
  'if unless whether suppose imagine wenn falls ob si se als indien mocht caso jeśli jeżeli czy'.split(' '),
)

/** Words that limit a statement to a time that ends. */
const ending: ReadonlySet<string> = new Set(
  'until till while during bis während hasta mientras durante jusqu jusque pendant fino finché até enquanto tot tijdens terwijl'.split(' '),
)

/** Words that add a value beside the one that is known. */
const adding =
  /\b(?:too|as well|additionally|likewise|auch|zusatzlich|ebenfalls|ebenso|ausserdem|tambien|ademas|aussi|egalement|en outre|anche|inoltre|altresi|tambem|igualmente|alem|ook|tevens|eveneens|daarnaast|tez|rowniez|takze)\b|[也亦]|同样|另有/u
/** "Also" introduces in German, and "pure" adds in Italian alone. */
const addingIn: Readonly<Partial<Record<string, RegExp>>> = { en: /\balso\b/, it: /\bpure\b/ }

/** True where words add something to what is known. */
export const adds = (words: string): boolean => {
  const text = plain(words)
  return adding.test(text) || addingIn[languageOf(words)]?.test(text) === true
}

/** True for a function word that reports, supposes or limits. Expects it in lower case. */
export const neverOwn = (word: string): boolean => others.has(word) || supposing.has(word) || ending.has(word)

/** True for a word of the lists, and for a function word that neither supposes nor names others. `word` has its accents. */
const isOwnWord = (word: string): boolean => {
  const spelling = plain(word)
  if (neverOwn(word.toLowerCase())) return false
  return (
    spelling.length === 1 ||
    adverbSpellings.has(spelling) ||
    wordsOf(spelling).every((one) => closedWords.has(one) || openingWords.has(one))
  )
}

/** True for the stem of a word that says nothing of its own, wherever it stands. */
export const isOwnStem = (stem: string): boolean => closedWords.has(stem)

/** True for the stem of an adverb that does not change what a statement states. */
export const isAdverb = (stem: string): boolean => adverbWords.has(stem)

/** True for the stem of a verb that only says that something is there: "runs", "befindet". */
export const isGeneralVerb = (stem: string): boolean => generalWords.has(stem)

/** True for a noun of an attribute, such as "price". */
export const isAttribute = (word: string): boolean => wordsOf(plain(word)).every((one) => attributeWords.has(one))

/** Most words between one of direction and the day or month that it is about: "from next Monday", "a partir de la próxima semana". */
const directedMost = 3
export const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu

/** Returns the words that do not only introduce a statement. A day or a month does behind a word of direction: "since Monday". */
export const foreignWords = (text: string): ReadonlyArray<string> => {
  const words = text.match(word) ?? []
  return words.filter((_, at) => !introducesAt(words, at))
}

/** True where a word of a text only introduces a statement. */
export const introducesAt = (words: ReadonlyArray<string>, at: number): boolean => {
  const one = words[at] ?? ''
  const isDay = /^\d{1,2}$/.test(one)
  if (!isDay && isOwnWord(one)) return true
  const isDate = isDay ? [words[at - 1], words[at + 1]].some((near) => near !== undefined && isCalendar(near)) : isCalendar(one)
  return isDate && words.slice(Math.max(0, at - directedMost), at).some((before) => directing.has(plain(before)))
}

/** True for a day of the week and for a month. */
export const isCalendar = (one: string): boolean => {
  // "Mai" is a month in German and no word at all in Italian.
  if (calendarSpellings.has(plain(one))) return true
  const found = wordsOf(plain(one))
  return found.length > 0 && found.every((stem) => calendarWords.has(stem))
}

/** True for a word that points to the time since which something is true. Expects it folded and in lower case. */
export const isDirecting = (one: string): boolean => directing.has(one)

const byLength = (lines: ReadonlyArray<string>): string =>
  lines
    .join(' ')
    .split(' ')
    .sort((a, b) => b.length - a.length)
    .join('|')
const day =
  '(?:从|自)?(?:本|这|下|上)?(?:个)?(?:周|星期|礼拜)[一二三四五六日天](?:起|开始)|(?:从|自)?\\d{1,2}月(?:\\d{1,2}[日号])?(?:起|开始)'
const ownChinese = `${day}|${byLength(lists.chineseIntroducing)}`
const ownRun = new RegExp(`^(?:${ownChinese})+$`, 'u')
const ownBeginning = new RegExp(`^(?:${ownChinese})`, 'u')
const headingRun = new RegExp(`^(?:${ownChinese}|${byLength([lists.chineseAttributes])})+$`, 'u')
const chineseAdverb = new RegExp(`${byLength(lists.chineseAdverbs)}|改(?=[停走开住放])`, 'gu')

/** True for Chinese text of such words alone, or none. */
export const isOwnChinese = (text: string): boolean => {
  const bare = text.replace(/[\s\p{P}]+/gu, '')
  return bare === '' || ownRun.test(bare)
}

/** True for Chinese text of such words and of nouns of an attribute. */
export const isChineseHeading = (text: string): boolean => headingRun.test(text.replace(/[\s\p{P}]+/gu, ''))

/** Returns the number of characters of the longest such word at the beginning of a Chinese text; 0 for none. */
export const ownChineseAtStart = (text: string): number => ownBeginning.exec(text)?.[0].length ?? 0

/** Returns the stretches of Chinese adverbs and verbs of change, in UTF-16 offsets, end exclusive. */
export const chineseAdverbsIn = (text: string): ReadonlyArray<readonly [from: number, to: number]> =>
  [...text.matchAll(chineseAdverb)].map(({ 0: found, index }) => [index, index + found.length])

const changes =
  /\b(?:new|newly|updated?|change|changed?|changes|correct(?:ion|ing)|decided|revert\w*|undid|taken back|from now on|no longer|as of|effective|neu\w*|geandert\w*|(?:an|um)gestellt|anderung|korrektur|ab (?:sofort|heute|morgen|dieser|nachster)|zuruckgenommen|nuev[oa]s?|cambi\w+|anulado|correccion|a partir|desde (?:hoy|ahora)|desormais|dorenavant|nouve\w+|chang\w+|annule\w*|correction|d'ora in poi|cambi\w+|nuov[oaei]|correzione|annullat\w*|nov[oa]s?|mud(?:a|am|ou|ado|ada|anca\w*)|correcao|voortaan|nieuwe?|gewijzigd|wijziging|correctie|vanaf|zmian\w+|now[aey])\b|新|改|撤|变|變|換|换|起[,，是]|今后|以后/iu

/** True where words introduce something as changed. */
export const marksChange = (words: string): boolean => changes.test(plain(words))

const changing =
  /\b(?:upgrad\w+|updat\w+|rais(?:e|es|ed|ing)|lower\w+|increas\w+|reduc\w+|cut|mov(?:e|es|ed|ing)|shift\w+|postpon\w+|brought forward|chang\w+|switch\w+|gone|went up|went down|rose|risen|fell|fallen|dropped|extended|shortened|umgestellt|aktualisiert|erhoht|gesenkt|angehoben|verlegt|verschoben|vorverlegt|verlangert|verkurzt|geandert|gestiegen|gesunken|actualiza\w+|sub(?:e|en|io|ido|ida|ieron|ira|iran)|baja\w+|cambia\w+|movi(?:o|do|da|dos|das|eron)|traslada\w+|aplaza\w+|adelanta\w+|amplia\w+|reduci\w+|pasa(?:n|do|da|ron|ra|ran)?|paso|actualis\w+|augment\w+|baiss\w+|pass(?:e|ee|es|ees|ent|er|era|eront|ait)|portee?s? a|deplac\w+|reporte(?:e|es|s)?|avanc\w+|prolong\w+|redui\w+|aggiorna\w+|alza\w+|abbassa\w+|aument\w+|ridott\w+|sposta\w+|rinvia\w+|anticipa\w+|prolunga\w+|passa(?:ta|to|te|ti|no|va)?|atualiz\w+|aumenta\w+|baix\w+|mud(?:a|am|ou|ado|ada|aram|ara)|adia\w+|antecipa\w+|prolonga\w+|passou|bijgewerkt|verhoogd|verlaagd|verplaatst|verschoven|verzet|vervroegd|verlengd|gewijzigd|gestegen|gedaald)\b/u
const changingChinese = new RegExp(byLength([lists.chineseAdverbs[1] ?? '']), 'u')

/** True where words say that something was changed: "raised", "verlegt", "改到". */
export const saysChanged = (words: string): boolean => changing.test(plain(words)) || changingChinese.test(words)

/** True for one word that says that something was changed. */
export const isChanging = (written: string): boolean => changing.test(written) || isChangingChinese(written)

/** True for a character that says so. */
export const isChangingChinese = (written: string): boolean => written === '换' || written === '換'

const nowadays =
  /\b(?:now|now on|anymore|no longer|jetzt|nun|inzwischen|ab sofort|neuerdings|mittlerweile|ahora|ya|maintenant|desormais|adesso|ormai|agora|nu|voortaan|teraz)\b/u

/** True where words say that something is true now. */
export const isNow = (words: string): boolean => nowadays.test(plain(words))

/** Forms of address, which are no names. */
const addressing = new Set(
  'dr prof mr mrs ms miss frau herr doktor doctor monsieur madame mme senor senora signor signora dott meneer mevrouw'.split(' '),
)

/** True for a form of address. Expects it folded and in lower case. */
export const isAddress = (written: string): boolean => addressing.has(written)

const [pronouns, unnamed] = [spellings(lists.pronouns), spellings(lists.unnamed)]

/** True for a pronoun of a thing. Expects it folded and in lower case, as the next two do. */
export const isPronoun = (written: string): boolean => pronouns.has(written)

/** True for a pronoun of people who are not named: "they". */
export const isUnnamed = (written: string): boolean => unnamed.has(written)

/** True for a word that says that its subject changed: "slipped", "teurer". */
export const tellsChange = (written: string): boolean =>
  changedSpellings?.has(plain(written)) === true || isChanging(plain(written)) || isChangingChinese(written)

/** True for a word that helps to say so: "went", "geworden". */
export const helpsChange = (written: string): boolean => helpingSpellings?.has(plain(written)) === true

/** True for a word that says that somebody or something is there no longer: "retired", "Elternzeit". */
export const tellsLeaving = (written: string): boolean => leavingSpellings?.has(plain(written)) === true

const negation = /\b(?:not|never|\w+n't|nicht|nie|niemals|kein\w*|ne|non|nao|nunca|niet|nooit|geen)\b/u

/** True for words with a negation of any language. */
export const negates = (words: string): boolean => negation.test(plain(words))

const historic =
  /\b(?:used to|formerly|previously|back then|in the past|those days|(?:in|en|em|nel|im jahr|anno) (?:19|20)\d\d|fruher|damals|ehemals|einst|(?<!(?:como|que) )antes(?! (?:de|del|das|dos|da|do)\b)|antiguamente|(?<!(?:comme|d'|qu') ?)avant(?= ?,)|autrefois|jadis|auparavant|una volta|un tempo|antigamente|outrora|vroeger|destijds|voorheen|kiedys|dawniej)\b|以前|原来|原本|曾经|过去|当时|(?:19|20)\d\d年(?!起|开始)/u
const former =
  /\b(?:old|former|previous|alte[rnsm]?|fruhere[rnsm]?|ehemalige[rnsm]?|viej[oa]s?|antigu[oa]s?|ancien(?:ne)?s?|vieux|vieille|vecchi[oa]?|velh[oa]s?|antig[oa]s?|oude|stary|stara|stare)\b|旧|老的/u
const past =
  /(?<![\p{L}'])(?:was|were|had|war|waren|hatten?|era|eran|fue|fueron|estaba|estaban|tenian?|etaient|etait|avaient|avait|erano|aveva|avevano|eram|foi|foram|estava|tinham?|byl|byla|bylo|byly|mial|miala)(?!\p{L})/u

/** Kinds of words about what was true once. */
export interface Past {
  readonly isHistoric: boolean
  readonly isFormer: boolean
  readonly isPast: boolean
}

/** Tells which kinds of words about the past a statement has. */
export const pastOf = (words: string): Past => {
  const text = plain(words)
  return { isHistoric: historic.test(text), isFormer: former.test(text), isPast: past.test(text) }
}

const pastEnding = /(?:ed|t?te|t?ten|aba|aban|ia|ian|ava|avano|avam|eva|evano|iva|ivano|ait|aient|de|den)$/u

/** True where a word has the ending of a past tense that another form of it lacks. Expects both folded and in lower case. */
export const isPastForm = (written: string, other: string): boolean =>
  written !== other && pastEnding.test(written) && !pastEnding.test(other)
