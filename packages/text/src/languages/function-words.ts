/**
 * Words that do not tell the subject of a text, by language: articles, pronouns, prepositions, auxiliaries, interrogatives, and words of talk.
 *
 * The lists of function words are those of `@orama/stopwords`, most of them from Snowball. Missing words are added, interrogatives above all.
 * Words that people ask about are removed. All words are folded and in lower case.
 */

import { stopwords as dutch } from '@orama/stopwords/dutch'
import { stopwords as french } from '@orama/stopwords/french'
import { stopwords as german } from '@orama/stopwords/german'
import { stopwords as italian } from '@orama/stopwords/italian'
import { stopwords as japanese } from '@orama/stopwords/japanese'
import { stopwords as chinese } from '@orama/stopwords/mandarin'
import { stopwords as portuguese } from '@orama/stopwords/portuguese'
import { stopwords as spanish } from '@orama/stopwords/spanish'
import { fold, lower } from './unicode.ts'

/** The languages whose inflections and function words are known. English is first: it is the default if no language is detected. */
export const languages = ['en', 'de', 'nl', 'fr', 'es', 'it', 'pt'] as const

export type Language = (typeof languages)[number]

/** Expects `word` folded, in lower case and unstemmed. */
export const isFunctionWord = (word: string, language: Language): boolean => functionWords[language].has(word)

/** True for a word that only asks: "please", "tell", "need". The index holds such words, but they do not make two questions similar. */
export const isAskingWord = (word: string, language: Language): boolean => askingWords[language].has(word)

export const functionWordsOf = (language: Language): ReadonlyArray<string> => [...functionWords[language]]

/** Returns the languages in which `word` is a function word, as indexes into `languages`. */
export const languagesOfFunctionWord = (word: string): ReadonlyArray<number> => places.get(word) ?? none

/** True for a word that is a sign of English but not an English function word, so the index holds it. */
export const isEnglishToo = (word: string): boolean => englishCourtesy.has(word) || englishElsewhere.has(word)

/** True for a function word of any language and for English courtesy words. Used to compare the wording of texts in any language. */
export const isFunctionWordAnywhere = (word: string): boolean => anywhere.has(word)

/** True for a function word of any language and for a word of {@link isEnglishToo}. No other word says anything of the language of a text. */
export const tellsLanguage = (word: string): boolean => telling.has(word)

/** True for an English preposition. */
export const isPreposition = (word: string): boolean => prepositions.has(word)

/** True for an English article, demonstrative or possessive: a noun stands behind it. */
export const isDeterminer = (word: string): boolean => determiners.has(word)

/** True for an English word that begins a question. */
export const isInterrogative = (word: string): boolean => interrogatives.has(word)

type Words = ReadonlySet<string>

const wordSet = (...lists: ReadonlyArray<string | ReadonlyArray<string>>): Words =>
  new Set(lists.flatMap((list) => (typeof list === 'string' ? list.split(' ') : list)).map((word) => lower(fold(word))))

const prepositions = wordSet('of in on at to for from by with about into')
const determiners = wordSet('a an the this that these those my your his its our their')
const interrogatives = wordSet('what which who whom whose when where why how')

/** Kept short, because each added word would change the scores of English texts. */
const english = wordSet(
  [...determiners, ...prepositions, ...interrogatives],
  'i you he she it we they me her and or not no so if then than as there',
  'is are was were be been do does did has have had can could would should will',
  // Parts after an apostrophe: "it's", "don't".
  's t',
)

/** English words of courtesy and connection. They are a sign of English, and no evidence when two texts are compared. */
const englishCourtesy = wordSet(
  'please thank thanks sure certainly absolutely welcome glad happy hope feel free let lets know anything something everything else further help assist need',
  'want like also just very really more most other any all each some such only same too below above following follow example make using use used get here first next finally',
)

/** English words that are mostly function words of another language too. They also vote for English, so alone they do not indicate the other. */
const englishElsewhere = wordSet(
  'am may might must shall ai per over non via ad ci all die den war man hat son come sea she see fin on sole sous pour comment main bin des les tout era sin tan solo ten van dos con mas even com car met dice font ins plus li los meme memes men okay ca os col dir sans al fa cos favor door todo op ton ed bent fare fur mayor sa ga',
)

const without = (words: ReadonlyArray<string>, content: string): ReadonlyArray<string> => {
  const kept = wordSet(content)
  return words.filter((word) => !kept.has(lower(fold(word))))
}

const functionWords: Readonly<Record<Language, Words>> = {
  en: english,
  de: wordSet(
    without(german, 'weg'),
    'wer wen wem wessen wann wohin woher warum wieso weshalb womit wofür woran worauf worin worüber wozu welch wieviel wieviele',
    'dass als beim hatten hätte hätten hast habt haben gehabt sei seid wärst wäre wären worden wurde wurden würdest werdet geworden darf dürfen durfte dürfte',
    'kannst könnt konnte konnten könnten mag möchte möchten mögen müssen müsst müsste sollen sollst sollten willst wollt lassen lässt',
    'bitte mal gibt gab es denn eigentlich ja nein okay viele vielen wenig mehr schon bereits immer eben halt etwa ans aufs fürs ins übers unters vors seit',
    'unsere unserem unseren unserer unseres deren dran drin daran darauf darin darüber dafür dagegen daher dahin damals danach davon davor wobei wodurch',
    'habs ists gehts tun tut tue tat getan macht mache',
  ),
  nl: wordSet(
    dutch,
    'wanneer waar waarom waarheen waarmee waarvoor waarop waarin waaraan welk welke wiens hoeveel hoezo',
    'we wij jij jullie jouw hen onze ben bent zit zat mocht mogen mag moeten moest moesten zullen zou zouden wilt willen wilde wilden kun kunt konden hadden hebt heeft gehad worden werden geworden',
    'binnen boven onder achter naast tussen tijdens sinds volgens per vanaf deze dit die tot ter ten wel niet nooit altijd ook alsjeblieft graag even eens gewoon eigenlijk laat laten gaan gaat ga',
  ),
  fr: wordSet(
    french,
    'quand comment pourquoi où combien lequel laquelle lesquels lesquelles quoi dont donc puisque lorsque si ni or mais car',
    'sous chez vers entre depuis pendant avant après contre hors selon jusque jusqu afin plus moins très trop peu aussi alors ainsi encore toujours déjà jamais tout tous toute toutes',
    'cela ça ci là celui celle ceux celles cet cette leurs leur lui eux elles soi on y en rien aucun aucune chaque plusieurs quelque quelques autre autres même mêmes',
    'faire fait fais font faut falloir peut peux peuvent pouvoir pouvons pouvez puis puisse doit dois doivent devoir devons devez veut veux veulent vouloir va vais vas vont aller allons allez',
    'vont quelqu lorsqu puisqu aujourd merci plaît svp',
  ),
  es: wordSet(
    without(
      spanish,
      'acuerdo agregó afirmó aseguró añadió comentó conocer cosas cuenta dia dias día días ejemplo emplean emplear empleas empleo empleais ampleamos diferente diferentes existe existen explicó expresó final general horas indicó informó informo largo llegó lleva llevar lugar manifestó medio mencionó momento noche nueva nuevas nuevo nuevos pais paìs partir pasada pasado posible propósito raras realizado realizar realizó repente señaló supuesto tarde temprano tiempo total trabaja trabajais trabajamos trabajan trabajar trabajas trabajo tercera tras trata usa usais usamos usan usar usas uso valor verdad verdadera verdadero igual junto gueno fin bajo estado estados cinco cuatro dos tres seis siete ocho nueve primer primera primero primeros segunda segundo respecto parte partes principalmente hoy ayer antaño lejos peor mejor b c d f g h j k l m n p q r s t v w x z',
    ),
    'adónde dónde cuánto cuántos cuánta cuántas qué quién quiénes cuál cuáles cuándo cómo porqué conmigo contigo les nuestro vuestra favor',
  ),
  it: wordSet(
    italian,
    'cosa quando quali quanta perche dunque quindi oppure però né mentre dopo prima ancora già mai sempre molto molti molta molte poco pochi ogni qualche qualcuno alcuni alcune',
    'entro presso verso senza sotto sopra dentro fuori intorno posso puoi può possiamo potete possono potere devo devi deve dobbiamo dovete devono dovere voglio vuoi vuole vogliamo volete vogliono',
    'va vanno vado vai andiamo fa fare fatto viene vengono ecco nessuno stesso stessa stessi stesse altro altri altra altre così',
    'gia fra d un all dell nell sull dall quell quest com cos dov',
  ),
  pt: wordSet(
    portuguese,
    'onde aonde porquê porque quanto quantos quanta quantas quais cujo cuja então pois nem sob sobre desde durante após contra perante cada outro outra outros outras todo toda todos todas tudo',
    'algum alguma alguns algumas nenhum nenhuma nada alguém ninguém aqui ali lá agora ainda sempre nunca tão bem assim posso pode podemos podem poder devo deve devemos devem dever',
    'quero quer queremos querem vai vão vou vamos ir ser estar ter haver faz fazer faço dum duma deste desta destes destas desse dessa neste nesta nestes nestas nesse nessa daquele daquela há favor',
  ),
}

const askingWords: Readonly<Record<Language, Words>> = {
  en: wordSet(
    'please thank thanks need needs want wants like help let lets know tell show say explain may might must shall am being any some also just very really too only own same again still wonder me hello hi hey ok okay',
  ),
  de: wordSet(
    'brauche brauchst braucht brauchen hilfe hilf hilfst helfen sag sage sagst sagen zeig zeige zeigen erklär erkläre erklären weiß weißt wissen danke gern gerne würd hallo hi nochmal',
  ),
  nl: wordSet('nodig hulp help helpen zeg zeggen vertel vertellen leg uitleggen weet weten bedankt dank graag alsjeblieft hallo toon'),
  fr: wordSet(
    'besoin aide aider aidez dis dites dire montre montrez explique expliquez sais sait savoir merci bonjour salut voudrais aimerais moi',
  ),
  es: wordSet(
    'necesito necesitas necesita ayuda ayúdame ayudar di dime decir dígame muéstrame explica explícame quisiera gracias hola sabes sabe saber favor',
  ),
  it: wordSet('bisogno aiuto aiutami aiutare dimmi dire mostrami spiegami spiega so sai sapere grazie ciao vorrei favore'),
  pt: wordSet(
    'preciso precisa ajuda ajude ajudar diz dizer diga mostra mostre explica explique sabes sabe saber gostaria obrigado obrigada olá favor',
  ),
}

const none: ReadonlyArray<number> = []

const places: ReadonlyMap<string, ReadonlyArray<number>> = (() => {
  const found = new Map<string, ReadonlyArray<number>>()
  for (const [place, language] of languages.entries())
    for (const word of functionWords[language]) found.set(word, [...(found.get(word) ?? []), place])
  return found
})()

/* One set for each question that is asked of every word of a text. */

const anywhere: Words = new Set([...places.keys(), ...englishCourtesy])
const telling: Words = new Set([...anywhere, ...englishElsewhere])

/* Words of talk, in several languages at once. */

/** Words that join a question to what was said before. */
export const joiningWords = wordSet('and but und aber et mais y e pero en maar ed ma mas')

/** Interrogatives that ask for a particular: a time, a place, a person, a reason, a number or one of several. */
export const particularWords = wordSet(
  'when where why who whom whose which wann wo woher wohin wer wem wen wessen warum wieso weshalb welche welcher welches quand ou pourquoi qui combien lequel laquelle cuando donde quien quienes por cuanto cuantos cual wanneer waar wie waarom hoeveel welke quando dove dov chi perche quanto quanti quale onde quem quantos qual',
)

/** Pronouns of the second person, and forms of "to be" that stand for one. */
export const addressingWords = wordSet(
  'you your yours du dir dich dein deine euch euer toi tu te vous votre usted ustedes eres estas ti jij je jou jouw jullie sei stai voi voce voces',
)

/** Negations and contrasts, which reverse the meaning of a sentence. */
export const negations = wordSet(
  'no not never none kein keine keinen nicht nie niet nooit geen ne pas jamais rien non mai niente nunca jamas nada nao nem',
)

/** Words by which a note reports that something was said, whoever said it. */
export const reportingWords = wordSet(
  'user owner human note notes noted says said told asked prefers wants remember nutzer benutzer nutzerin notiz merken gesagt utilisateur utilisatrice note dit usuario usuaria nota dijo utente detto gebruiker notitie zei usuario disse',
)

/** Lower-case words that occur inside names: "Bank of England", "Ludwig van Beethoven". */
export const nameConnectors = wordSet('of the de la le du des del di da von van der den el al y e and in on at to for with a an')
/** Connectors that may also separate two names. */
export const nameDividers = wordSet('and in for at on to')

/*
 * Chinese and Japanese function words, and the characters of a run that they cover.
 *
 * The words are those of `@orama/stopwords` that have several characters, and question words that its lists lack. A single character can be
 * a particle or a part of another word. So a question loses a pair of characters only if both are covered.
 */

/** Chinese particles and function words of one character, like "of" and "is" in English. */
export const chineseParticles: ReadonlySet<string> = new Set(
  '的了是在我不有和就都也你他她它们們这這那個个吗嗎呢吧与與及或之而把被对對从從到为為以于於會会要可能请請',
)

const japaneseParticles: ReadonlySet<string> = new Set('はがをにでとものへやかねよ')

/** Words of the lists that are removed, because people ask about them. */
const asked = new Set('结果 全体 全部 本地 本人 首先 万一 分别 区 年 月 日'.split(' '))

const several = new Set(
  [
    ...chinese,
    ...japanese,
    ...'怎么办 是不是 有没有 能不能 可不可以 要不要 什么时候 请问 告诉 告诉我 帮我 一下 多久 多长 哪一 为何 谁的 需要 应该 什麼 什麼時候 怎麼 怎麼樣 為什麼 哪裡 哪些 我們 你們 他們 這個 那個 這些 那些 可以 有沒有 應該 幾個 几个'.split(
      ' ',
    ),
    ...'いつ どう どうやって どうして どうすれば なぜ どれ どちら どんな いくつ いくら だれが ですか ますか でしょうか ましたか ました ません ください してください する します した して している しています しました すれば すると できますか たい たいです なければ ならない について ついて という とは のは のが のを のに には では から まで'.split(
      ' ',
    ),
  ].filter((word) => [...word].length > 1 && !asked.has(word)),
)

const longest = Math.max(...[...several].map((word) => [...word].length))

/** Returns for each character of a run whether it belongs to a function word. Longer words are matched first. */
export const coveredByFunctionWords = (characters: ReadonlyArray<string>): ReadonlyArray<boolean> => {
  const covered = characters.map((one) => chineseParticles.has(one) || japaneseParticles.has(one))
  for (let from = 0; from < characters.length; ) {
    const length = lengthOfWordAt(characters, from)
    covered.fill(true, from, from + length)
    from += Math.max(1, length)
  }
  return covered
}

const lengthOfWordAt = (characters: ReadonlyArray<string>, from: number): number => {
  for (let length = Math.min(longest, characters.length - from); length > 1; length--) {
    if (several.has(characters.slice(from, from + length).join(''))) return length
  }
  return 0
}
