/** Records a heartbeat once, with the tags that several calls of the host contribute. */
import { limits } from '@crabtrail/core'
import * as Result from 'effect/Result'
import { type HeardContext, talkOf } from '../conversation/conversation.ts'
import type { HostParts } from '../state/parts.ts'
import { runKeyOf } from '../state/runs.ts'
import { type Beat, keepNewest } from '../state/shared-state.ts'

const beatsKept = 64

/** Returns the heartbeat of a run; undefined when the run is no heartbeat or its agent is unknown. */
export const beatOf = ({ naming, state }: HostParts, context: HeardContext): Beat | undefined => {
  const key = runKeyOf(context)
  if (context.beat === undefined || key === undefined) return undefined
  const known = state.beats.get(key)
  if (known !== undefined) return known
  const talk = talkOf(naming, context)
  if (Result.isFailure(talk)) return undefined
  const beat: Beat = { talk: talk.success, tags: heartbeatTags(...context.beat), told: false }
  keepNewest(state.beats, key, beat, beatsKept)
  return beat
}

/** Adds tags to the heartbeat of a run, if it is one and is not recorded yet. */
export const addTags = (parts: HostParts, context: HeardContext, tags: () => ReadonlyArray<string>): void => {
  const beat = beatOf(parts, context)
  if (beat !== undefined) beat.tags = heartbeatTags(...beat.tags, ...tags())
}

export const tellBeat = ({ memory }: HostParts, beat: Beat): void => {
  if (beat.told) return
  beat.told = true
  memory.worker().signal('heartbeat', { ...beat.talk, tags: beat.tags, ensure: true })
}

/** The usual name of a heartbeat; it says nothing, so it is no tag. */
const commonName = 'heartbeat'

/** Trimmed, unique and in order. Drops words above the length limit and tags above `limits.tags`. */
export const heartbeatTags = (...words: ReadonlyArray<string | undefined>): ReadonlyArray<string> =>
  [...new Set(words.map((word) => word?.trim() ?? ''))]
    .filter((word) => word !== '' && word !== commonName && Buffer.byteLength(word) <= limits.idBytes)
    .slice(0, limits.tags)
