/** One heartbeat between the hooks that see something of it: recorded once, with all that was seen by then. */
import * as Result from 'effect/Result'
import { heartbeatTags } from '../heartbeat-tags.ts'
import type { PluginParts } from '../parts.ts'
import { runKeyOf } from '../runs.ts'
import { type Beat, keepNewest } from '../shared-state.ts'
import { type HeardContext, talkOf } from '../signals.ts'

const beatsKept = 64

export type BeatContext = HeardContext & { readonly activeProjectKeys?: ReadonlyArray<string> }

/** Absent where this is no heartbeat, or nobody knows whose. */
export const beatOf = ({ state }: PluginParts, context: BeatContext): Beat | undefined => {
  const key = runKeyOf(context)
  if (context.trigger !== 'heartbeat' || key === undefined) return undefined
  const known = state.beats.get(key)
  if (known !== undefined) return known
  const talk = talkOf(context)
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
