/** Keys with an issuer's prefix that were broken over lines: by a mail program, by a quotation, by a backslash in a shell. */
import { issuedKeys } from './issued-keys.ts'
import { isWordy } from './plausible-secret.ts'

export interface SplitKey {
  readonly start: number
  readonly end: number
  readonly kind: string
}

const prefixes =
  /(?<![A-Za-z0-9])(?:sk-|[sr]k_|gh[pousr]_|github_pat_|gl(?:pat|dt|rt)-|xox[abeoprs]-|xapp-|eyJ|AIza|ya29\.|npm_|pypi-|hf_|SG\.|do[opr]_v1_|shp(?:at|ca|pa|ss)_|gsk_|xai-|pplx-|r8_|nvapi-|tvly-|lin_|ntn_|dapi|sb[ps]_|hv[sbr]\.|sntry[su]_|gls?[ac]_|ATATT|PMAK-|tskey-|figd_|nfp_|AGE-SECRET|dckr_|pscale_|rubygems_|NRAK-|pul-|dp\.|AK[I]A)/g
const body = /[A-Za-z0-9_.~+/=-]{4,4096}/y
const lineBreak = /\\?[ \t]{0,4}\r?\n[ \t>|#]{0,12}/y
const mostLines = 12
const shortestPiece = 6

/** In rising order. A piece on a line of its own belongs to the key if the key is not whole without it, or if it reads like no word. */
export const splitKeys = (text: string): ReadonlyArray<SplitKey> => {
  const spans: Array<SplitKey> = []
  if (!text.includes('\n')) return spans
  for (const { index } of text.matchAll(prefixes)) {
    if (index < (spans.at(-1)?.end ?? 0)) continue
    const key = joined(text, index)
    const kind = key === undefined ? undefined : kindOf(key.text)
    if (key !== undefined && kind !== undefined) spans.push({ start: index, end: key.end, kind })
  }
  return spans
}

/** Undefined where nothing goes on behind the first line. */
const joined = (text: string, start: number): { readonly text: string; readonly end: number } | undefined => {
  const first = match(body, text, start)
  if (first === undefined) return undefined
  let whole = first
  let end = start + first.length
  for (let lines = 1; lines < mostLines; lines += 1) {
    const gap = match(lineBreak, text, end)
    const piece = gap === undefined ? undefined : match(body, text, end + gap.length)
    if (gap === undefined || piece === undefined || !goesOn(text, end + gap.length + piece.length)) break
    const isWhole = kindOf(whole) !== undefined
    if (!gap.startsWith('\\') && (isWhole || kindOf(whole + piece) === undefined) && !isRandom(piece)) break
    whole += piece
    end += gap.length + piece.length
  }
  return whole === first ? undefined : { text: whole, end }
}

const match = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

/** True where a piece ends like a part of a key: at the end of its line or at the end of a quotation. */
const goesOn = (text: string, at: number): boolean => /^[ \t]*(?:\\?[ \t]*\r?\n|["'`,;)]|$)/.test(text.slice(at, at + 8))

const isRandom = (piece: string): boolean =>
  piece.length >= shortestPiece && /\d/.test(piece) && /[A-Z]/.test(piece) && /[a-z]/.test(piece) && !isWordy(piece)

/** Compiled once: they are asked of every line that a key may go on in. */
const wholeKeys = issuedKeys.map(({ accepts, kind, pattern }) => ({ accepts, kind, pattern: new RegExp(`^(?:${pattern.source})$`) }))

const kindOf = (key: string): string | undefined =>
  wholeKeys.find(({ accepts, pattern }) => pattern.test(key) && accepts?.(key) !== false)?.kind
