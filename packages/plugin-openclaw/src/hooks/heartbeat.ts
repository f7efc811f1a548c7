/** Collects the tags of a heartbeat: its name, the active projects and marked words in the host's system events. */
import type { HostParts } from '@crabtrail/agent-host/state/parts'
import { addTags, heartbeatTags } from '@crabtrail/agent-host/turn/heartbeat'
import { hook } from './hook.ts'

/** Adds the heartbeat's name as a tag. Adds nothing to the prompt. */
export const heartbeatContribution = (parts: HostParts) =>
  hook('heartbeat_prompt_contribution', parts, ({ heartbeatName }: { readonly heartbeatName?: string }, heard): undefined => {
    addTags(parts, heard, () => (heartbeatName === undefined ? [] : [heartbeatName]))
  })

/** Reads `#deploy`, `project:crab`, `area:docs` and `[deploy]` in the system events of a run, outside quotes of other people. */
export const markedTags = (messages: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  const marked = systemEvents(messages).flatMap((line) =>
    [...line.matchAll(mark)].map(([, hash, area, bracket]) => hash ?? area ?? bracket ?? ''),
  )
  return heartbeatTags(...marked.filter((tag) => /\p{L}/u.test(tag) && !isCheckbox(tag)))
}

/** `[x]` is a ticked box, not a tag. */
const isCheckbox = (tag: string): boolean => tag.toLowerCase() === 'x'

const word = String.raw`([\p{L}\p{N}][\p{L}\p{N}_./-]{0,99})`

const mark = new RegExp(String.raw`(?<![^\s(])#${word}|(?<![^\s(])(?:project|area):${word}|\[${word}\]`, 'gu')

/** Lines that the host wrote. It puts text of other people between `<untrusted-text>` marks. */
const systemEvents = (messages: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  let [quoted, kept] = [false, [] as string[]]
  for (const line of fragments(messages).flatMap((text) => text.slice(0, charactersRead).split('\n'))) {
    const said = line.startsWith(prefix) ? line.slice(prefix.length) : undefined
    if (said?.trim() === '<untrusted-text>') quoted = true
    else if (said?.trim() === '</untrusted-text>') quoted = false
    else if (!quoted && said !== undefined) kept = [...kept, said]
  }
  return kept
}

const prefix = 'System: '

const charactersRead = 16_000

const fragments = (messages: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  (messages as ReadonlyArray<RuntimeContext | null | undefined>)
    .filter((message) => message?.customType === 'openclaw.runtime-context')
    .flatMap((message) => (Array.isArray(message?.details?.fragments) ? message.details.fragments : []))
    .flatMap((fragment) => (typeof fragment?.text === 'string' && fragment.text.startsWith(prefix) ? [fragment.text] : []))

/** Untrusted until each field is checked. */
interface RuntimeContext {
  readonly customType?: unknown
  readonly details?: { readonly fragments?: ReadonlyArray<{ readonly text?: unknown } | undefined> }
}
