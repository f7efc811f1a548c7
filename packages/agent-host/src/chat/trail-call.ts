/** Reads what was typed after `/trail`. */
import { type HoldingsCall, readHoldings } from './holdings.ts'
import { type ReviewCall, readReview } from './review.ts'
import { readUnlearning, type UnlearningCall } from './unlearning.ts'

export type TrailCall =
  | {
      readonly call: 'used' | 'not-relevant' | 'not-useful' | 'wrong'
      readonly nodes: ReadonlyArray<string>
      /** Undefined without the word `instead`; empty when nothing follows it. */
      readonly instead: ReadonlyArray<string> | undefined
    }
  | { readonly call: 'why'; readonly node: string | undefined }
  | {
      readonly call: 'trust'
      readonly node: string | undefined
      /** True takes the trust back. */
      readonly off: boolean
      readonly rest: ReadonlyArray<string>
    }
  | { readonly call: 'note'; readonly text: string }
  | HoldingsCall
  | ReviewCall
  | UnlearningCall
  | { readonly call: 'off' | 'on' | 'model' | 'status' | 'studio' }
  | { readonly call: 'help' }
  | { readonly call: 'unknown'; readonly word: string }

export const readTrail = (typed: string | undefined): TrailCall => {
  const noted = /^\s*note(?:\s+([\s\S]*))?$/i.exec(typed ?? '')
  if (noted !== null) return { call: 'note', text: (noted[1] ?? '').trim() }
  const held = readHoldings(typed ?? '')
  if (held !== undefined) return held
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
    case 'review':
      return readReview(rest)
    case 'undo':
    case 'unlearn':
      return readUnlearning(call, rest)
    case 'off':
    case 'on':
    case 'model':
    case 'status':
    case 'studio':
    case 'help':
      return { call }
    default:
      return { call: 'unknown', word: first }
  }
}

/** Quotes keep a name with spaces together. Brackets around an id, as models print them, are dropped. */
const wordsOf = (typed: string): ReadonlyArray<string> =>
  (typed.match(/"[^"]*"|[^\s,]+/g) ?? [])
    .map((word) => word.replace(/^"(.*)"$/, '$1').replace(/^\[(.*)\]$/, '$1'))
    .filter((word) => word !== '')
