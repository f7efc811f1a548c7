/** Reads the words behind `/trail`. */
import { plainLine } from '../plain-line.ts'

export type TrailCall =
  | {
      readonly call: 'used' | 'not-relevant' | 'not-useful' | 'wrong'
      readonly nodes: ReadonlyArray<string>
      /** Undefined where nothing was said of it; empty where the word stood there, and nothing behind it. */
      readonly instead: ReadonlyArray<string> | undefined
    }
  | { readonly call: 'why'; readonly node: string | undefined }
  | {
      readonly call: 'trust'
      readonly node: string | undefined
      /** The trust is taken back. */
      readonly off: boolean
      /** Further words, which mean nothing here. */
      readonly rest: ReadonlyArray<string>
    }
  | { readonly call: 'off' | 'on' | 'status' }
  | { readonly call: 'help' }
  | { readonly call: 'unknown'; readonly word: string }

export const readTrail = (typed: string | undefined): TrailCall => {
  const [first = 'help', ...rest] = wordsOf(typed ?? '')
  const call = first.toLowerCase()
  switch (call) {
    case 'used':
    case 'not-relevant':
    case 'not-useful':
    case 'wrong': {
      const at = rest.findIndex((word) => word.toLowerCase() === 'instead')
      return { call, nodes: at === -1 ? rest : rest.slice(0, at), instead: at === -1 ? undefined : rest.slice(at + 1) }
    }
    case 'why':
      return { call, node: rest[0] }
    case 'trust': {
      const [node, word, ...further] = rest
      const off = word?.toLowerCase() === 'off'
      return { call, node, off, rest: off || word === undefined ? further : [word, ...further] }
    }
    case 'off':
    case 'on':
    case 'status':
    case 'help':
      return { call }
    default:
      return { call: 'unknown', word: first }
  }
}

/** An id as it can be typed behind a command. */
export const typed = (id: string): string => (/[\s,[\]]/.test(id) ? `"${plainLine(id)}"` : plainLine(id))

/** Quotes hold a name with spaces together; brackets around an id, as a model reads it, are not part of it. */
const wordsOf = (typed: string): ReadonlyArray<string> =>
  (typed.match(/"[^"]*"|[^\s,]+/g) ?? [])
    .map((word) => word.replace(/^"(.*)"$/, '$1').replace(/^\[(.*)\]$/, '$1'))
    .filter((word) => word !== '')
