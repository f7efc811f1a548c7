/**
 * Cuts a command line into options and words. It knows which options take a value, and nothing of what they mean.
 *
 * Node's parser takes everything with a dash for an option; `-100` and `-0.5` are numbers here. An argument can never hold
 * U+0000, so that character marks a number on its way through.
 */
import { parseArgs } from 'node:util'
import type { Flag } from './command-shape.ts'

export type Piece =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'option'; readonly name: string; readonly typed: string; readonly value: string | undefined; readonly inline: boolean }

const mark = '\0'
const negativeNumber = /^-\.?\d/

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

/** A value that may be left out never takes the next argument by itself: the words of the command come first. */
const optionOf = (flag: Flag) => ({
  type: flag.value === undefined || flag.otherwise !== undefined ? ('boolean' as const) : ('string' as const),
  ...(flag.short === undefined ? {} : { short: flag.short }),
})

const unmarked = (text: string): string => (text.startsWith(mark) ? text.slice(mark.length) : text)
