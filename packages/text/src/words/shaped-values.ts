/** Finds the values with a shape in a text: dates, times, sums, versions, codes, telephone numbers and numbers. */

import { fold, lower } from '../languages/unicode.ts'

export type Shape = 'date' | 'weekday' | 'time' | 'money' | 'version' | 'code' | 'phone' | 'number' | `number of ${string}`

export interface ShapedValue {
  /** Two values are values of one attribute only if their shapes are equal. */
  readonly shape: Shape
  /** The value in the form in which values are compared. */
  readonly text: string
  /** UTF-16 offsets, end exclusive. */
  readonly from: number
  readonly to: number
}

const months = [
  'jan(?:uary|uar|uari|vier)?|enero|gennaio|janeiro|stycznia',
  'feb(?:ruary|ruar|ruari|rero|braio)?|fevrier|février|fevereiro|lutego',
  'mar(?:ch|zo|s|t|ço)?|märz|maart|marca',
  'apr(?:il|ile)?|abril|avril|kwietnia',
  'may|mai|mayo|mei|maggio|maio|maja',
  'june?|juni|junio|juin|giugno|junho|czerwca',
  'july?|juli|julio|juillet|luglio|julho|lipca',
  'aug(?:ust|ustus)?|agosto|août|sierpnia',
  'sept?(?:ember|iembre|embre|tembre)?|settembre|setembro|września',
  'oct(?:ober|ubre|obre)?|okt(?:ober)?|ottobre|outubro|października',
  'nov(?:ember|iembre|embre|embro)?|listopada',
  'dec(?:ember|embre)?|dez(?:ember|embro)?|diciembre|décembre|dicembre|grudnia',
].join('|')

/** Written with a capital, in lower case, or either. */
const weekdays =
  'weekends?|wochenenden?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)s?|(?:maan|dins|woens|donder|vrij|zater|zon)dag(?:en)?'
/** Languages that write days in lower case: with a capital the word may be a person, as Domingo is. */
const smallWeekdays =
  'lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bados?|domingos?|(?:lun|mar|mercre|jeu|vendre|same)dis?|dimanches?|luned[iì]|marted[iì]|mercoled[iì]|gioved[iì]|venerd[iì]|sabato|domenica|(?:segunda|ter[cç]a|quarta|quinta|sexta)s?-feiras?|poniedzia[lł](?:ek|ki|ku)|wtor(?:ek|ki|ku)|[sś]rod[aęy]|czwart(?:ek|ki|ku)|pi[aą]t(?:ek|ki|ku)|sobot[aęy]|niedziel[aeęi]'

/** Currencies, which make a sum of the number before them: "from May 12 euros" names no day. In lower case. */
const sums = 'euros?(?!\\p{L})|eur(?!\\p{L})|dollars?|pounds?|francs?|[€£$¥元块円]'

/** From the most particular shape to the least: a stretch of text is one value of the first shape that fits. */
const shapes: ReadonlyArray<readonly [shape: Shape, pattern: RegExp]> = [
  [
    'date',
    new RegExp(
      `\\d{1,2}\\.?(?:st|nd|rd|th|º|er)? (?:de |of )?(?:${months})(?!\\p{L})|(?<!\\p{L})(?:${months}) (?:[12]?\\d|3[01])(?:st|nd|rd|th)?(?!\\d|[.,:]\\d| ?(?:${sums}))|\\d{1,2}月\\d{1,2}[日号號]|\\d{4}-\\d{2}-\\d{2}`,
      'giu',
    ),
  ],
  ['weekday', new RegExp(`(?<!\\p{L})(?:${smallWeekdays})(?!\\p{L})`, 'gu')],
  ['weekday', new RegExp(`(?<!\\p{L})(?:${weekdays})(?!\\p{L})|(?:周|星期|礼拜)[一二三四五六日天]`, 'giu')],
  [
    'time',
    /\d{1,2}[:.]\d{2} ?(?:am|pm|uhr|uur|h)(?!\p{L})|(?<!\d)\d{1,2}:\d{2}(?!\d)|\d{1,2}[点點时時]\d{0,2}分?|\d{1,2} ?(?:am|pm|uhr|uur|h)(?!\p{L})/giu,
  ],
  ['money', new RegExp(`[€£$¥] ?\\d(?:[\\d.,]*\\d)?|\\d(?:[\\d.,]*\\d)? ?(?:${sums})`, 'giu')],
  ['version', /(?<![\p{L}\d])v\d+(?:\.\d+)+|(?<![\d.])\d+\.\d+\.\d+(?![\d.])/giu],
  // "Class 3b", but not "5 g".
  ['code', /(?<![\p{L}\d])(?:\p{sc=Latin}+-?\d+|\d{1,2}[a-f])(?![\p{L}\d])|\d{3,}#/giu],
  // "Hall B": the letter, behind a word with a capital.
  ['code', /(?<=(?<![\p{L}\d])\p{Lu}\p{Ll}+ )[B-HJ-Z](?![\p{L}\d'’.])/gu],
  ['phone', /(?<!\d)0\d{1,4}(?:[ -]\d{2,4}){1,4}(?!\d)/g],
  ['number', /\d+(?:[.,]\d+)*/g],
]

/** Words that a number counts. Numbers of different things are never values of one attribute. */
const units = [
  ['minute', 'minutes minuten minutos minuti minutos min'],
  ['hour', 'hours stunden horas heures ore uren'],
  ['day', 'days tage tagen dias jours giorni dagen'],
  ['week', 'weeks wochen semanas semaines settimane weken'],
  ['month', 'months monate monaten meses mois mesi maanden'],
  ['year', 'years jahre jahren anos ans anni jaar'],
  ['weight', 'kg kilo kilos tons tonnen'],
  ['length', 'km metres meters meter metros metri'],
  ['person', 'people persons leute personen personas personnes persone pessoas mensen'],
  ['piece', 'bags items boxes pieces sacke kisten stuck cajas sacos pieces scatole caixas dozen'],
] as const
const unitOf: ReadonlyMap<string, string> = new Map(units.flatMap(([unit, words]) => words.split(' ').map((word) => [word, unit] as const)))

/** Returns the values of a text in its order. They do not overlap. */
export const shapedValues = (text: string): ReadonlyArray<ShapedValue> => {
  const found: Array<ShapedValue> = []
  for (const [shape, pattern] of shapes) {
    for (const { 0: written, index: from } of text.matchAll(pattern)) {
      const to = from + written.length
      if (found.some((other) => from < other.to && to > other.from)) continue
      found.push(shape === 'number' ? numberAt(text, from, to) : { shape, text: comparable(written), from, to })
    }
  }
  return found.sort((a, b) => a.from - b.from)
}

const numberAt = (text: string, from: number, to: number): ShapedValue => {
  const [whole, word] = /^ ?(\p{L}+)/u.exec(text.slice(to)) ?? ['', '']
  const unit = unitOf.get(lower(fold(word ?? '')))
  return unit === undefined
    ? { shape: 'number', text: comparable(text.slice(from, to)), from, to }
    : { shape: `number of ${unit}`, text: comparable(text.slice(from, to)), from, to: to + whole.length }
}

/** A version with and without its `v` is one value, and so is a sum with and without a space. */
const comparable = (written: string): string =>
  lower(fold(written))
    .replace(/\s+/g, ' ')
    .replace(/^v(?=\d)/, '')
    .replace(/^([€£$¥]) /, '$1')
