/** Finds the values in a message or a memory: numbers, days and names. A correction replaces a value by another of the same kind. */
import { casedWords } from './cased-words.ts'
import { wordsOf } from './wording.ts'

export type ValueKind = 'number' | 'day' | 'name'

const days = [
  'monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december',
  'montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag januar februar marz april juni juli august september oktober november dezember',
  'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag januari februari maart april juni juli augustus september oktober november december',
  'lundi mardi mercredi jeudi vendredi samedi dimanche janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre',
  'lunes martes miercoles jueves viernes sabado domingo enero febrero marzo abril junio julio agosto septiembre octubre noviembre diciembre',
  'lunedi martedi mercoledi giovedi venerdi sabato domenica gennaio febbraio marzo aprile giugno luglio settembre ottobre novembre dicembre',
  'segunda terca quarta quinta sexta sabado domingo janeiro fevereiro marco abril junho julho agosto setembro outubro novembro dezembro',
]
const counted = [
  'two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty hundred thousand',
  'zwei drei vier funf sechs sieben acht neun zehn elf zwolf funfzehn zwanzig dreissig vierzig funfzig sechzig hundert tausend',
  'twee drie vier vijf zes zeven acht negen tien elf twaalf vijftien twintig dertig veertig vijftig zestig honderd duizend',
  'deux trois quatre cinq six sept huit neuf dix onze douze quinze vingt trente quarante cinquante soixante cent mille',
  'dos tres cuatro cinco seis siete ocho nueve diez once doce quince veinte treinta cuarenta cincuenta sesenta cien mil',
  'due tre quattro cinque sei sette otto nove dieci undici dodici quindici venti trenta quaranta cinquanta sessanta cento mille',
  'dois duas tres quatro cinco seis sete oito nove dez onze doze quinze vinte trinta quarenta cinquenta sessenta cem mil',
]
const countedWords: ReadonlySet<string> = new Set(counted.flatMap((line) => wordsOf(line)))
const asianCount = /^[二三四五六七八九十百千万萬两兩]$/u
const dayWords: ReadonlySet<string> = new Set(days.flatMap((line) => wordsOf(line)))
const asianDay = /[曜周週]/u
const number = /\p{N}/u

/** Maps each word of `text` that is a value to its kind. A capital at the beginning of a sentence does not make a name. */
export const valuesIn = (text: string): ReadonlyMap<string, ValueKind> => {
  const values = new Map<string, ValueKind>()
  for (const word of wordsOf(text)) {
    if (number.test(word) || countedWords.has(word) || asianCount.test(word)) values.set(word, 'number')
    else if (dayWords.has(word) || asianDay.test(word)) values.set(word, 'day')
  }
  for (const { begins, capital, word } of casedWords(text)) {
    if (!capital || begins) continue
    for (const one of wordsOf(word)) if (!values.has(one)) values.set(one, 'name')
  }
  return values
}
