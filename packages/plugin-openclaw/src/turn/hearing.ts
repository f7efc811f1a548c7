/**
 * A prompt is ready: the host says for sure who asked, and what a heartbeat stands under. A run is stopped only where its prompt holds memory
 * of the owner and the owner is not who asks.
 */

import { limits } from '@crabtrail/core'
import { checkAsker, type Stop } from '../access/asker.ts'
import { asOwner, type HeardContext } from '../host/conversation.ts'
import { guarded, type PluginParts } from '../host/handler.ts'
import { conversationOf, keepNewest, type Run } from '../host/shared-state.ts'
import { learnSoon } from './background-learning.ts'
import { addTags, beatOf, markedTags, tellBeat } from './heartbeat.ts'
import { comparePrompt } from './prompt-notes.ts'
import { findRun } from './runs.ts'

interface ReadyPrompt {
  readonly systemPrompt?: string
  readonly messages: ReadonlyArray<unknown>
  readonly senderIsOwner?: boolean
}

export const beforeAgentRun = (parts: PluginParts) =>
  guarded('before_agent_run', parts, (event: ReadyPrompt, context: HeardContext): Stop | undefined => {
    const beat = beatOf(parts, context)
    if (beat !== undefined) {
      addTags(beat, markedTags(event.messages))
      tellBeat(parts, beat)
    }
    comparePrompt(parts.state, context, event.systemPrompt)
    const run = findRun(parts.state, context)
    if (run === undefined) return undefined
    run.senderIsOwner = event.senderIsOwner
    keepPrompt(parts, run, event.systemPrompt)
    const stop = checkAsker(parts, run, context)
    hearOwner(parts, run)
    return stop
  })

/** Sessions whose prompts are known; the oldest is forgotten first. */
const promptsKept = 32

/** The host tells its system prompt behind the recall, so it is the next recall of the session that goes by it. */
const keepPrompt = ({ state }: PluginParts, { interactive, talk }: Run, prompt: string | undefined): void => {
  const conversation = conversationOf(talk)
  if (!interactive || prompt === undefined || Buffer.byteLength(prompt) > limits.promptBytes) state.prompts.delete(conversation)
  else keepNewest(state.prompts, conversation, prompt, promptsKept)
}

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
