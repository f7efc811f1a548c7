/**
 * Takes out of a recorded message what its speaker did not say: the texts that hosts and memories put into messages.
 *
 * A tag in a code block or in backticks, and a pair of tags within a sentence, are words about it and stay.
 */
import { withoutContexts } from '../text/context-fence.ts'
import { spokenDay, spokenText } from '../text/spoken-text.ts'
import { closesFence, codeSearch, codeSpansOf, type Fence, openedFenceInside } from './lines.ts'

export interface Words {
  /** `''` where nothing was said. */
  readonly text: string
  /** The day of the time stamp in the message, which has the time zone of its speaker, as in 2026-11-20. */
  readonly day: string | undefined
}

/** Returns the words of the owner in a part of a message. */
export const ownersWords = (part: string): Words => {
  const written = withoutBlocks(part)
  const said = spokenText(written).replace(interruption, '').trim()
  return { text: nobodys.test(said) ? '' : request(said), day: spokenDay(written) }
}

/** Returns the words of the agent in a part of a message. */
export const agentsWords = (part: string): string => {
  const said = withoutBlocks(withoutContexts(part, 'context')).trim().replace(acknowledgement, '')
  const last = said.lastIndexOf('\n')
  const whole = last >= 0 && said.slice(last).replace(acknowledgement, '') === '' ? said.slice(0, last).trim() : said
  return silent.test(whole) ? '' : whole
}

/** True for an answer that only acknowledges a heartbeat. */
export const acknowledgesHeartbeat = (part: string): boolean => part.includes('HEARTBEAT_OK') && agentsWords(part) === ''

/** True for a message by which a host wakes an agent, and for one that gives a command to a host. Answers to it are not said to the owner. */
export const isForHost = (words: string): boolean => /^\/[a-z][\w:-]*(?:\s|$)/i.test(words) || wakes.some((wake) => wake.test(words))

const wakes: ReadonlyArray<RegExp> = [
  /^\[OpenClaw (?:heartbeat poll|exec completion|cron wake|session event)\]/,
  /^HEARTBEAT$|^Read HEARTBEAT\.md if it exists\b|^Follow the heartbeat monitor scratch context\b/,
  // Owners write prompts of their own for heartbeats. They end with the answer that the host waits for.
  /\b(?:reply|respond|answer)\b[^.?\n]{0,40}\bHEARTBEAT_OK[.`"'*\s]*$/i,
]

const interruption = /^\[Request interrupted by user(?: for tool use)?\]/

/** Summaries of a talk, written for a model that goes on with it; instructions without an end; and the tags around a picture. */
const nobodys =
  /^(?:This session is being continued from a previous conversation|Another language model started to solve|# AGENTS\.md instructions\b|<\/?image[^>]*>$)/

/** Begins an answer, or is its last line. */
const acknowledgement = /^[\s*`_]*HEARTBEAT_OK[\s*`_.!]*/

const silent = /^[*`_\s]*(?:NO_REPLY[*`_.\s]*$|No response requested\.$|API Error(?:: | \())/

/** Returns the request in a message that an editor began with texts of its own. */
const request = (text: string): string => {
  if (!/^# (?:Context from my IDE setup|Files mentioned by the user):/.test(text)) return text
  const heading = [...text.matchAll(/^## My request(?: for Codex)?:[ \t]*$/gm)].at(-1)
  return heading === undefined ? '' : text.slice(heading.index + heading[0].length).trim()
}

/** Tags of the blocks that hosts put into messages. */
const hostTag = new RegExp(
  `^(?:${[
    'system-reminder|user-prompt-submit-hook|new-diagnostics|ide_[a-z_]+',
    '(?:local-)?command-[a-z]+|bash-(?:input|stdout|stderr)|user_shell_command',
    'task-notification|teammate-message|subagent_notification|turn_aborted',
    'environment_context|user_instructions|recommended_plugins|codex_internal_context|skill|plugins|subagents',
  ].join('|')})$`,
)
const memory = /^(?:[a-z0-9]*memor(?:y|ies)|mem)$/

/** Codex begins a message with the instructions of a folder. They end with the closing tag. */
const instructions = 'INSTRUCTIONS'
/** The beginning of instructions, or an opening tag. Its name is bounded, so that a search takes few steps at each place. */
const opening = /# AGENTS\.md instructions\b|<([a-z0-9_-]{1,64})(\s[^<>\n]{0,400})?>/g

/** Returns the name of the closing tag of a block that begins here; undefined for any other tag. */
const closingName = ([, name, attributes]: RegExpExecArray): string | undefined => {
  if (name === undefined) return instructions
  return hostTag.test(name) || isMemorys(name, attributes !== undefined) ? name : undefined
}

/** True for a name by which memories fence what they recall. What a user tells a memory is the user's. */
const isMemorys = (name: string, hasAttributes: boolean): boolean => {
  const words = name.split(/[-_]/)
  // A name of one word has no attributes: other programs use it as well.
  const isAny = words.length > 1 ? !words.includes('') && !name.startsWith('user-memory-input') : !hasAttributes
  return isAny && words.some((word) => memory.test(word))
}

/** Removes the blocks of hosts and memories, in linear time. A block without an end is text. */
const withoutBlocks = (text: string): string => {
  if (!text.includes('</')) return text
  const search: BlockSearch = { text, last: text.trimEnd().length, closings: new Map() }
  let [kept, from, isFirst] = ['', 0, true]
  let fence: Fence | undefined
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at)
    const line = { start: at, end: newline < 0 ? text.length : newline + 1 }
    const code = text.slice(line.start, line.end)
    const inside = fence
    fence = inside === undefined ? openedFenceInside(code) : closesFence(code, inside) ? undefined : inside
    const blocks = inside === undefined && fence === undefined ? blocksIn(search, line, isFirst) : []
    let said = ''
    for (const { end, start } of blocks) {
      said += text.slice(at, start)
      kept += text.slice(from, start)
      from = end
      at = end
    }
    isFirst &&= `${said}${text.slice(at, line.end)}`.trim() === ''
    at = Math.max(at, line.end)
  }
  return kept + text.slice(from)
}

interface Stretch {
  readonly start: number
  readonly end: number
}

interface BlockSearch {
  readonly text: string
  /** The end of the text without the blanks behind it. */
  readonly last: number
  /** The next closing tag of each name, so that none is looked for twice; -1 for none. */
  readonly closings: Map<string, number>
}

/**
 * Returns the blocks that begin in a line: those of several lines, those that are alone on their line, and those at an end of the text. Instructions
 * are a block only at the beginning.
 * `isFirst`: nothing was said before the line.
 */
const blocksIn = (search: BlockSearch, { end: next, start: at }: Stretch, isFirst: boolean): ReadonlyArray<Stretch> => {
  const line = search.text.slice(at, next)
  const isCode = codeSearch(line.includes('`') ? codeSpansOf(line) : [])
  const blocks: Array<Stretch> = []
  let [edge, isEdge] = [0, true]
  for (const found of line.matchAll(opening)) {
    const tag = closingName(found)
    if (tag === undefined || found.index < edge || isCode(found.index)) continue
    const closing = closingOf(search, tag, at + found.index)
    if (closing < 0) continue
    const end = closing + tag.length + 3
    isEdge &&= line.slice(edge, found.index).trim() === ''
    const isAlone = isEdge && /^[ \t\r]*(?:\n|$)/.test(search.text.slice(end, end + 200))
    const isBegin = isEdge && isFirst
    if (isBegin || (tag !== instructions && (closing >= next || end >= search.last || isAlone))) {
      blocks.push({ start: at + found.index, end })
      edge = end - at
    } else isEdge = false
  }
  return blocks
}

const closingOf = ({ closings, text }: BlockSearch, tag: string, at: number): number => {
  const known = closings.get(tag)
  if (known !== undefined && (known < 0 || known > at)) return known
  const found = text.indexOf(`</${tag}>`, at)
  closings.set(tag, found)
  return found
}
