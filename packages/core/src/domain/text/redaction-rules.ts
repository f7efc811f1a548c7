/**
 * What secrets look like: keys with a provider's own shape first, then places where a secret stands.
 *
 * Every pattern runs in linear time: it begins with a fixed text or behind a boundary that its own characters cannot contain,
 * and what it repeats is a single class or has a small limit.
 */
import { isPlausibleSecret, isWordy } from './plausible-secret.ts'

export interface RedactionRule {
  /** Lower-case letters, digits and hyphens: it is spelled in the text that remains. */
  readonly kind: string
  /** With the flag `g`. The group `secret` is what goes; without such a group, the whole match. */
  readonly pattern: RegExp
  readonly accepts?: (secret: string) => boolean
}

/** A key of letters, digits, `_` and `-` that its issuer's prefix gives away. It is found whole or not at all. */
const issued = (kind: string, shape: string): RedactionRule => ({
  kind,
  pattern: new RegExp(`(?<![A-Za-z0-9_-])(?:${shape})`, 'g'),
  accepts: hasVariety,
})

/** The same of letters and digits only: it may be glued to a name with `_` or `-`. */
const issuedPlain = (kind: string, shape: string): RedactionRule => ({
  kind,
  pattern: new RegExp(`(?<![A-Za-z0-9])(?:${shape})(?![A-Za-z0-9])`, 'g'),
  accepts: hasVariety,
})

/** Stand-ins such as `sk-xxxxxxxx` and hyphenated words behind the same letters have none. */
const hasVariety = (key: string): boolean => {
  const body = key.slice(4)
  return new Set(body).size >= 8 && (/\d/.test(body) || /[a-z][A-Z][A-Za-z]{0,200}[a-z][A-Z]/.test(body)) && !isWordy(body)
}

const privateKeys: RedactionRule = {
  kind: 'private-key',
  // Up to the end mark; without one (a text that was cut), as far as lines of base64 go.
  pattern: new RegExp(
    [
      '-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----',
      '(?:[^-]*(?:-(?!----)[^-]*)*-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----',
      String.raw`|(?:(?:\s|\\[nr]|["'+,]){0,8}[A-Za-z0-9+/=]{30,})*(?:(?:\s|\\[nr]|["'+,]){0,8}[A-Za-z0-9+/=]{1,29}$)?)`,
    ].join(''),
    'g',
  ),
  accepts: (block) => /KEY(?: BLOCK)?-----[\s\S]{20}/.test(block),
}

const issuedKeys: ReadonlyArray<RedactionRule> = [
  issued('anthropic-key', 'sk-ant-[A-Za-z0-9_-]{16,}'),
  issued('openai-key', 'sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{16,}'),
  // OpenRouter, DeepSeek, Langfuse and others use the same prefix.
  issued('api-key', 'sk-[A-Za-z0-9_-]{20,}'),
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
  issued('discord-token', '[MNO][A-Za-z0-9_-]{23,27}[.][A-Za-z0-9_-]{6}[.][A-Za-z0-9_-]{27,64}'),
  issued('jwt', 'eyJ[A-Za-z0-9_-]{8,}[.]eyJ[A-Za-z0-9_-]{8,}[.][A-Za-z0-9_-]{8,}'),
  // Random letters without a digit are common here, so it is told by its exact length.
  {
    kind: 'aws-access-key',
    pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
    accepts: (key) => new Set(key).size >= 8,
  },
  { kind: 'telegram-token', pattern: /(?<!\d)\d{6,10}:A[A-Za-z0-9_-]{34}(?![A-Za-z0-9_-])/g, accepts: hasVariety },
]

const webhooks: ReadonlyArray<RedactionRule> = [
  { kind: 'slack-webhook', pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Za-z0-9/]{20,})/g },
  { kind: 'discord-webhook', pattern: /discord(?:app)?\.com\/api\/webhooks\/\d{5,25}\/(?<secret>[A-Za-z0-9_-]{30,})/g },
]

/** What examples and templates write between `:` and `@`. */
const standsForPassword = /^(?:\$[{(].*|\$\w+|\{+\w+\}+|%\w+%|[*x]+|\[?redacted\]?|pass(?:w(?:or)?d)?|pwd?|secret|token)$/i

const quote = String.raw`\\?["'\x60]?`
const assigned = String.raw`\s{0,4}(?:=>|:=|=|:)\s{0,4}`
const valueCharacters = String.raw`\s"'\x60\\,;&|<>(){}\[\]`
// A full stop ends a sentence, a bracket behind the value makes it a call.
const value = `[^${valueCharacters}]{5,255}[^${valueCharacters}.:?](?![A-Za-z0-9(])`
// In the user part of an address the host follows.
const tokenValue = `[^@${valueCharacters}]{15,255}[^@${valueCharacters}.:?](?![A-Za-z0-9(])`
const suffix = String.raw`s?(?:[_-]?(?:key|value|prod|dev|test|live|base64|\d{1,2}))?`
const keys = '(?:api|access|private|encryption|signing|client|account|storage|master|auth|service)[ _-]?key'
const personal = `passw(?:or[dt]|d)|kennwort|passphrase|passcode|pwd|secret|credential|${keys}`
const technical = 'token|(?<![a-z])pass'

/** Places where a secret stands, whatever it looks like. */
const places: ReadonlyArray<RedactionRule> = [
  {
    kind: 'authorization',
    pattern: new RegExp(
      String.raw`authorization${quote}${assigned}${quote}(?:bearer|basic|token|bot|apikey)\s{1,4}(?<secret>[A-Za-z0-9._~+/=:-]{8,})`,
      'gi',
    ),
    accepts: (secret) => !isWordy(secret),
  },
  {
    kind: 'authorization',
    pattern: /(?<![A-Za-z0-9])bearer\s{1,4}(?<secret>[A-Za-z0-9._~+/=-]{16,})/gi,
    accepts: (secret) => isPlausibleSecret(secret, 'random'),
  },
  {
    kind: 'aws-secret-key',
    pattern: new RegExp(
      `(?:aws|secret)[A-Za-z0-9_ .-]{0,30}${quote}${assigned}${quote}(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])`,
      'gi',
    ),
    accepts: (secret) => /[A-Z]/.test(secret) && /[a-z]/.test(secret) && /\d/.test(secret),
  },
  {
    // A user name may stay; the host must: it says what the memory is about.
    kind: 'connection-password',
    pattern: /:\/\/[^\s:@/?#"'`<>()]{0,128}:(?<secret>[^\s/?#"'`<>]{1,256})@[A-Za-z0-9.[$-]/g,
    accepts: (secret) => !standsForPassword.test(secret),
  },
  {
    kind: 'storage-key',
    pattern: /(?:Account|SharedAccess)Key=(?<secret>[A-Za-z0-9+/]{40,}={0,2})/g,
  },
  {
    kind: 'password',
    pattern: new RegExp(`(?:${personal})${suffix}${quote}${assigned}${quote}(?<secret>${value})`, 'gi'),
    accepts: (secret) => isPlausibleSecret(secret, 'chosen'),
  },
  {
    kind: 'password',
    pattern: new RegExp(`(?:${technical})${suffix}${quote}${assigned}${quote}(?<secret>${tokenValue})`, 'gi'),
    accepts: (secret) => isPlausibleSecret(secret, 'random'),
  },
  {
    // Said in a sentence, where words are more likely than secrets.
    kind: 'password',
    pattern: new RegExp(String.raw`(?:${personal}|token)\s{1,3}(?:is|was|ist|lautet)\s{0,1}:?\s{1,3}${quote}(?<secret>${value})`, 'gi'),
    accepts: (secret) => /\d/.test(secret) && !isWordy(secret.replace(/[!.?]{1,8}$/, '')) && isPlausibleSecret(secret, 'chosen'),
  },
]

/** In order of precedence: of two rules that begin at the same character the earlier names the kind. */
export const redactionRules: ReadonlyArray<RedactionRule> = [privateKeys, ...issuedKeys, ...webhooks, ...places]
