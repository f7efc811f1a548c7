/** A prompt is ready: who asked is known now, and what a heartbeat stands under. Only looks on; a run is never held up or stopped here. */
import { limits } from '@crabtrail/core'
import { learnSoon } from '../background-learning.ts'
import { guarded } from '../guarded.ts'
import { markedTags } from '../heartbeat-tags.ts'
import type { PluginParts } from '../parts.ts'
import { findRun } from '../runs.ts'
import type { Run } from '../shared-state.ts'
import { asOwner, type HeardContext } from '../signals.ts'
import { addTags, beatOf, tellBeat } from './heartbeat.ts'

interface ReadyPrompt {
  readonly messages: ReadonlyArray<unknown>
  readonly senderIsOwner?: boolean
}

export const beforeAgentRun = (parts: PluginParts) =>
  guarded('before_agent_run', parts, (event: ReadyPrompt, context: HeardContext): undefined => {
    const beat = beatOf(parts, context)
    if (beat !== undefined) {
      addTags(beat, markedTags(event.messages))
      tellBeat(parts, beat)
    }
    const run = findRun(parts.state, context)
    if (run === undefined) return
    run.senderIsOwner = event.senderIsOwner
    hearOwner(parts, run)
  })

/** What the owner says may be a correction of the answer before: the memory decides. Once a run, however often it is tried. */
const hearOwner = (parts: PluginParts, run: Run): void => {
  const { heard, interactive, request, senderIsOwner, talk, turnKey } = run
  if (heard || !interactive || senderIsOwner !== true || turnKey === undefined) return
  run.heard = true
  const text = request.question
  if (text === '' || Buffer.byteLength(text) > limits.questionBytes) return
  parts.memory.worker().signal('hear', { ...asOwner(talk), text, recallKey: turnKey })
  // While the correction is the last fact of the log, to learn from it takes no second reading of the log.
  learnSoon(parts, talk.brain, 'turn')
}
