/** Keys of 32 to 64 hexadecimal digits that a sentence or a setting calls a key: `the Shodan key is …`. Checksums, commits and cache keys stay. */
import { keyOpening } from './network-keys.ts'
import type { RedactionRule } from './redaction-rule.ts'

const named = `(?<!(?:public|cache|primary|foreign|sort|partition|object|content|idempotency|lookup|gpg|pgp|ssh|host|release|hash|map|lock|dedup|etag|commit|session|row|record|git|deploy)[ _-]?)`
/** A word before it, as in `Shodan key`: a field that is called `key` holds what has a key far more often. */
const worded = String.raw`(?<=[\p{L}\d][ _-])`
const hex = `(?<secret>(?:0x)?[0-9a-f]{32,64})(?![0-9A-Za-z])`
const mark = String.raw`["'*_\x60]{0,3}(?:\s{0,3}[:=：]\s{0,3}|[ \t]{1,3}[—–-]>?[ \t]{1,3}|[ \t]{1,3}(?:is|was|ist|war|lautet|est|es|è|é)?[ \t]?:?[ \t]{0,3})["'*_\x60]{0,3}`

const hasVariety = (secret: string): boolean => new Set(secret).size >= 8

export const namedHex: ReadonlyArray<RedactionRule> = [
  {
    kind: 'api-key',
    opening: keyOpening,
    pattern: new RegExp(
      String.raw`${named}(?:${worded}(?:key|token|secret)|app_?id|schlüssel|clé|clave|chiave)(?:[ \t](?:for|of|für|von|vom|de|del|di|da)[ \t][\p{L}\d.-]{1,24}(?:[ \t][\p{L}\d.-]{1,24})?)?${mark}${hex}`,
      'giu',
    ),
    accepts: hasVariety,
  },
]
