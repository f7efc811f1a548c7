/** Says whether two statements that differ in one value may both be true: one of a day, a guess, a denial, another thing with a number. */
import { languageOf } from '../text/language.ts'
import { fold, lower } from '../text/unicode.ts'
import { isAddress, isCalendar, isNow, isOwnStem, marksChange, negates, pastOf, saysChanged } from './own-words.ts'
import { type Statement, tokensOf } from './statement.ts'

/** True where an old and a new statement may both be true. `names` are the keys of the old and of the new value where they are names. */
export const mayBothHold = (older: Statement, newer: Statement, names: ReadonlyArray<ReadonlyArray<string>>): boolean => {
  const [then, now] = [wordsOf(older), wordsOf(newer)]
  if (isNoStatement.test(now) || asks.test(plain(newer.tail)) || (newer.clauses.length > 1 && asks.test(plain(newer.clauses.at(-1) ?? ''))))
    return true
  if (notTrueThat.test(plain(newer.lead)) || saidByYou.test(plain(newer.lead))) return true
  if (offers.test(now) && !offers.test(then)) return true
  if (provisional.test(now) || (isElsewhere(ownClause(newer)) && !isElsewhere(then))) return true
  if ((inMonth(now) && !inMonth(then)) || isOfNamed(newer)) return true
  if (isOfAnotherNumber(older, newer) || isOfAnotherThing(older, newer)) return true
  if (rough.test(now) && !rough.test(then)) return true
  if (intended.test(plain(newer.clauses.join(' '))) && !intended.test(then)) return true
  if (isOnce(newer) && !isOnce(older)) return true
  if (introduces.test(newer.lead) || marksChange(newer.lead) || isNow(now) || saysChanged(now)) return false
  return (happened(then) && happened(now)) || (names.length > 0 && (manyValued.test(now) || isOfFamily(older, newer, names)))
}

/** True where a statement denies a value: the old one is not denied with it. */
export const deniesNew = (older: Statement, newer: Statement, from: string): boolean =>
  denies(newer) && !denies(older) && !wordsOf(newer).includes(from)

const plain = (text: string): string => lower(fold(text)).replace(/\u2019/g, "'")
/** A statement with its opening words. */
const wordsOf = ({ clauses, lead }: Statement): string => plain(`${lead} ${clauses.join(' ')}`)
/** An opening clause denies or announces. */
const introduces = /[,:，：]/u

/** Examples, tasks, ideas. */
const isNoStatement =
  /\b(?:for example|for instance|e\. ?g\.|zum beispiel|z\. ?b\.|por ejemplo|par exemple|per esempio|por exemplo|bijvoorbeeld|na przyklad)|^\W*(?:to-?do|fixme|examples?|beispiele?|ejemplos?|exemples?|esempio|exemplos?|voorbeeld|przyklad|ideas?|drafts?|proposals?|idee|entwurf|vorschlag|borrador|brouillon|bozza|rascunho)\s*:|\[[ x]\]|例如|比如/u
/** Words that ask for assent behind a statement. */
const asks = /^\W*(?:right|correct|yes|ok|okay|oder|ne|gell|richtig|stimmt's|verdad|n'est-ce pas|vero|giusto|certo|toch|he)\W*$/u
const notTrueThat =
  /\b(?:not|isn't|nicht|no es|pas|non e|nao e|niet)\s+(?:true|right|correct|the case|wahr|richtig|so|cierto|verdad|vrai|vero|waar|verdade),?\s+(?:that|dass|que|qu'|che|dat)\b|\b(?:false|wrong|incorrect|untrue|falsch|falso|faux|onjuist),?\s+(?:that|dass|que|qu'|che|dat)\b|\bstimmt nicht,?\s+dass\b|\bno way\b(?!\s*[,.:;])/u
/** Words that the agent is said to have said. */
const saidByYou =
  /\b(?:you (?:just |also |once )?(?:said|told me|wrote|claimed)|du (?:sagtest|sagst|schriebst|hast (?:\w+ )?gesagt)|dijiste|tu as dit|hai detto|disseste|je zei)(?: that| que| che| dat|,? dass)?:?\s+(?:\p{L}{1,3}\s*)?$/u

/** A guess, or no more than a bound. */
const rough =
  /\b(?:about|around|roughly|approximately|approx\.?|nearly|almost|(?:more|less|fewer) than|at (?:least|most)|up to|ca\.?|circa|etwa|ungefahr|rund|fast|knapp|mehr als|weniger als|mindestens|hochstens|maximal|bis zu|unos|unas|aproximadamente|casi|(?:mas|menos) de|al menos|environ|presque|(?:plus|moins) de|au moins|quasi|(?:piu|meno) di|almeno|cerca de|(?:mais|menos) de|pelo menos|ongeveer|bijna|(?:meer|minder) dan|minstens|hoogstens|okolo|prawie|ponad|co najmniej) [€£$¥]? ?\d/u

/** Words for what holds for the time being, or is only said. */
const provisional =
  /\b(?:for now|for the moment|for the time being|temporarily|apparently|supposedly|vorerst|vorlaufig|einstweilen|vorubergehend|solange|angeblich|por ahora|de momento|temporalmente|pour l'instant|pour le moment|provisoirement|soi-disant|per ora|per adesso|per il momento|voorlopig|tijdelijk)(?!\p{L})/u

/** An offer is for others, or for later. */
const offers = /\b(?:offers?|deals?|angebote?|ofertas?|offres?|offert[ae]|promo\p{L}*|aanbieding\p{L}*)(?!\p{L})/u

const monthBefore = new Set('in im en em au nel during'.split(' '))
/** True for words about one month: "in June". */
const inMonth = (text: string): boolean => {
  const found = text.match(words) ?? []
  return found.some((word, at) => monthBefore.has(found[at - 1] ?? '') && isCalendar(word))
}

/** A first name may be a word of another language: "Ben's teacher". */
const isOfNamed = ({ clauses, lead }: Statement): boolean => {
  const text = `${lead} ${clauses.join(' ')}`
  const [, name] =
    /(?<!\p{L})(?!(?:It|That|This|He|She|What|There|Here|Let|Who|Where)['\u2019])(\p{Lu}\p{L}+)['\u2019]s \p{Ll}/u.exec(text) ?? []
  return name !== undefined && tokensOf(text).some(({ kind, written }) => kind === 'function' && written === plain(name))
}

const elsewhere =
  /\b(?:(?<=\p{L} )there|elsewhere|dort|druben|anderswo|woanders|nebenan|gegenuber|la-bas|ailleurs|en face|alli|alla|ahi|enfrente|laggiu|altrove|di fronte|daar|ginds|elders|tegenover)(?!\p{L})/u

/** True for words about another place than that of the speaker. */
export const isElsewhere = (words: string): boolean => elsewhere.test(plain(words))

/** Words that say what ought to be, not what is. */
const intended =
  /\b(?:should|ought to|soll(?:en|ten?)?|deberian?|devrai(?:en)?t|dovrebbe(?:ro)?|deveriam?|hoort|powin(?:ien|na|no|ny))(?!\p{L})/u

const words = /[\p{L}\p{N}']+/gu
const days =
  /^(?:today|tonight|tomorrow|yesterday|heute|gestern|diesmal|hoy|ayer|aujourd'hui|demain|hier|oggi|domani|ieri|hoje|amanha|ontem|vandaag|gisteren|dzis|dzisiaj|jutro|wczoraj)$/u
/** Two words that name one stretch of time. */
const stretch =
  /^(?:this (?:time|once|morning|afternoon|evening|week|weekend|month)|next (?:week|weekend|month|year|season)|nachste[snr]? (?:woche|wochenende|monat|jahr)|(?:week|weekend|month|once) only|diese[rsnm]? (?:mal|woche|wochenende|monat|abend)|nur (?:heute|morgen|diese[rsnm]?|nachste[rsnm]?)|est[ae] (?:semana|vez|mes|tarde|noche|noite|manhana)|(?:cette|ce) (?:semaine|fois|mois|matin|soir)|quest[ao] (?:settimana|volta|mese|sera)|(?:deze|dit) (?:week|weekend|keer|maand|avond))$/u
const beginning = new Set(
  'from since starting as effective ab von seit partir desde des depuis da dal dalla vanaf sinds per od until by'.split(' '),
)
/** Most words between one that tells a beginning and the day. */
const beginningMost = 3

/** True where a statement is about one day or one week, and does not say that something begins then. */
const isOnce = ({ clauses, lead, tail }: Statement): boolean => !marksChange(lead) && isOfOneDay(`${lead} ${clauses.join(' ')} ${tail}`)

/** True for words about one day or one week that do not say that something begins then. */
const isOfOneDay = (text: string): boolean => {
  const all = plain(text)
  if (isNow(all) || saysChanged(all)) return false
  const found = all.match(words) ?? []
  return found.some((word, at) => {
    const isDay = days.test(word) || stretch.test(`${word} ${found[at + 1] ?? ''}`)
    return isDay && !found.slice(Math.max(0, at - beginningMost), at).some((before) => beginning.has(before))
  })
}
const denies = ({ clauses }: Statement): boolean => {
  const text = plain(clauses.join(' '))
  return negates(text) || (/\bno\b/u.test(text) && languageOf(text) === 'es')
}

const took =
  /\b(?:took|went|came|ate|drank|saw|bought|spent|ran|gave|flew|drove|visited|arrived|finished|lasted|dauerte|ging|kam|nahm|besuchte|kaufte|zahlte|bezahlte|trafen)\b/u
/** True where words tell what happened: it may happen again otherwise. */
const happened = (text: string): boolean => took.test(text) || pastOf(text).isPast

/** True for what one may do with many things: one is not in the place of another. */
const manyValued =
  /\b(?:likes?|loves?|enjoys?|includes?|knows?|speaks?|mag|mogen|liebt|kennt|spricht|umfasst|enthalt|aime|parle|connait|gusta[n]?|habla|conoce|ama|parla|conosce|gosta|fala|kent|spreekt|houdt)\b/u

/** True for two first names before one surname, and for a form of address in the place of a first name. */
const isOfFamily = (older: Statement, newer: Statement, [old = [], now = []]: ReadonlyArray<ReadonlyArray<string>>): boolean => {
  const [a, b] = [behind(older, old), behind(newer, now)]
  return (a?.capital === true && b?.capital === true && a.key === b.key) || now.every((key) => isAddress(key))
}

const behind = ({ tokens }: Statement, name: ReadonlyArray<string>) => {
  const at = tokens.findIndex(({ key }) => key === name.at(-1))
  return at < 0 ? undefined : tokens[at + 1]
}

const oneOther =
  /\b(?:other(?! (?:hand|words))|another|next door|ander(?:e[rsnm]?)|nebenan|otr[oa]s?|autres?|altr[oaie]|outr[oa]s?|inn[aey])(?!\p{L})/u
/** "The last train", but not "the last week". */
const oneOfSeveral =
  /^\W*(?:(?:the|der|die|das|den|dem|el|la|los|las|le|les|il|lo|i|gli|o|a|os|as|de|het) (old|former|last|next|first|second|alte[rsnm]?|letzte[rsnm]?|nachste[rsnm]?|erste[rsnm]?|zweite[rsnm]?|viej[oa]s?|ultim[oa]s?|proxim[oa]s?|primer[oa]?s?|vieux|vieille|derniere?s?|prochaine?s?|premiere?s?|vecchi[oa]|prossim[oa]|prim[oa]|velh[oa]|primeir[oa]|oude|laatste|volgende|eerste|tweede)) (?!weeks?|months?|years?|times?|days?|things?|news|update|change|woche|monat|jahr|mal|tag|semana|mes|ano|vez|dia|semaine|mois|annee|fois|jour|settimana|mese|anno|volta|giorno|maand|jaar|keer|dag|novedad|nouvelle|novita|hora|heure|ora)\p{L}/u

/** "A gym", "each gym", "their gym": any, or that of others. */
const notThis =
  /^\W*(an?|any|each|every|some|th(?:is|at|ese|ose)|their|your|his|her|eine?|jede[rsnm]?|diese[rsnm]?|deine?|eure?|seine?|ihre?|una?|cada|su|tu|une|chaque|cette|leurs?|votre|uno|ogni|quest[oa]|een|elke|deze|hun|jouw|uma|qualquer) (?!weeks?|months?|years?|time|morning|woche|monat|jahr|mal|semana|mes|ano|vez|semaine|fois|settimana|mese|anno|volta|keer|week|maand|jaar)\p{L}/u

/** True where words tell the thing of a new statement from others of its kind, and those of the older one do not: "the other gym". */
const isOfAnotherThing = (older: Statement, newer: Statement): boolean => {
  const [then, now] = [older.tokens.map(({ written }) => written).join(' '), ownClause(newer)]
  const told = oneOther.exec(now)?.[0] ?? oneOfSeveral.exec(now)?.[1]
  const whose = notThis.exec(now)?.[1]
  // "A" is an article in English alone.
  const isArticle = whose !== 'a' || languageOf(now) === 'en'
  if (whose !== undefined && isArticle && notThis.exec(then)?.[1] !== whose) return true
  return (told !== undefined && !then.includes(told)) || (theirs.test(now) && isOurs(then) && !isOurs(now))
}
const theirs = /\b(?:he|she|they)\b/u
const isOurs = (text: string): boolean => /\b(?:i|we)\b/u.test(text)

/** A statement with those of its opening words that stand in its first clause. */
const ownClause = ({ clauses, lead }: Statement): string =>
  plain(`${lead.replace(/^.*[,.:;，：；]/su, '')} ${clauses.join(' ')}`).replace(/\s+/gu, ' ')

/** True for two things that are told apart by a number: "Room 4 holds …", "Invoice 4711 was …". */
const isOfAnotherNumber = (older: Statement, newer: Statement): boolean => {
  const [a, b] = [ownNumber(older), ownNumber(newer)]
  return a !== undefined && b !== undefined && a !== b
}

/** A number that is the value of what follows: "Port 4397 is where the tracker can be reached". */
const identifies =
  /^\D*\d\P{L}*(?:is|ist|es|est|e)\s+(?:where|when|what|how|wo|wann|was|donde|cuando|lo que|ou|quand|ce que|dove|quando|onde|waar|wanneer)\b/u

/** Returns the number directly behind the first name of a statement that goes on: "Invoice 4711", "The release of Heron 2.5". */
const ownNumber = ({ clauses, tokens, values }: Statement): string | undefined => {
  let at = tokens.findIndex(({ kind }) => kind !== 'function')
  if (tokens[at]?.kind !== 'content') return undefined
  const isNamed = (place: number) => tokens[place]?.kind === 'content' && tokens[place]?.capital === true
  do at++
  while (isNamed(at) || (tokens[at]?.kind === 'function' && isNamed(at + 1)))
  const isNumber = tokens[at]?.key === '<number>' || tokens[at]?.key === '<code>'
  if (identifies.test(plain(clauses.join(' ')))) return undefined
  const goesOn = tokens.slice(at + 1).some(({ key, kind }) => kind === 'content' && !isOwnStem(key))
  return isNumber && goesOn ? values[tokens.slice(0, at).filter(({ kind }) => kind === 'value').length]?.text : undefined
}
