/** A heartbeat asks what we have to add to its prompt: nothing. But it says its name. */
import { guarded } from '../guarded.ts'
import type { PluginParts } from '../parts.ts'
import { addTags, type BeatContext, beatOf } from './heartbeat.ts'

export const heartbeatContribution = (parts: PluginParts) =>
  guarded('heartbeat_prompt_contribution', parts, (event: { readonly heartbeatName?: string }, context: BeatContext): undefined => {
    const beat = beatOf(parts, context)
    if (beat !== undefined && event.heartbeatName !== undefined) addTags(beat, [event.heartbeatName])
  })
