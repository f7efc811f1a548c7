/** Splits a command line into options and words, and assigns them to the options and arguments of the command. */

import { parseArgs } from 'node:util'
import type { CommandShape, Flag, Positional, Value } from './shape.ts'

/** Finds the candidate with the fewest slips; on a tie the earlier one, and undefined if all are too far away. */
export const nearest = (word: string, candidates: ReadonlyArray<string>): string | undefined => {
  const known = candidates.map((candidate) => ({ candidate, slips: slipsBetween(word.toLowerCase(), candidate.toLowerCase()) }))
  const best = known.reduce<(typeof known)[number] | undefined>((a, b) => (a === undefined || b.slips < a.slips ? b : a), undefined)
  if (best === undefined) return undefined
  const begins = word.length >= 3 ? candidates.find((candidate) => candidate.startsWith(word)) : undefined
  return best.slips <= Math.min(2, Math.ceil(word.length / 3)) ? best.candidate : begins
}

/** Counts the letters put in, left out, changed or swapped with their neighbour. */
const slipsBetween = (a: string, b: string): number => {
  let before: ReadonlyArray<number> = []
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const here = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      const least = Math.min(cell(above, column) + 1, cell(here, column - 1) + 1, cell(above, column - 1) + (same ? 0 : 1))
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      here.push(swapped ? Math.min(least, cell(before, column - 2) + 1) : least)
    }
    before = above
    above = here
  }
  return cell(above, b.length)
}

const cell = (row: ReadonlyArray<number>, column: number): number => row[column] ?? Number.POSITIVE_INFINITY

export type Scalar = string | number

export type FlagValue = true | Scalar | ReadonlyArray<Scalar>

export type WordValue = Scalar | ReadonlyArray<Scalar> | undefined

/** The first mistake of a call: the part, what is wrong with it, and what to do. */
export interface Malformed {
  readonly field: string
  readonly problem: string
}

export type Piece =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'option'; readonly name: string; readonly typed: string; readonly value: string | undefined; readonly inline: boolean }

/** Marks a number with a minus sign. An argument cannot hold U+0000. */
const mark = '\0'

const negativeNumber = /^-\.?\d/

/** Node's parser would take `-100` and `-0.5` for options, so numbers are marked before it sees them. */
export const split = (argv: ReadonlyArray<string>, flags: Readonly<Record<string, Flag>>): ReadonlyArray<Piece> => {
  const { tokens } = parseArgs({
    args: argv.map((one) => (negativeNumber.test(one) ? mark + one : one)),
    options: Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, optionOf(flag)])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  return tokens.flatMap((token): ReadonlyArray<Piece> => {
    if (token.kind === 'positional') return [{ kind: 'word', text: unmarked(token.value) }]
    if (token.kind !== 'option') return []
    const value = token.value === undefined ? undefined : unmarked(token.value)
    return [{ kind: 'option', name: token.name, typed: token.rawName, value, inline: token.inlineValue === true }]
  })
}

/** Describes an option to Node's parser. A value that may be left out takes no next argument by itself: the command's words come first. */
const optionOf = (flag: Flag) => ({
  type: flag.value === undefined || flag.otherwise !== undefined ? ('boolean' as const) : ('string' as const),
  ...(flag.short === undefined ? {} : { short: flag.short }),
})

const unmarked = (text: string): string => (text.startsWith(mark) ? text.slice(mark.length) : text)

interface Assigned {
  readonly words: Readonly<Record<string, WordValue>>
  readonly flags: Readonly<Record<string, FlagValue>>
  readonly malformed: Malformed | undefined
}

/** An option takes words as its value that may be left out, or as further values, only as long as the command can spare them. */
export const assign = (
  command: string,
  pieces: ReadonlyArray<Piece>,
  shape: CommandShape,
  known: Readonly<Record<string, Flag>>,
): Assigned => {
  const complaints: Malformed[] = []
  const flags: Record<string, FlagValue> = {}
  const least = shape.positionals.filter((one) => one.optional !== true).length
  const most = shape.positionals.some((one) => one.many) ? Number.POSITIVE_INFINITY : shape.positionals.length
  const words: string[] = []
  let left = pieces.filter((piece) => piece.kind === 'word').length
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at]
    if (piece?.kind === 'word') words.push(piece.text)
    if (piece?.kind !== 'option') continue
    const flag = Object.hasOwn(known, piece.name) ? known[piece.name] : undefined
    if (flag === undefined) complaints.push(unknownOption(command, piece.typed, known))
    else if (flag.value === undefined) flags[piece.name] = switched(piece, complaints)
    else {
      const taken: string[] = []
      const spare = () => (flag.otherwise !== undefined ? taken.length === 0 && left > least : flag.many === true && left > most)
      if (piece.value !== undefined) taken.push(piece.value)
      for (let next = pieces[at + 1]; next?.kind === 'word' && fits(next.text, flag) && spare(); next = pieces[at + 1]) {
        taken.push(next.text)
        left--
        at++
      }
      flags[piece.name] = optionValue(piece, flag, taken, flags[piece.name], complaints)
    }
  }
  const lacking = Object.keys(known).find((name) => known[name]?.required === true && flags[name] === undefined)
  if (lacking !== undefined)
    complaints.push({ field: `--${lacking}`, problem: `${command} needs it; crabtrail ${command} --help shows how` })
  return { words: named(command, words, shape, complaints), flags, malformed: complaints[0] }
}

/** True if the word can be the value of the option. An agent's name has no space and no slash, unlike a question or a path. */
const fits = (word: string, flag: Flag): boolean => flag.otherwise === undefined || /^[^\s/]+$/.test(word)

const unknownOption = (command: string, typed: string, known: Readonly<Record<string, Flag>>): Malformed => {
  const meant = nearest(
    typed,
    Object.keys(known).map((name) => `--${name}`),
  )
  const hint = meant === undefined ? `crabtrail ${command} --help lists what it takes` : `did you mean ${meant}?`
  return { field: typed, problem: `${command} has no such option; ${hint}` }
}

type Option = Extract<Piece, { readonly kind: 'option' }>

const switched = (piece: Option, complaints: Malformed[]): true => {
  if (piece.inline) complaints.push({ field: `--${piece.name}`, problem: 'it is a switch and takes no value' })
  return true
}

const optionValue = (
  piece: Option,
  flag: Flag,
  taken: ReadonlyArray<string>,
  before: FlagValue | undefined,
  complaints: Malformed[],
): FlagValue => {
  const field = `--${piece.name}`
  const values = taken.length === 0 && flag.otherwise !== undefined ? [flag.otherwise] : taken
  const [first] = values
  const isOption = !piece.inline && piece.value !== undefined && /^-[^\d.]/.test(piece.value)
  if (first === undefined || first === '' || isOption) {
    const also = isOption ? `; write ${field}=${first} if that is meant` : ''
    complaints.push({ field, problem: `it needs a value, ${field} ${flag.value}${also}` })
    return ''
  }
  const read = values.map((value) => scalar(field, value, flag, complaints))
  return flag.many === true ? [...(Array.isArray(before) ? before : []), ...read] : (read.at(-1) ?? '')
}

const scalar = (field: string, text: string, value: Value, complaints: Malformed[]): Scalar => {
  if (value.choices !== undefined && !value.choices.includes(text)) {
    const meant = nearest(text, value.choices)
    const hint =
      meant === undefined ? `it is one of ${value.choices.join(', ')}` : `did you mean ${meant}? It is one of ${value.choices.join(', ')}`
    complaints.push({ field, problem: `${JSON.stringify(text)} is not known; ${hint}` })
  }
  if (value.number === undefined) return text
  const number = Number(text)
  const wellFormed = value.number === 'whole' ? /^\d+$/ : /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
  if (!wellFormed.test(text) || !Number.isFinite(number) || (value.number === 'whole' && !Number.isSafeInteger(number))) {
    const wanted = value.number === 'whole' ? 'a whole number, 0 or more' : 'a number like 0.6 or -0.25'
    complaints.push({ field, problem: `${JSON.stringify(text)} is not ${wanted}` })
  }
  return number
}

const named = (
  command: string,
  words: ReadonlyArray<string>,
  { flags, positionals }: CommandShape,
  complaints: Malformed[],
): Readonly<Record<string, WordValue>> => {
  const surplus = words[positionals.length]
  if (surplus !== undefined && !positionals.some((one) => one.many)) {
    const takes = positionals.length === 0 ? 'no argument' : positionals.map((one) => one.name).join(' ')
    const names = Object.keys(flags)
    const option = names.find((name) => flags[name]?.form?.test(surplus)) ?? names.find((name) => flags[name]?.meant === true)
    const quotes = words.length > 2 && positionals.length === 1 ? '; put what belongs together in quotes' : ''
    const hint = option === undefined ? quotes : `; did you mean --${option} ${surplus}?`
    complaints.push({ field: 'arguments', problem: `${command} takes ${takes}, and ${JSON.stringify(surplus)} is too much${hint}` })
  }
  const missing = positionals.find((one, index) => one.optional !== true && words[index] === undefined)
  if (missing !== undefined) {
    complaints.push({ field: missing.name, problem: `it is missing; crabtrail ${command} --help shows how it is called` })
    return {}
  }
  const read = (word: string, one: Positional) => scalar(one.name, word, one, complaints)
  const entries = positionals.map((one, index): readonly [string, WordValue] => {
    const word = words[index]
    if (one.many === true) return [one.name.toLowerCase(), words.slice(index).map((each) => read(each, one))]
    return [one.name.toLowerCase(), word === undefined ? undefined : read(word, one)]
  })
  return Object.fromEntries(entries)
}
