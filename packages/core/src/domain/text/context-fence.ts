/**
 * The fence around the memories that are put before a model: its tags, how it is found in a text again, and what of a memory's text
 * must be marked so that it can neither close the fence, open another one, nor be taken for a role of a chat template.
 */
import { printedTurn, type TurnNumber } from '../identity.ts'
import { withoutInvisible } from './invisible.ts'

/** A recall that is recorded names its turn, so that a model can say which one it means. */
export const openingTag = (turn: TurnNumber | undefined): string =>
  turn === undefined ? '<crabtrail-memory>' : `<crabtrail-memory turn="${printedTurn(turn)}">`
export const closingTag = '</crabtrail-memory>'

const opening = /<crabtrail-memory(?: turn="t\d{1,16}")?>/g

/** The fences in a text, in order, each with its end; one that is never closed has none. One pass over the text. */
export const fencesIn = (text: string): ReadonlyArray<{ readonly start: number; readonly end: number | undefined }> => {
  const found: Array<{ start: number; end: number | undefined }> = []
  let from = 0
  for (const { index } of text.matchAll(opening)) {
    if (index < from) continue
    const closed = text.indexOf(closingTag, index)
    found.push({ start: index, end: closed === -1 ? undefined : closed + closingTag.length })
    if (closed === -1) return found
    from = closed + closingTag.length
  }
  return found
}

const joined = (...patterns: ReadonlyArray<string>): string => patterns.join('|')

/** Without the sign that begins it. Tags of the fence in any case and spacing; marks of the host's own contexts. */
const fenceTag = String.raw`\s{0,8}[/／]?\s{0,8}crabtrail-memory`
const hostMark = '<<(?:BEGIN_|END_)?(?:OPENCLAW|UNTRUSTED|EXTERNAL)_[A-Z_]{1,64}'
/** Names with a bar beside each bracket: `<|im_start|>`, and DeepSeek's with wide bars. */
const barred = String.raw`[|｜][^\s|｜<>]{1,64}[|｜]>`
/** Marks of Llama, Gemma, Qwen and others that are tags without an attribute, and the roles that a reader could take for such. */
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
 * The text with a backslash behind the first sign of whatever imitates a fence or a role, and without what shows nothing. Every other
 * character stays as it is. Doing it twice is doing it once.
 */
export const withImitationsMarked = (text: string): string =>
  withoutInvisible(text).text.replace(wideOrPlainFence, '$&\\').replace(angled, '<\\').replace(squared, '[\\')

const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g

/** Each line behind two spaces, the first one too; the ends of lines stay as they are. */
export const indented = (text: string): string => `  ${text.replace(lineEnds, '$&  ')}`

export const onOneLine = (text: string): string => text.replace(lineEnds, ' ')
