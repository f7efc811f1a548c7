/** Private keys in PEM and its kin, whole or cut off, over many lines or on one. */
import type { RedactionRule } from './redaction-rule.ts'

const begin = '-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----'
const end = '-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----'

/** What stands between the lines of a key that is quoted, indented or written as a string. */
const between = String.raw`(?:\s|\\{1,2}[nr]|["'\x60+,>|#]){0,40}`
const lineEnd = String.raw`[ \t"'\x60,;]{0,4}(?:[\r\n]|\\{1,2}[nr]|$)`
const header = String.raw`${between}(?:Proc-Type|DEK-Info|Version|Comment|Hash): [^\n\\]{0,200}`

/** Up to the end mark; without one, as far as lines of base64 go, and the short one behind them. */
const cut = [
  `(?:${header}){0,5}`,
  `(?:${between}[A-Za-z0-9+/]{30,}={0,2})*`,
  `(?:${between}(?:[A-Za-z0-9+/]{1,64}={1,2}|[A-Za-z0-9+/]{1,29}(?=${lineEnd})))?`,
].join('')

export const privateKeys: ReadonlyArray<RedactionRule> = [
  {
    kind: 'private-key',
    pattern: new RegExp(`${begin}(?:[^-]*(?:-(?!----)[^-]*)*${end}|${cut})`, 'g'),
    accepts: (block) => /KEY(?: BLOCK)?-----[\s\S]{20}/.test(block),
  },
  { kind: 'private-key', pattern: /Private-Lines: \d{1,4}\s{1,4}(?<secret>(?:[A-Za-z0-9+/]{1,128}={0,2}(?:\s{1,4}|$)){1,400})/g },
  {
    // The key of a wallet, as programs export it: base58.
    kind: 'private-key',
    pattern:
      /(?<![A-Za-z0-9])(?:5[HJK][1-9A-HJ-NP-Za-km-z]{49}|[KL][1-9A-HJ-NP-Za-km-z]{51}|[xyz]prv[1-9A-HJ-NP-Za-km-z]{100,112})(?![A-Za-z0-9])/g,
    accepts: (key) => /\d/.test(key) && /[a-z]/.test(key) && new Set(key).size >= 16,
  },
]
