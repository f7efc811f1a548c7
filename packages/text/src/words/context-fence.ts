/**
 * The fence around the memories that are put before a model: its tags, the search for fences in a text, and the escaping of memory texts.
 *
 * An escaped text cannot close the fence, open another one, or imitate a role of a chat template.
 */

import { isCjk } from '../languages/languages.ts'
import { withoutInvisible } from '../languages/unicode.ts'

/** The tag of a recorded recall contains its printed turn (`t12`), so that a model can refer to the turn. */
export const openingTag = (turn: string | undefined): string =>
  turn === undefined ? '<crabtrail-memory>' : `<crabtrail-memory turn="${turn}">`
export const closingTag = '</crabtrail-memory>'

const opening = /<crabtrail-memory(?: turn="t\d{1,16}")?>/g

/**
 * Removes the fenced contexts of this memory from a text, in one pass. `unclosed` says what a fence is that never ends: `text` for what people
 * write, who may type the tag and go on; `context` up to the end for what a model wrote, whose copy of a context was cut off.
 */
export const withoutContexts = (text: string, unclosed: 'text' | 'context'): string => {
  let [kept, from] = ['', 0]
  for (const { index } of text.matchAll(opening)) {
    if (index < from) continue
    const closed = text.indexOf(closingTag, index)
    if (closed === -1) return kept + (unclosed === 'text' ? text.slice(from) : text.slice(from, index))
    kept += text.slice(from, index)
    from = closed + closingTag.length
  }
  return kept + text.slice(from)
}

const joined = (...patterns: ReadonlyArray<string>): string => patterns.join('|')

/** Tags of the fence in any spacing, without the opening bracket. The `i` flag of its pattern accepts any case. */
const fenceTag = String.raw`\s{0,8}[/／]?\s{0,8}crabtrail-memory`
/** Marks of the host's own contexts, without the first bracket. */
const hostMark = '<<(?:BEGIN_|END_)?(?:OPENCLAW|UNTRUSTED|EXTERNAL)_[A-Z_]{1,64}'
/** Names with a bar beside each bracket: `<|im_start|>`, and DeepSeek's marks with wide bars. Without the opening bracket. */
const barred = String.raw`[|｜][^\s|｜<>]{1,64}[|｜]>`
/** Tags of the chat templates of Llama, Gemma, Qwen and others, and role names that a model could take for such tags. */
const roleTags = joined(
  '/s>|/?bos>|/?eos>|</?SYS>>|</?sys>>',
  '/?(?:start_of_turn|end_of_turn|tool_call|tool_calls|tool_response|function_calls|function_results|think|system-reminder)>',
  '/?(?:system|SYSTEM|assistant|ASSISTANT|human|HUMAN|developer|DEVELOPER)>',
)
const squareRoles = '/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|MODEL_SETTINGS)\\]'

const wideOrPlainFence = new RegExp(`[<＜﹤](?=${fenceTag})`, 'giu')
const angled = new RegExp(`<(?=${joined(hostMark, barred, roleTags)})`, 'gu')
const squared = new RegExp(`\\[(?=${squareRoles})`, 'giu')

/**
 * Escapes imitations of a fence or a role with a backslash after their first bracket, and removes invisible characters that have no use.
 * All other characters stay. Idempotent.
 */
export const withImitationsMarked = (text: string): string =>
  withoutInvisible(text).text.replace(wideOrPlainFence, '$&\\').replace(angled, '<\\').replace(squared, '[\\')

const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g

/** Puts two spaces before each line, including the first. Line ends stay as they are. */
export const indented = (text: string): string => `  ${text.replace(lineEnds, '$&  ')}`

export const onOneLine = (text: string): string => text.replace(lineEnds, ' ')

/* Estimates how many tokens a model sees in a text. Every budget uses this one function, so all of them agree. */

const bytesAToken = 4

/** Size of a text. The measure of two joined texts is the sum of theirs, field by field, unless a surrogate pair is split between them. */
export interface TextMeasure {
  /** CJK characters. */
  readonly characters: number
  /** UTF-8 bytes of everything else. */
  readonly bytes: number
}

/** Returns one token for each CJK character plus, for everything else, UTF-8 bytes / 4 rounded up. */
export const countTokens = (text: string): number => tokensOf(measure(text))

export const tokensOf = ({ bytes, characters }: TextMeasure): number => characters + Math.ceil(bytes / bytesAToken)

/** Half a surrogate pair counts three bytes, because it is written as the replacement character. */
export const measure = (text: string): TextMeasure => {
  let characters = 0
  let bytes = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit < 0x800) {
      bytes += unit < 0x80 ? 1 : 2
      continue
    }
    const point = text.codePointAt(at) ?? unit
    if (point > 0xffff) at += 1
    if (isCjk(point)) characters += 1
    else bytes += point > 0xffff ? 4 : 3
  }
  return { characters, bytes }
}
