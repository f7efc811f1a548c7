/** After the turn: it is closed with how it ended and what it used, and the memory learns behind it. */
import type { Request } from '@crabtrail/core'
import { learnSoon } from '../background-learning.ts'
import { failed, guarded } from '../guarded.ts'
import type { PluginParts } from '../parts.ts'
import { findRun, runKeyOf } from '../runs.ts'
import { conversationOf, type Run } from '../shared-state.ts'
import type { HeardContext } from '../signals.ts'
import { type EndedTurn, type TurnEnd, turnEnd } from '../turn-end.ts'
import { dropEnd, holdEnd } from '../turn-ends.ts'
import { beatOf, tellBeat } from './heartbeat.ts'

type EndedRun = EndedTurn & { readonly runId?: string; readonly durationMs?: number }

const name = 'agent_end'

export const agentEnd = (parts: PluginParts) =>
  guarded(name, parts, (event: EndedRun, context: HeardContext) => {
    const { state } = parts
    const runId = context.runId ?? event.runId
    const named = runId === undefined ? context : { ...context, runId }
    const beat = beatOf(parts, named)
    if (beat !== undefined) {
      tellBeat(parts, beat)
      learnSoon(parts, beat.talk.brain, 'heartbeat')
    }
    const [run, runKey] = [findRun(state, named), runKeyOf(named)]
    if (run?.turnKey === undefined || runKey === undefined) return
    run.durationMs += Math.max(0, event.durationMs ?? 0)
    const end = turnEnd(event)
    run.ended = end.outcome
    dropEnd(state, runKey)
    if (end.outcome === 'failure') holdEnd(state, runKey, conversationOf(run.talk), () => closeLater(parts, run, end))
    else close(parts, run, end)
  })

const close = (parts: PluginParts, run: Run, end: TurnEnd): void => {
  const { interactive, talk, turnKey } = run
  if (turnKey === undefined) return
  parts.memory.worker().signal('complete', { ...talk, ...completionOf(run, end), recallKey: turnKey })
  run.toolTexts.length = 0
  if (interactive) learnSoon(parts, talk.brain, 'turn')
}

/** Out of a timer there is no host to catch anything. */
const closeLater = (parts: PluginParts, run: Run, end: TurnEnd): void => {
  try {
    close(parts, run, end)
  } catch (error) {
    failed(parts, name, error)
  }
}

/** What others said to the agent, or nobody knows who, teaches nothing, nor does what it said where it was given no memory. */
const completionOf = (run: Run, { messages = [], outcome, reply }: TurnEnd): Omit<Request.CompleteRequest, 'recallKey'> => {
  const { durationMs, included, senderIsOwner, toolTexts } = run
  const evidence = included.length > 0 && senderIsOwner === true ? { reply, toolTexts: [...toolTexts] } : {}
  const tools = [...run.tools].map(([tool, tally]) => ({ name: tool, ...tally }))
  return { outcome, durationMs: Math.round(durationMs), tools, messages, ...evidence }
}
