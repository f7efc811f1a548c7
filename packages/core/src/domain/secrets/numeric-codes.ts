/** Codes of digits behind a name: PIN, PUK, card security code, alarm, door, phone and safe. A number that is too short, a year and a quantity stay. */
import { anyCase } from './any-case.ts'
import type { RedactionRule } from './redaction-rule.ts'

/** Whose, or what for: `PIN of the joint card: …`. No digits, so that the first number is the code. */
const scope = String.raw`(?:[ \t](?:of|for|to|on|at|der|des|vom|von|für|zur|zum|im|de|du|del|della|dello|do|da|van|voor|pour|per|para)(?:[ \t'’][\p{L}'’-]{1,24}){1,5})?`
const dressed = String.raw`["'*_\x60“”„«»()]{0,3}`
const marked = String.raw`${dressed}(?:\s{0,3}[:=：＝]\s{0,3}|[ \t]{1,3}[—–-]>?[ \t]{1,3}|[ \t]{1,3}(?:is|was|ist|war|lautet|est|es|è|é)[ \t]?:?[ \t]{1,3}|[ \t]{0,2}(?:是|は)[:：]?[ \t]{0,2})${dressed}`
const markedOrNot = String.raw`(?:${marked}|[ \t]{1,2}${dressed})`
/** Behind the code stands no further digit, unit or word that it counts. */
const end = String.raw`(?![\p{L}\d]|[.,:/]\d|-[\p{L}\d]|[ \t]?(?:%|€|\$)|[ \t](?:digits?|stellen|ziffern|chiffres|dígitos|cifre|cijfers|characters|times|mal|days|minutes|seconds|attempts)\b)`
const digits = (least: number, most: number): string => String.raw`(?<secret>\d{${least},${most}}[#*]?)`
const grouped = String.raw`(?<secret>\d{2,4}(?:[ ]\d{2,4}){1,3}|\d{4,8}[#*]?)`

const notYear = (code: string): boolean => !/^(?:19|20)\d\d$/.test(code)
const any = (): boolean => true

/** One for all: a search for each would read the text once more. */
const opening =
  /(?=pin|nip|geheimzahl|暗証番号|puk|cv[cv]|csc|card (?:verif|secur)|prüf|kartenprüf|code|c[oó]dig|codice|alarm|door|gate|garage|entr|keypad|lock|key ?box|building|house|safe|disarm|unlock|entsperr|tür|haustür|tor|eingang|schließ|tresor|sperr|zugangs|voicemail|mailbox|deur|toegang|poort|kluis|digicode|passcode|combin|kombi|cassaforte|coffre|caja|cofre)/gi

const rule = (parts: ReadonlyArray<string>, accepts: (secret: string) => boolean = any): RedactionRule => ({
  kind: 'pin',
  opening,
  pattern: new RegExp(parts.join(''), 'giu'),
  accepts,
})

const word = '(?<![\\p{L}\\d_])'
const pin = String.raw`(?:(?<![\p{L}\d_]|G)PIN|(?<=[\p{L}]-)PIN|${word}(?:NIP|Geheimzahl|暗証番号))(?:[- ]?(?:code|nummer|number))?(?![\p{L}\d])`

const place =
  '(?:alarm|door|gate|garage|entry|entrance|keypad|lockbox|key ?box|safe|locker|disarm|unlock|lock|tür|haustür|tor|eingang|schließfach|tresor|alarmanlage|entsperr|sperr|zugangs|voicemail|mailbox|deur|toegangs|poort|kluis)'
const behindCode = String.raw`(?:[ \t'’](?:the|der|des|die|das|den|l|la|le|el|il|los|las|my|our|front|back|main|meine[rsnm]?|unsere[rsnm]?|office|büro)){0,3}[ \t'’](?:alarm|door|gate|garage|entrance|entry|building|house|safe|lock|locker|phone|tür|haustür|tor|garagentor|eingang|tresor|alarmanlage|schließfach|handy|telefon|porte|portail|alarme|immeuble|coffre|téléphone|puerta|alarma|portal|garaje|caja|móvil|porta|cancello|allarme|cassaforte|portão|alarme|cofre|deur|poort|kluis)`

export const numericCodes: ReadonlyArray<RedactionRule> = [
  rule([pin, scope, marked, grouped, end]),
  {
    kind: 'pin',
    opening,
    pattern: new RegExp(String.raw`(?<![\p{L}\d_])PIN(?![\p{L}\d])[ \t]{1,2}${dressed}${digits(4, 8)}${anyCase(end)}`, 'gu'),
    accepts: notYear,
  },
  rule([String.raw`${word}PUK[12]?(?![\p{L}\d])`, scope, markedOrNot, digits(6, 10), end]),
  rule([
    String.raw`${word}(?:CV[CV]2?|CSC|card (?:verification|security) (?:code|number|value)|(?:Karten)?prüf(?:ziffer|nummer|zahl))(?![\p{L}\d])`,
    scope,
    markedOrNot,
    digits(3, 4),
    end,
  ]),
  // `door code: 4471`, `Türcode Büro Hinterhof: 8812#`
  rule([
    String.raw`(?<![\p{L}\d_])(?:[\p{L}]{0,20})${place}[ -]?(?:system|panel|anlagen)?[ -]?(?:code|pin)s?(?![\p{L}\d])`,
    String.raw`(?:(?:[ \t](?!is\b|ist\b|was\b)[\p{L}-]{1,24}){0,5}?)`,
    marked,
    digits(4, 8),
    end,
  ]),
  rule([String.raw`(?<![\p{L}\d_])(?:[\p{L}]{0,20})${place}[ -]?(?:code|pin)[ \t]{1,2}`, digits(4, 8), end], notYear),
  // `the code of the alarm is 4406`, `code de la porte : 4471`
  rule([
    String.raw`${word}(?:code|código|codice)[ \t](?:of|for|to|der|des|vom|von|für|zur|zum|du|de|d|del|della|dello|dell|do|da|van|voor)${behindCode}(?![\p{L}\d])(?:[ \t][\p{L}-]{1,24}){0,3}?`,
    marked,
    digits(4, 8),
    end,
  ]),
  rule([`(?:Alarmanlage|digicode)`, String.raw`(?:[ \t][\p{L}-]{1,24}){0,3}?`, marked, digits(4, 8), end]),
  rule([
    String.raw`${word}(?:codice|código)[ \t](?:allarme|porta|cancello|alarma|puerta|portal|garaje|alarme|portão)`,
    scope,
    markedOrNot,
    digits(4, 8),
    end,
  ]),
  // `unlocks with the code 259814`, `passcode 714920`
  rule([
    String.raw`(?:unlock(?:s|ed)?(?:[ \t](?:it|the|my|phone|tablet|screen)){0,3}[ \t](?:with|by|using)(?:[ \t](?:the|code|pin)){0,2}|passcode${scope}|entsperr(?:t|e|en)(?:[ \t]ich)?[ \t](?:mit|durch)(?:[ \t](?:dem|code|der|pin)){0,2})`,
    markedOrNot,
    digits(4, 8),
    end,
  ]),
  rule([
    String.raw`(?:(?<=(?:safe|tresor|lock|vault|locker|schloss|cadenas|coffre|fuerte|cassaforte|cofre|kluis|padlock)[ -]?)(?:combination|kombination|code)|(?:combination|combinaison|combinación|combinazione|combinação|combinatie|kombination)(?=[^\n\d]{0,40}[:=\t ]\d{1,2}[-/ ]\d{1,2}[-/ ]\d))${scope}`,
    markedOrNot,
    String.raw`(?<secret>\d{1,2}(?:[ ]?[-/][ ]?\d{1,2}){2,5}|\d{2}(?:[ ]\d{2}){2,5}|\d{4,8})`,
    end,
  ]),
  // `Tresor: 88 12 45`
  rule([
    `${word}(?:safe|tresor|cassaforte|coffre-fort|caja fuerte|cofre|kluis)`,
    marked,
    String.raw`(?<secret>\d{2}(?:[ /-]\d{2}){2,5})`,
    end,
  ]),
]
