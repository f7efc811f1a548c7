/** Reads a message that corrects an answer by the value alone: "No, 5433.", "Keziah, not Odile". */
import { introducesOwn, isName, tokensOf } from './statement.ts'
import { type ShapedValue, shapedValues } from './values.ts'

export interface ValueAlone {
  /** The new value where it has a shape; absent for a name. */
  readonly value: ShapedValue | undefined
  /** The words beside a value with a shape: its statement must have them. */
  readonly words: ReadonlyArray<string>
  /** The old value, where the message names it. */
  readonly old: string | undefined
}

/** A longer message says more than a value. In UTF-16 code units. */
const longest = 60
const denies =
  /^\P{L}*(?:no|nope|nah|nein|ne|nee|nö|non|nao|não|nie|wrong|false|falsch|quatsch|unsinn|mal|faux|fout|onzin|sbagliato|macché|errado|incorrect\w*|(?:that's|that is|this is) (?:not (?:right|correct|true)|wrong)|(?:das )?stimmt nicht|不|错)(?![\p{Ll}])/iu
/** "It's 8872 now." */
const isNow =
  /^(?:it's|it is|es ist|das ist|es|c'est|è|é|het is|is) .{1,40} (?:now|these days|jetzt|nun|inzwischen|ahora|maintenant|désormais|adesso|ora|agora|nu|tegenwoordig)$|^(?:现在|如今)是|^(?:ist|es) (?:jetzt|ahora) /iu
const contrasting = /^(.*?)[,，]\s*(?:not|nicht|no|pas|niet|non|não|nie|不是)\s*(.+)$/iu
/** The old value before the new one. */
const contrastingBefore =
  /^(?:not|nicht|no|pas|niet|non|não|nie|不是)\s*([^,，]+)[,，]\s*(?:but|sondern|sino|mais|ma|bensì|mas|maar|tylko|lecz|而是|是)\s*(.+)$/iu
const pointing = /^(?:it's|it is|es|is|es ist|das ist|ist|是|c'est|è|é|het is|to)\s*/iu
/** "Kofi does." */
const pointingBack = /(?:\s(?:does|is|has|will|now|tut|macht|jetzt|ahora|maintenant|adesso|agora|nu|teraz))+$/iu

/** Most words beside a value. */
const wordsMost = 2

/** Returns the value of a message that denies or contrasts and says nothing but a value; undefined for any other message. */
export const valueAlone = (message: string): ValueAlone | undefined => {
  const said = message.trim().replace(/[.。!！]+$/u, '')
  const [, before, then] = contrastingBefore.exec(said) ?? []
  const [, chosen, old] = then === undefined ? (contrasting.exec(said) ?? []) : ['', then, before]
  const isContrast = chosen !== undefined && !introducesOwn(chosen)
  if (said.length > longest || /[?？"“”„«»]/u.test(said) || !(isContrast || denies.test(said) || isNow.test(said))) return undefined
  const parts = (isContrast ? chosen : said).split(/(?<!\d)\.\s+|[,:;]\s+|[，：；]\s*/u).filter((part) => !introducesOwn(part))
  const [part, ...others] = parts
  if (part === undefined || others.length > 0) return undefined
  const bare = part.replace(pointing, '').replace(pointingBack, '')
  const tokens = tokensOf(bare).filter(({ kind, written }) => kind === 'value' || !introducesOwn(written))
  const [value, ...more] = shapedValues(bare)
  const words = value === undefined ? [] : tokens.flatMap(({ key, kind }) => (kind === 'content' ? [key] : []))
  if (more.length > 0 || words.length > wordsMost || (value === undefined && !(isName(tokens) && isInOne(bare)))) return undefined
  return { value, words, old: isContrast ? old : undefined }
}

/** Words within a name: "Ada van der Berg". */
const particles: ReadonlySet<string> = new Set('van von der den de del della di da do dos du la le el of the y e'.split(' '))

/** True where the content of a text stands together. Any word between that is no part of names makes it a sentence: "The capital is Ottawa". */
const isInOne = (text: string): boolean => {
  const tokens = tokensOf(text)
  const breaks = tokens.map(({ kind, written }) => kind === 'function' && !particles.has(written))
  const [from, to] = [tokens.findIndex(({ kind }) => kind !== 'function'), tokens.findLastIndex(({ kind }) => kind !== 'function')]
  return !breaks.slice(from, to).includes(true)
}
