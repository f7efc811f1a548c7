/** Keys of networks: wireless, VPN, RADIUS, SNMP. */
import { isDescribingWord } from './describing-words.ts'
import { isStandIn } from './plausible-secret.ts'
import type { RedactionRule } from './redaction-rule.ts'
import { isWordPassword } from './word-passwords.ts'

const dressed = String.raw`["'*_\x60“”„]{0,3}`
const mark = String.raw`${dressed}(?:\s{0,3}[:=：＝]\s{0,3}|[ \t]{1,3}[—–-]>?[ \t]{1,3}|[ \t]{1,3}(?:is|was|ist|war|lautet|est|es|è|é)[ \t]?:?[ \t]{1,3}|(?:是|は)[:：]?[ \t]{0,2})${dressed}`
const end = String.raw`(?=["'*_\x60“”„]{0,3}(?:[ \t]{0,8}(?:[\r\n|,;)}\]]|$)|[.!](?:\s|$)|[ \t]{1,3}[(—–#-]))`
const value = String.raw`(?<secret>[^\s"'\x60“”„<>|,;(){}\[\]]{4,64}?)`
const scope = String.raw`(?:[ \t](?!(?:is|ist|est|es|auth|authentication)\b)[\p{L}\d'’-]{1,24}){0,4}?`

const shortestWireless = 8
/** A word, or anything with a digit or sign, that is no description, variable or address. */
const isKey = (secret: string): boolean =>
  !isStandIn(secret) &&
  !/^(?:[a-z]{1,10}:\/\/|[~./]|\$|<)/i.test(secret) &&
  (/[^\p{L}]/u.test(secret)
    ? !isDescribingWord(secret) && /[\p{L}\d]{3}/u.test(secret) && !/^[\p{L}]+(?:[-_./][\p{L}]+)+$/u.test(secret)
    : isWordPassword(secret))
const isWirelessKey = (secret: string): boolean => secret.length >= shortestWireless && isKey(secret)

const wireless = `(?:wi-?fi|wlan|wireless|hotspot|wpa[23]?|gäste-?(?:netz|wlan))`
const key = `(?:key|schlüssel|netzwerkschlüssel|clé|clave|chiave|chave|sleutel|code|psk|passphrase)`

const psk = String.raw`(?:(?<![\p{L}\d])psk(?![\p{L}\d_])|pre-?shared[ _-]?key|(?<![\p{L}])shared[ _-]secret|gemeinsamer schlüssel|clé pré-?partagée|clave precompartida|chiave precondivisa)`

/** One for all: a search for each would read the text once more. */
export const keyOpening =
  /(?=wi-?fi|wlan|wireless|hotspot|wpa|gäste|key|clé|clave|chiave|chave|sleutel|schlüssel|psk|pre-?shared|shared|gemeinsamer|nmcli|snmp|community|private|token|secret|app_?id)/gi

const rule = (parts: ReadonlyArray<string>, accepts: (secret: string) => boolean): RedactionRule => ({
  kind: 'password',
  opening: keyOpening,
  pattern: new RegExp(parts.join(''), 'giu'),
  accepts,
})

export const networkKeys: ReadonlyArray<RedactionRule> = [
  rule([`${wireless}[ -]?(?:netz|netzwerk|network)?[ -]?${key}(?![\\p{L}])`, scope, mark, value, end], isWirelessKey),
  rule(
    [
      `(?<![\\p{L}])${key}[ \\t](?:of|for|to|du|de|del|della|do|da|van|voor|zum|vom|für)(?:[ \\t](?:the|das|la|le|el|il|het|our))?[ \\t]${wireless}`,
      scope,
      mark,
      value,
      end,
    ],
    isWirelessKey,
  ),
  // A line of its own: `wifi guest / Schneeglanz`.
  rule(
    [
      String.raw`(?<=(?:^|\n)[ \t]{0,8}(?:[-*+][ \t]{1,4})?)${wireless}(?:[ \t]?:)?(?:[ \t]{1,3}[\p{L}\d'’_-]{1,32}){1,3}[ \t]{1,3}/[ \t]{1,3}`,
      String.raw`["'\x60]?(?<secret>\p{L}[^\s"'\x60|/]{7,63})["'\x60]?(?=[ \t]{0,8}(?:[\r\n]|$))`,
    ],
    isWirelessKey,
  ),
  // The text of the code that a phone reads.
  rule([String.raw`WIFI:(?:[^;\n]{0,80};){0,5}P:"?(?<secret>(?:[^;"\\\n]|\\.){4,128})"?;`], () => true),
  rule([psk, scope, mark, value, end], isKey),
  rule([String.raw`(?<=[.-])psk[ \t]{1,3}["']?(?<secret>[^\s"']{8,63})["']?`], isWirelessKey),
  rule([String.raw`nmcli\b[^\n|;]{0,120}?[ \t]password[ \t]{1,3}["']?(?<secret>[^\s"']{8,63})["']?`], isKey),
  rule([String.raw`(?:snmp[^\n:=]{0,24}?community|community[ -]?string)(?:[ -]?string)?`, scope, mark, value, end], isKey),
  rule(
    [
      String.raw`snmp(?:walk|get|getnext|set|bulkwalk|bulkget|table)\b[^\n|;]{0,80}?[ \t]-c[ \t]{0,2}["']?(?<secret>[^\s"'-][^\s"']{2,63})["']?`,
    ],
    isKey,
  ),
  // The keys of WireGuard: 32 bytes in base64.
  {
    kind: 'private-key',
    opening: keyOpening,
    pattern:
      /(?:private|pre-?shared)[ _-]?key["'`*]{0,3}(?:\s{0,4}[:=]\s{0,4}|[ \t]{1,3}(?:is[ \t])?)["'`]?(?<secret>[A-Za-z0-9+/]{43}=)(?![A-Za-z0-9+/=])/gi,
  },
]
