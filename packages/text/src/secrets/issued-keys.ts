/** Keys that are recognised by their own shape, wherever they stand: provider keys, webhooks, private keys, and provider keys that were broken over lines. */
import { isWordy } from './plausible-secret.ts'
import { type RedactionRule, ruleOf, type SecretSpan } from './redaction-rule.ts'

/**
 * Makes the rule of a key of letters, digits, `_` and `-` with the prefix of its issuer.
 *
 * The key may follow a name and `_` or `-`. A letter or digit right before the prefix makes it part of a word, which does not match.
 */
const issued = (kind: string, shape: string, end = ''): RedactionRule =>
  ruleOf(kind, new RegExp(`(?<![A-Za-z0-9])(?:${escapable(shape)})${end}`, 'g'), hasVariety)

/** Makes the rule of a key of letters and digits alone: no letter or digit may follow it. */
const issuedPlain = (kind: string, shape: string): RedactionRule => issued(kind, shape, '(?![A-Za-z0-9])')

/** Allows a backslash before each `_` outside character classes, as programs that write Markdown put it there. */
const escapable = (shape: string): string => shape.replace(/\[[^\]]*\]|\(\?<[^)]*\)|_/g, (part) => (part === '_' ? String.raw`\\?_` : part))

/** False for placeholders such as `sk-xxxxxxxx` and for hyphenated words behind the same prefix. */
const hasVariety = (key: string): boolean => {
  const body = key.slice(4)
  return new Set(body).size >= 8 && (/\d/.test(body) || /[a-z][A-Z][A-Za-z]{0,200}[a-z][A-Z]/.test(body)) && !isWordy(body)
}

export const issuedKeys: ReadonlyArray<RedactionRule> = [
  issued('anthropic-key', 'sk-ant-[A-Za-z0-9_-]{16,}'),
  issued('openai-key', 'sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{16,}'),
  // OpenRouter, DeepSeek, Langfuse and others share this prefix. It is also a language code in file names, so a key that follows a name must
  // be long and in one piece.
  issued('api-key', '(?<![_-])sk-[A-Za-z0-9_-]{20,}|sk-(?:[a-z]{2,4}-(?:v1-)?)?[A-Za-z0-9]{32,}'),
  issued('google-key', 'AIza[A-Za-z0-9_-]{30,}|GOCSPX-[A-Za-z0-9_-]{20,}|ya29[.][A-Za-z0-9_-]{20,}'),
  issuedPlain('github-token', 'gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,}'),
  issued('gitlab-token', 'gl(?:pat|dt|rt|ptt|cbt|oas|soat|ft|imt|agent)-[A-Za-z0-9_-]{20,}'),
  issued('slack-token', 'xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-[A-Za-z0-9-]{20,}'),
  issuedPlain('stripe-key', '[sr]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/]{24,}'),
  issuedPlain('npm-token', 'npm_[A-Za-z0-9]{30,}'),
  issued('pypi-token', 'pypi-[A-Za-z0-9_-]{50,}'),
  issuedPlain('hugging-face-token', 'hf_[A-Za-z0-9]{30,}'),
  issued('sendgrid-key', 'SG[.][A-Za-z0-9_-]{16,64}[.][A-Za-z0-9_-]{16,}'),
  issuedPlain('twilio-key', 'SK[0-9a-f]{32}'),
  issuedPlain('mailgun-key', 'key-[0-9a-f]{32}'),
  issuedPlain('mailchimp-key', '[0-9a-f]{32}-us[0-9]{1,2}'),
  issuedPlain('digitalocean-token', 'do[opr]_v1_[0-9a-f]{40,}'),
  issuedPlain('shopify-token', 'shp(?:at|ca|pa|ss)_[A-Za-z0-9]{30,}'),
  issued('1password-token', 'ops_eyJ[A-Za-z0-9_=-]{30,}'),
  issuedPlain('alibaba-key', 'LTAI[A-Za-z0-9]{16,24}'),
  issuedPlain('tencent-key', 'AKID[A-Za-z0-9]{32}'),
  issued('fly-token', 'fm[12]_[A-Za-z0-9+/=_-]{40,}'),
  issuedPlain('facebook-token', 'EAA[A-Za-z0-9]{60,}'),
  issuedPlain('groq-key', 'gsk_[A-Za-z0-9]{30,}'),
  issuedPlain('xai-key', 'xai-[A-Za-z0-9]{30,}'),
  issuedPlain('perplexity-key', 'pplx-[A-Za-z0-9]{30,}'),
  issuedPlain('replicate-token', 'r8_[A-Za-z0-9]{30,}'),
  issued('nvidia-key', 'nvapi-[A-Za-z0-9_-]{30,}'),
  issued('tavily-key', 'tvly-[A-Za-z0-9_-]{20,}'),
  issuedPlain('elevenlabs-key', 'sk_[0-9a-f]{40,}'),
  issuedPlain('linear-key', 'lin_(?:api|oauth)_[A-Za-z0-9]{30,}'),
  issuedPlain('notion-token', '(?:ntn|secret)_[A-Za-z0-9]{40,}'),
  issuedPlain('databricks-token', 'dapi[0-9a-f]{32}'),
  issued('supabase-key', 'sb[ps]_[0-9a-f]{30,}|sb_secret_[A-Za-z0-9_-]{20,}'),
  issued('vault-token', 'hv[sbr][.][A-Za-z0-9_-]{20,}'),
  issued('sentry-token', 'sntry[su]_[A-Za-z0-9_=+/-]{30,}'),
  issued('grafana-token', 'gl(?:sa|c)_[A-Za-z0-9_=+/-]{30,}'),
  issued('atlassian-token', 'ATATT3x[A-Za-z0-9_=-]{30,}'),
  issued('postman-key', 'PMAK-[A-Za-z0-9-]{30,}'),
  issued('tailscale-key', 'tskey-[A-Za-z0-9-]{20,}'),
  issued('figma-token', 'figd_[A-Za-z0-9_-]{30,}'),
  issuedPlain('netlify-token', 'nfp_[A-Za-z0-9]{30,}'),
  issued('age-key', 'AGE-SECRET-KEY-1[A-Z0-9]{50,}'),
  issued('docker-token', 'dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}'),
  issued('planetscale-token', 'pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_-]{20,}'),
  issuedPlain('rubygems-key', 'rubygems_[0-9a-f]{40,}'),
  issuedPlain('new-relic-key', 'NR(?:AK|II|JS|AL)-[A-Za-z0-9]{20,}'),
  issued('heroku-key', 'HRKU-[A-Za-z0-9_-]{30,}'),
  issuedPlain('pulumi-token', 'pul-[0-9a-f]{40}'),
  issued('doppler-token', 'dp[.](?:pt|st|sa|ct|scim|audit)[.][A-Za-z0-9_-]{30,}'),
  issued('square-token', 'sq0[a-z]{3}-[A-Za-z0-9_-]{20,}'),
  ruleOf('terraform-token', /(?<=(?<![A-Za-z0-9])[A-Za-z0-9]{14})[.]atlasv1[.][A-Za-z0-9_=-]{60,}/g, hasVariety),
  ruleOf('azure-secret', /(?<![A-Za-z0-9.~])[A-Za-z0-9_.~-]{3}\dQ~[A-Za-z0-9_.~-]{31,34}(?![A-Za-z0-9_.~-])/g, hasVariety),
  issued('discord-token', '[MNO][A-Za-z0-9_-]{23,27}[.][A-Za-z0-9_-]{6}[.][A-Za-z0-9_-]{27,64}'),
  // The name before the prefix has a limit: without it every `-eyJ` of a long run would be tried.
  issued('jwt', 'eyJ(?<=(?<![A-Za-z0-9_-])(?:[A-Za-z0-9_-]{0,40}[_-])?eyJ)[A-Za-z0-9_-]{8,}[.]eyJ[A-Za-z0-9_-]{8,}[.][A-Za-z0-9_-]{8,}'),
  // These keys often have no digit, so the exact length decides.
  ruleOf('aws-access-key', /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g, (key) => new Set(key).size >= 8),
  ruleOf('telegram-token', /(?<!\d)\d{6,10}:A[A-Za-z0-9_-]{34}(?![A-Za-z0-9_-])/g, hasVariety),
]

export const webhooks: ReadonlyArray<RedactionRule> = [
  ruleOf('slack-webhook', /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Za-z0-9/]{20,})/g),
  ruleOf('discord-webhook', /discord(?:app)?\.com\/api\/webhooks\/\d{5,25}\/(?<secret>[A-Za-z0-9_-]{30,})/g),
]

const pemBegin = '-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----'
const pemEnd = '-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----'

/** Characters between the lines of a key that is quoted, indented or written as a string. */
const betweenLines = String.raw`(?:\s|\\{1,2}[nr]|["'\x60+,>|#]){0,40}`
const lineEnd = String.raw`[ \t"'\x60,;]{0,4}(?:[\r\n]|\\{1,2}[nr]|$)`
const pemHeader = String.raw`${betweenLines}(?:Proc-Type|DEK-Info|Version|Comment|Hash): [^\n\\]{0,200}`

/** The body of a key without an end mark: all lines of base64 and a shorter last one. */
const pemCut = [
  `(?:${pemHeader}){0,5}`,
  `(?:${betweenLines}[A-Za-z0-9+/]{30,}={0,2})*`,
  `(?:${betweenLines}(?:[A-Za-z0-9+/]{1,64}={1,2}|[A-Za-z0-9+/]{1,29}(?=${lineEnd})))?`,
].join('')

export const privateKeys: ReadonlyArray<RedactionRule> = [
  ruleOf('private-key', new RegExp(`${pemBegin}(?:[^-]*(?:-(?!----)[^-]*)*${pemEnd}|${pemCut})`, 'g'), (block) =>
    /KEY(?: BLOCK)?-----[\s\S]{20}/.test(block),
  ),
  ruleOf('private-key', /Private-Lines: \d{1,4}\s{1,4}(?<secret>(?:[A-Za-z0-9+/]{1,128}={0,2}(?:\s{1,4}|$)){1,400})/g),
  // The key of a wallet in base58, as programs export it.
  ruleOf(
    'private-key',
    /(?<![A-Za-z0-9])(?:5[HJK][1-9A-HJ-NP-Za-km-z]{49}|[KL][1-9A-HJ-NP-Za-km-z]{51}|[xyz]prv[1-9A-HJ-NP-Za-km-z]{100,112})(?![A-Za-z0-9])/g,
    (key) => /\d/.test(key) && /[a-z]/.test(key) && new Set(key).size >= 16,
  ),
]

interface SplitKey extends SecretSpan {
  readonly kind: string
}

const prefixes =
  /(?<![A-Za-z0-9])(?:sk-|[sr]k_|gh[pousr]_|github_pat_|gl(?:pat|dt|rt)-|xox[abeoprs]-|xapp-|eyJ|AIza|ya29\.|npm_|pypi-|hf_|SG\.|do[opr]_v1_|shp(?:at|ca|pa|ss)_|gsk_|xai-|pplx-|r8_|nvapi-|tvly-|lin_|ntn_|dapi|sb[ps]_|hv[sbr]\.|sntry[su]_|gls?[ac]_|ATATT|PMAK-|tskey-|figd_|nfp_|AGE-SECRET|dckr_|pscale_|rubygems_|NRAK-|pul-|dp\.|AK[I]A)/g
const body = /[A-Za-z0-9_.~+/=-]{4,4096}/y
const lineBreak = /\\?[ \t]{0,4}\r?\n[ \t>|#]{0,12}/y
const mostLines = 12
const shortestPiece = 6

/**
 * Finds provider keys that mail programs, quotations or shell commands broke over lines. Returns them in rising order.
 *
 * A piece on the next line belongs to the key if the key is incomplete without it or the piece looks random.
 */
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

/** Returns the key with its line breaks removed. Undefined where it does not continue on a second line. */
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

/** Compiled once, because every possible continuation line is tested with them. */
const wholeKeys = issuedKeys.map(({ accepts, kind, pattern }) => ({ accepts, kind, pattern: new RegExp(`^(?:${pattern.source})$`) }))

const kindOf = (key: string): string | undefined =>
  wholeKeys.find(({ accepts, pattern }) => pattern.test(key) && accepts?.(key) !== false)?.kind
