/**
 * Records a heartbeat once, with the tags that several hooks contribute: its name, the active projects and marked words in the host's
 * system events.
 */

import { limits } from '@crabtrail/core'
import * as Result from 'effect/Result'
import { type HeardContext, talkOf } from '../host/conversation.ts'
import { guarded, type PluginParts } from '../host/handler.ts'
import { runKeyOf } from '../host/runs.ts'
import { type Beat, keepNewest } from '../host/shared-state.ts'

const beatsKept = 64

export type BeatContext = HeardContext & { readonly activeProjectKeys?: ReadonlyArray<string> }

/** Returns the heartbeat of a run; undefined when the run is no heartbeat or its agent is unknown. */
export const beatOf = ({ naming, state }: PluginParts, context: BeatContext): Beat | undefined => {
  const key = runKeyOf(context)
  if (context.trigger !== 'heartbeat' || key === undefined) return undefined
  const known = state.beats.get(key)
  if (known !== undefined) return known
  const talk = talkOf(naming, context)
  if (Result.isFailure(talk)) return undefined
  const beat: Beat = { talk: talk.success, tags: heartbeatTags(...(context.activeProjectKeys ?? [])), told: false }
  keepNewest(state.beats, key, beat, beatsKept)
  return beat
}

export const addTags = (beat: Beat, tags: ReadonlyArray<string>): void => {
  beat.tags = heartbeatTags(...beat.tags, ...tags)
}

export const tellBeat = ({ memory }: PluginParts, beat: Beat): void => {
  if (beat.told) return
  beat.told = true
  memory.worker().signal('heartbeat', { ...beat.talk, tags: beat.tags, ensure: true })
}

/** Adds the heartbeat's name as a tag. Adds nothing to the prompt. */
export const heartbeatContribution = (parts: PluginParts) =>
  guarded('heartbeat_prompt_contribution', parts, (event: { readonly heartbeatName?: string }, context: BeatContext): undefined => {
    const beat = beatOf(parts, context)
    if (beat !== undefined && event.heartbeatName !== undefined) addTags(beat, [event.heartbeatName])
  })

/** The host's default name for a heartbeat; it says nothing, so it is no tag. */
const commonName = 'heartbeat'

/** Trimmed, unique and in order. Drops words above the length limit and tags above `limits.tags`. */
export const heartbeatTags = (...words: ReadonlyArray<string | undefined>): ReadonlyArray<string> =>
  [...new Set(words.map((word) => word?.trim() ?? ''))]
    .filter((word) => word !== '' && word !== commonName && Buffer.byteLength(word) <= limits.idBytes)
    .slice(0, limits.tags)

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
