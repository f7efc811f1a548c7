/** Parses a command line, or says which part of it is malformed. */

import type { Everywhere } from '../settings/settings.ts'
import { assign, type FlagValue, type Malformed, nearest, type Piece, split, type WordValue } from '../shapes/assign.ts'
import { type Flag, globalFlags } from '../shapes/shape.ts'
import { type CommandName, commandNames, isCommand, shapeOf } from './table.ts'

export type Call =
  | {
      readonly ask: 'run'
      readonly command: CommandName
      readonly words: Readonly<Record<string, WordValue>>
      /** Options of the command, without those in `everywhere`. */
      readonly flags: Readonly<Record<string, FlagValue>>
      readonly everywhere: Everywhere
    }
  | { readonly ask: 'help'; readonly command: CommandName | undefined; readonly json: boolean; readonly color: boolean }
  | { readonly ask: 'version'; readonly json: boolean }
  | { readonly ask: 'nothing'; readonly malformed: Malformed; readonly json: boolean }

export type RunCall = Extract<Call, { readonly ask: 'run' }>

export const parseCall = (argv: ReadonlyArray<string>): Call => {
  const pieces = split(argv, everyFlag)
  const has = (name: string) => pieces.some((piece) => piece.kind === 'option' && piece.name === name)
  // This also counts in the place of a value: a caller that writes --json reads JSON, including the complaint about that value.
  const json = argv.slice(0, argv.indexOf('--') === -1 ? argv.length : argv.indexOf('--')).includes('--json')
  if (has('version')) return { ask: 'version', json }
  const at = commandIndex(pieces)
  const word = textAt(pieces, at)
  const helpOn = (command: CommandName | undefined): Call => ({ ask: 'help', command, json, color: !has('no-color') })
  const topic = textAt(pieces, at + 1)
  if (word === 'help' && topic !== undefined) return isCommand(topic) ? helpOn(topic) : unknownCommand(topic, json)
  if (word === 'help' || (word === undefined && (has('help') || argv.length === 0))) return helpOn(undefined)
  if (word === undefined) return nothing('COMMAND', 'no command was named; crabtrail --help lists them', json)
  if (!isCommand(word)) return unknownCommand(word, json)
  if (has('help')) return helpOn(word)
  return understood(word, pieces.toSpliced(at, 1), json)
}

/** All options of all commands, so that an option before its command keeps its value. */
const everyFlag: Readonly<Record<string, Flag>> = Object.assign({}, ...commandNames.map((name) => shapeOf(name).flags), globalFlags)

const textAt = (pieces: ReadonlyArray<Piece>, at: number): string | undefined => {
  const piece = pieces[at]
  return piece?.kind === 'word' ? piece.text : undefined
}

/** Index of the first word, unless the word can only be the agent of a `--host` before it. */
const commandIndex = (pieces: ReadonlyArray<Piece>): number =>
  pieces.findIndex((piece, index) => {
    const before = pieces[index - 1]
    const isAgent = before?.kind === 'option' && before.name === 'host' && !before.inline
    return piece.kind === 'word' && (!isAgent || isCommand(piece.text))
  })

const unknownCommand = (word: string, json: boolean): Call => {
  const meant = nearest(word, commandNames)
  const hint = meant === undefined ? 'crabtrail --help lists the commands' : `did you mean ${meant}?`
  return nothing('COMMAND', `there is no command ${JSON.stringify(word)}; ${hint}`, json)
}

const nothing = (field: string, problem: string, json: boolean): Call => ({ ask: 'nothing', malformed: { field, problem }, json })

const understood = (command: CommandName, pieces: ReadonlyArray<Piece>, json: boolean): Call => {
  const shape = shapeOf(command)
  const { words, flags, malformed } = assign(command, pieces, shape, { ...globalFlags, ...shape.flags })
  if (malformed !== undefined) return { ask: 'nothing', malformed, json }
  const own = Object.fromEntries(Object.entries(flags).filter(([name]) => !Object.hasOwn(globalFlags, name)))
  return { ask: 'run', command, words, flags: own, everywhere: everywhereOf(flags) }
}

const everywhereOf = (flags: Readonly<Record<string, FlagValue>>): Everywhere => {
  const text = (name: string) => {
    const value = flags[name]
    return typeof value === 'string' ? value : undefined
  }
  return {
    json: flags['json'] === true,
    quiet: flags['quiet'] === true,
    color: flags['no-color'] !== true,
    debug: flags['debug'] === true,
    store: text('store'),
    brain: text('brain'),
    host: text('host'),
    embedder: text('embedder'),
    model: text('model'),
    modelMs: text('model-ms'),
  }
}
