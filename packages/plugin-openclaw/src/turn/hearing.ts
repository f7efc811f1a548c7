/**
 * `before_agent_run`: the prompt is ready and the host states who asked. Hears the owner's message as a possible correction, keeps the
 * prompt, and stops a run whose prompt holds the owner's memory while somebody else asks.
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

/** Bound of remembered prompts; the oldest is dropped first. */
const promptsKept = 32

/** The host shows its system prompt after the recall, so the next recall of the session uses it. */
const keepPrompt = ({ state }: PluginParts, { interactive, talk }: Run, prompt: string | undefined): void => {
  const conversation = conversationOf(talk)
  if (!interactive || prompt === undefined || Buffer.byteLength(prompt) > limits.promptBytes) state.prompts.delete(conversation)
  else keepNewest(state.prompts, conversation, prompt, promptsKept)
}

/**
 * The owner's message may correct the answer before it; the memory decides that. Sent once for each run, however often the host retries.
 */
const hearOwner = (parts: PluginParts, run: Run): void => {
  const { heard, interactive, request, senderIsOwner, talk, turnKey } = run
  if (heard || !interactive || senderIsOwner !== true || turnKey === undefined) return
  run.heard = true
  const text = request.question
  if (text === '' || Buffer.byteLength(text) > limits.questionBytes) return
  parts.memory.worker().signal('hear', { ...asOwner(talk), text, recallKey: turnKey })
  // Learning at once is cheap: the correction is still the newest fact, so the log is not read a second time.
  learnSoon(parts, talk.brain, 'turn')
}
