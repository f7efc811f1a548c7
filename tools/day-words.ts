/**
 * Writes packages/text/src/days/day-words.ts from the Unicode CLDR: how nine languages name months, weekdays and near days.
 *
 * It needs the packages `cldr-dates-full`, `cldr-misc-full` and `cldr-rbnf`, 100 MB that no installation should pay for: install them in an empty folder
 * with `npm install cldr-dates-full@48.2.0 cldr-misc-full@48.2.0 cldr-rbnf@48.2.0`, and give that folder as the argument.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fold, lower } from '../packages/text/src/languages/unicode.ts'

const page = new URL('../packages/text/src/days/day-words.ts', import.meta.url)
const codes = ['en', 'de', 'nl', 'fr', 'es', 'it', 'pt', 'ja', 'zh']
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const offsets = ['-2', '-1', '0', '1', '2']
const numberMost = 12

// biome-ignore lint/suspicious/noExplicitAny: the files of the CLDR have no types.
type Json = any

/** A word as it is compared: folded, in lower case, without the full stop of an abbreviation. */
const plain = (text: string): string =>
  lower(fold(text.replaceAll('’', "'")))
    .replaceAll('.', '')
    .trim()
const distinct = (words: ReadonlyArray<string>): string => [...new Set(words.map(plain).filter((word) => word !== ''))].join('|')

const wordsOf = (folder: string, code: string) => {
  const read = (path: string): Json => JSON.parse(readFileSync(`${folder}/node_modules/${path}`, 'utf8'))
  const fields = read(`cldr-dates-full/main/${code}/dateFields.json`).main[code].dates.fields
  const calendar = read(`cldr-dates-full/main/${code}/ca-gregorian.json`).main[code].dates.calendars.gregorian
  const rules: Json = read(`cldr-rbnf/rbnf/${code}.json`).rbnf.rbnf.SpelloutRules
  const lists = read(`cldr-misc-full/main/${code}/listPatterns.json`).main[code].listPatterns
  const { dateFormats, dateTimeFormats, dayPeriods, days, eras, months } = calendar
  const wide = weekdays.map((key) => namesOf(days, 'wide', key))
  const named = offsets.map((offset) => plain(fields.day[`relative-type-${offset}`] ?? ''))
  const near = [
    secondDay(named, eras, dayPeriods, fields, 0),
    named[1] ?? '',
    named[2] ?? '',
    named[3] ?? '',
    secondDay(named, eras, dayPeriods, fields, 4),
  ]
  const periods = Object.values<string>(dayPeriods['stand-alone'].wide).map(plain)
  const period = (unit: string) => ['-1', '0', '1'].map((offset) => plain(fields[unit][`relative-type-${offset}`])).join('; ')
  return {
    order: dateFormats.short
      .replace(/[^dMy]/g, '')
      .toLowerCase()
      .replace(/(.)\1+/g, '$1'),
    dotted: dateTimeFormats.availableFormats.Md === 'd.M.' ? 'yes' : 'no',
    months: Array.from({ length: 12 }, (_, i) => distinct(namesOf(months, 'wide', String(i + 1)))).join('; '),
    shortMonths: Array.from({ length: 12 }, (_, i) => distinct(namesOf(months, 'abbreviated', String(i + 1)))).join('; '),
    weekdays: wide.map((names) => distinct(names.flatMap((name) => [name, ...spokenAs(name)]))).join('; '),
    shortWeekdays: weekdays.map((key) => distinct(['abbreviated', 'short'].flatMap((width) => namesOf(days, width, key)))).join('; '),
    near: near.join('; '),
    ambiguous: near.filter((one) => periods.includes(one)).join('; '),
    besides: besides(fields, wide),
    weeks: period('week'),
    monthsNear: period('month'),
    ...spans(fields),
    ...joints(fields, calendar, lists),
    numbers: Array.from({ length: numberMost }, (_, i) => distinct(spelled(rules, i + 1))).join('; '),
  }
}

const namesOf = (names: Json, width: string, key: string): ReadonlyArray<string> => [
  names.format[width][key],
  names['stand-alone'][width][key],
]

/** Short forms that stand within the phrases of the CLDR: "周二" for "星期二", "火曜" for "火曜日"; "terça" for "terça-feira". */
const spokenAs = (name: string): ReadonlyArray<string> => {
  if (name.startsWith('星期')) return [`周${name.slice(2)}`]
  if (name.endsWith('曜日')) return [name.slice(0, -1)]
  return name.includes('-') ? [name.slice(0, name.indexOf('-'))] : []
}

/** The phrases for the last, this and the next weekday, with `_` in the place of the weekday. */
const besides = (fields: Json, wide: ReadonlyArray<ReadonlyArray<string>>): string => {
  const of = (offset: string) =>
    weekdays.flatMap((key, i) =>
      (wide[i] ?? []).flatMap((name) => {
        const phrase = plain(fields[key][`relative-type-${offset}`])
        const found = [name, ...spokenAs(name)].map(plain).find((one) => phrase.includes(one))
        return found === undefined ? [] : [phrase.replace(found, '_')]
      }),
    )
  return ['-1', '0', '1'].map((offset) => [...new Set(of(offset))].join('|')).join('; ')
}

/** "3 days ago", "in 3 days": patterns with `#` for the number. */
const spans = (fields: Json) => {
  const patterns = (unit: string, when: 'past' | 'future') =>
    distinct(Object.values<string>(fields[unit][`relativeTime-type-${when}`]).map((one) => one.replace('{0}', '#')))
  const both = (when: 'past' | 'future') => ['day', 'week', 'month'].map((unit) => patterns(unit, when))
  return { ago: both('past').join('; '), ahead: both('future').join('; ') }
}

/**
 * The names of the second day before or after today. Where the CLDR has none it is made of the noun, "before" of the era before Christ or "after" of
 * the afternoon, and the day between; where "before" has two words ("antes de Cristo"), the name made so stands beside that of the CLDR.
 */
const secondDay = (named: ReadonlyArray<string>, eras: Json, dayPeriods: Json, fields: Json, at: 0 | 4): string => {
  const before = plain(eras.eraNames['0']).split(' ').slice(0, -1)
  const after = plain(dayPeriods['stand-alone'].wide.afternoon1 ?? '').replace(plain(dayPeriods['stand-alone'].wide.noon ?? ' '), '')
  const own = named[at] ?? ''
  if (own === '') return [plain(fields.day.displayName), at === 0 ? before[0] : after, named[at === 0 ? 1 : 3]].join(' ')
  return at === 0 && before.length === 2 ? `${own}|${before.join(' ')} ${named[1]}` : own
}

/** The words beside days: "and", "or", those before a time, and those before a month or a stretch of time. */
const joints = (fields: Json, calendar: Json, lists: Json) => {
  const between = (kind: string) => distinct([lists[`listPattern-type-${kind}`]['2'].replace(/\{[01]\}/g, '')])
  const quoted = (pattern: string) => [...pattern.matchAll(/'([^']+)'/g)].map(([, word = '']) => word)
  const { availableFormats } = calendar.dateTimeFormats
  const first = (when: string) => Object.values<string>(fields.month[`relativeTime-type-${when}`]).map((one) => one.split(/\s*\{/)[0] ?? '')
  const within = [
    ...first('future'),
    ...['MMMMW-count-other', 'yw-count-other'].map((key) => quoted(availableFormats[key] ?? '').at(-1) ?? ''),
    fields.week.relativePeriod.split(/\s*\{/)[0].split(' ').at(-1) ?? '',
  ]
  return {
    and: between('standard'),
    or: between('or'),
    at: distinct(Object.values<string>(calendar['dateTimeFormats-atTime'].standard).flatMap(quoted)),
    within: distinct(within.filter((word) => /^\p{Ll}{1,4}$/u.test(word))),
  }
}

/** The spellings of a small number: rules of the rule-based number format, of any gender. */
const spelled = (rules: Json, value: number): ReadonlyArray<string> =>
  Object.keys(rules)
    .filter((set) => /^%spellout-(?:cardinal|numbering)(?!.*(?:financial|verbose|year))/.test(set))
    .flatMap((set) => numberIn(rules, set, value) ?? [])

const numberIn = (rules: Json, set: string, value: number): string | undefined => {
  const own: ReadonlyArray<readonly [string, string]> = rules[set] ?? []
  const rule = own.filter(([base]) => /^\d+$/.test(base) && Number(base) <= value).at(-1)
  if (rule === undefined) return undefined
  const [base, written] = rule
  const body = written.replace(/;$/, '').replaceAll('\u00ad', '')
  const [, other] = /^=(%[^=]+)=$/.exec(body) ?? []
  if (other !== undefined) return numberIn(rules, other, value)
  const rest = value - Number(base)
  const whole = body.replace(/\[([^\]]*)\]/g, (_, part: string) => (rest === 0 ? '' : part))
  const full = whole.replace('→→', () => numberIn(rules, set, rest) ?? '')
  return /[=←→%]/.test(full) || (rest > 0 && !whole.includes('→→')) ? undefined : full
}

const opening = [
  '/**',
  ' * How nine languages name months, weekdays and near days: made by `tools/day-words.ts` from the Unicode CLDR 48.2 (licence Unicode-3.0, © Unicode,',
  ' * Inc.), folded and in lower case.',
  ' *',
  ' * Lists are separated by `; `, and spellings of one thing by `|`. `near` runs from the day before yesterday to the day after tomorrow; `besides`, `weeks`',
  ' * and `monthsNear` from the last to the next; `ago` and `ahead` are days, weeks and months, with `#` for a number; `ambiguous` are near days that name a',
  ' * part of the day, too. `at` stands before a time, `within` before a month or a stretch of time.',
  ' */',
  '',
  'export const dayWords = {',
]

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  process.stderr.write('Give the folder in which cldr-dates-full, cldr-misc-full and cldr-rbnf are installed.\n')
  process.exitCode = 2
} else {
  const quoted = (text: string) => (text.includes("'") ? `"${text}"` : `'${text}'`)
  const lines = codes.flatMap((code) => [
    `  ${code}: {`,
    ...Object.entries(wordsOf(folder, code)).map(([name, value]) => `    ${name}: ${quoted(value)},`),
    '  },',
  ])
  writeFileSync(page, [...opening, ...lines, '} as const', ''].join('\n'))
}
