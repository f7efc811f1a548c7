/** Gives every piece of a command line its place: the options their values, the words their names. */
import type { FlagValue, Malformed, Scalar, WordValue } from './call.ts'
import type { CommandShape, Flag, Positional, Value } from './command-shape.ts'
import { nearest } from './nearest.ts'
import type { Piece } from './split.ts'

interface Assigned {
  readonly words: Readonly<Record<string, WordValue>>
  readonly flags: Readonly<Record<string, FlagValue>>
  /** The first thing that is wrong. */
  readonly malformed: Malformed | undefined
}

/**
 * A value that may be left out (`--host AGENT`) and further values of one option (`--node A B`) are words like the command's own:
 * an option takes them only as long as the command can spare them.
 */
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

/** An agent's name has no space and no slash; a question or a path that has is not one. */
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

/** The text as the declaration wants it. */
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
    const option = Object.keys(flags).find((name) => flags[name]?.meant === true)
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
