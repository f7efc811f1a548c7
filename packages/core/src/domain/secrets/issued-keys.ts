/** Keys with a provider's own shape: they are told wherever they stand. */
import { isWordy } from './plausible-secret.ts'
import type { RedactionRule } from './redaction-rule.ts'

/**
 * A key of letters, digits, `_` and `-` that its issuer's prefix gives away. It is found whole or not at all.
 *
 * It may be glued to a name with `_` or `-`; a letter or digit before the prefix makes it part of a word.
 */
const issued = (kind: string, shape: string): RedactionRule => ({
  kind,
  pattern: new RegExp(`(?<![A-Za-z0-9])(?:${escapable(shape)})`, 'g'),
  accepts: hasVariety,
})

/** The same of letters and digits only, so that what follows has to be something else. */
const issuedPlain = (kind: string, shape: string): RedactionRule => ({
  kind,
  pattern: new RegExp(`(?<![A-Za-z0-9])(?:${escapable(shape)})(?![A-Za-z0-9])`, 'g'),
  accepts: hasVariety,
})

/** What writes Markdown puts a backslash before an underscore; those of character classes stay as they are. */
const escapable = (shape: string): string => shape.replace(/\[[^\]]*\]|\(\?<[^)]*\)|_/g, (part) => (part === '_' ? String.raw`\\?_` : part))

/** Stand-ins such as `sk-xxxxxxxx` and hyphenated words behind the same letters have none. */
const hasVariety = (key: string): boolean => {
  const body = key.slice(4)
  return new Set(body).size >= 8 && (/\d/.test(body) || /[a-z][A-Z][A-Za-z]{0,200}[a-z][A-Z]/.test(body)) && !isWordy(body)
}

export const issuedKeys: ReadonlyArray<RedactionRule> = [
  issued('anthropic-key', 'sk-ant-[A-Za-z0-9_-]{16,}'),
  issued('openai-key', 'sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{16,}'),
  // OpenRouter, DeepSeek, Langfuse and others use the same prefix.
  // So short a prefix is a language in file names too; glued to one, the key has to be long and in one piece.
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
  { kind: 'terraform-token', pattern: /(?<=(?<![A-Za-z0-9])[A-Za-z0-9]{14})[.]atlasv1[.][A-Za-z0-9_=-]{60,}/g, accepts: hasVariety },
  {
    kind: 'azure-secret',
    pattern: /(?<![A-Za-z0-9.~])[A-Za-z0-9_.~-]{3}\dQ~[A-Za-z0-9_.~-]{31,34}(?![A-Za-z0-9_.~-])/g,
    accepts: hasVariety,
  },
  issued('discord-token', '[MNO][A-Za-z0-9_-]{23,27}[.][A-Za-z0-9_-]{6}[.][A-Za-z0-9_-]{27,64}'),
  // The name it is glued to has a limit, or every `-eyJ` of a long run would begin one.
  issued('jwt', 'eyJ(?<=(?<![A-Za-z0-9_-])(?:[A-Za-z0-9_-]{0,40}[_-])?eyJ)[A-Za-z0-9_-]{8,}[.]eyJ[A-Za-z0-9_-]{8,}[.][A-Za-z0-9_-]{8,}'),
  // Random letters without a digit are common here, so it is told by its exact length.
  {
    kind: 'aws-access-key',
    pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
    accepts: (key) => new Set(key).size >= 8,
  },
  { kind: 'telegram-token', pattern: /(?<!\d)\d{6,10}:A[A-Za-z0-9_-]{34}(?![A-Za-z0-9_-])/g, accepts: hasVariety },
]

export const webhooks: ReadonlyArray<RedactionRule> = [
  { kind: 'slack-webhook', pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Za-z0-9/]{20,})/g },
  { kind: 'discord-webhook', pattern: /discord(?:app)?\.com\/api\/webhooks\/\d{5,25}\/(?<secret>[A-Za-z0-9_-]{30,})/g },
]
