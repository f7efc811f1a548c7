/** Before a reply: asks the memory what the message reminds it of. Fails open: without an answer in time the turn goes on as it is. */
import type { AbsenceReason } from '@crabtrail/core'
import { guarded, tell } from '../guarded.ts'
import type { PluginParts } from '../parts.ts'
import { beginRun, findRun, runKeyOf } from '../runs.ts'
import { conversationOf, type Run } from '../shared-state.ts'
import { type HeardContext, type HeardPrompt, recallSignal } from '../signals.ts'
import { dropEnd, releaseEnds } from '../turn-ends.ts'

type Invocation = HeardContext & { readonly hookInvocation?: { readonly assertActive: () => void } }
type Contribution = { readonly prependContext: string } | undefined

const name = 'before_prompt_build'
/** The recall keeps its own deadline and its grace; this is for what nobody thought of. */
const guardMarginMs = 150

export const beforePromptBuild = (parts: PluginParts) => {
  const work = async (event: HeardPrompt, context: Invocation): Promise<Contribution> => {
    const run = knownRun(parts, context) ?? newRun(parts, event, context)
    return run === undefined ? undefined : recallFor(parts, run, context)
  }
  return guarded(name, parts, work, parts.config.deadlineMs + guardMarginMs)
}

/** The host builds the prompt anew when a model fails and when it compacts: the same question of the same turn. */
const knownRun = ({ state }: PluginParts, context: HeardContext): Run | undefined => {
  const run = findRun(state, context)
  if (run !== undefined) dropEnd(state, runKeyOf(context) ?? '')
  return run
}

/** Absent for a turn that the memory has nothing to do with, now or later. */
const newRun = (parts: PluginParts, event: HeardPrompt, context: HeardContext): Run | undefined => {
  const { config, memory, state } = parts
  const signal = recallSignal(event, context, config.tokens)
  if (signal.heard === 'unknown-agent') {
    tell(parts, name, signal.detail, `no memory for turns like this one: ${signal.detail}`)
    return undefined
  }
  const { interactive, request, talk } = signal
  const conversation = conversationOf(talk)
  releaseEnds(state, conversation)
  if (state.muted.has(context.sessionKey ?? talk.session)) {
    memory.worker().skip(request, count(parts, 'off'))
    return undefined
  }
  const hits = interactive ? state.hits.get(conversation) : undefined
  const run = beginRun(state, context, { talk, interactive, request: hits === undefined ? request : { ...request, hits } })
  if (!interactive || signal.heard === 'nothing') {
    run.turnKey = memory.worker().skip(request, count(parts, interactive ? 'no-text' : 'not-interactive'))
  }
  return run
}

const recallFor = async (parts: PluginParts, run: Run, { hookInvocation }: Invocation): Promise<Contribution> => {
  const { interactive, request, talk } = run
  if (!interactive || request.question === '') return undefined
  const { config, memory, state } = parts
  const assertActive = hookInvocation === undefined ? {} : { assertActive: () => hookInvocation.assertActive() }
  const recalled = await memory.worker().recall(request, { deadlineMs: config.deadlineMs, ...assertActive })
  if (recalled.outcome === 'absent') {
    const { detail, reason, waitedMs } = recalled
    run.turnKey = recalled.recordKey
    count(parts, reason)
    tell(
      parts,
      name,
      `${reason}: ${detail}`,
      `this turn goes on without memory (${reason} after ${waitedMs} ms): ${detail}${advice[reason] ?? ''}`,
    )
    return undefined
  }
  const { context, turn } = recalled.answer
  run.turnKey = request.key
  run.turn = turn ?? undefined
  run.included = context.text === '' ? [] : context.items
  // What is behind this question is no hint for the next one.
  state.hits.delete(conversationOf(talk))
  return context.text === '' ? undefined : { prependContext: context.text }
}

const count = ({ state }: PluginParts, reason: AbsenceReason): AbsenceReason => {
  const { absences } = state.health
  absences[reason] = (absences[reason] ?? 0) + 1
  return reason
}

/** What to do where the reason alone does not say it. */
const advice: { readonly [Reason in AbsenceReason]?: string } = {
  deadline: '; if this is often so, allow more with plugins.entries.crabtrail.config.deadlineMs',
  'too-long': '; to have what is remembered, ask in a message of its own',
}
