/** What the host says, as a request to the memory. Pure: no clock, no host types, nothing decided. */
import { parseBrainKey, type Request } from '@crabtrail/core'
import * as Result from 'effect/Result'
import { spokenText } from './spoken-text.ts'

export interface HeardPrompt {
  readonly prompt: string
  /** The message of this turn without history; empty when it has no text, absent on hosts that do not say it. */
  readonly currentUserMessage?: string
}

export interface HeardContext {
  readonly runId?: string
  readonly agentId?: string
  readonly sessionKey?: string
  readonly sessionId?: string
  readonly workspaceDir?: string
  readonly trigger?: string
  readonly inputProvenance?: { readonly kind: string }
}

export type RecallSignal =
  | {
      /** `nothing`: an image, a continuation; the question is empty. */
      readonly heard: 'question' | 'nothing'
      readonly request: Request.RecallRequest
      /** False: nobody asked; the turn goes without memory, and teaches nothing. */
      readonly interactive: boolean
    }
  /** Whose memory this would be is not known, so it is nobody's. */
  | { readonly heard: 'unknown-agent'; readonly detail: string }

export const recallSignal = (prompt: HeardPrompt, context: HeardContext, tokens?: number): RecallSignal => {
  const brain = brainOf(context.agentId)
  if (Result.isFailure(brain)) return { heard: 'unknown-agent', detail: brain.failure }
  const question = spokenText(prompt.currentUserMessage ?? prompt.prompt)
  const sessionKind = sessionKindOf(context)
  const interactive = sessionKind === 'interactive' && isPerson(context)
  const request = {
    brain: brain.success,
    question,
    session: context.sessionKey ?? context.sessionId ?? 'unknown',
    sessionKind,
    actor: 'openclaw',
    actorKind: 'host',
    ...(context.agentId === undefined ? {} : { agent: context.agentId }),
    ...(context.workspaceDir === undefined ? {} : { workspace: context.workspaceDir }),
    ...(tokens === undefined ? {} : { budget: tokens }),
    // The host asks again within a run, after a compaction for one: that is the same turn.
    ...(interactive && context.runId !== undefined ? { key: `recall:${context.runId}` } : {}),
    // The first turn of an agent makes its brain.
    ensure: true,
  } as const
  return { heard: question === '' ? 'nothing' : 'question', request, interactive }
}

/** One brain an agent: `local/AGENT/default`. */
const brainOf = (agentId: string | undefined): Result.Result<string, string> =>
  agentId === undefined ? Result.fail('the host did not say which agent this is') : parseBrainKey(`local/${agentId}/default`)

const sessionKindOf = ({ sessionKey = '', trigger }: HeardContext): 'interactive' | 'heartbeat' | 'cron' | 'subagent' => {
  if (trigger === 'heartbeat' || trigger === 'cron') return trigger
  const rest = sessionKey.toLowerCase().replace(/^agent:[^:]*:/, '')
  if (rest.startsWith('subagent:')) return 'subagent'
  return rest.startsWith('cron:') ? 'cron' : 'interactive'
}

/** A person set the turn off. Hosts that do not name a trigger name the provenance of what is not a person's. */
const isPerson = ({ inputProvenance, trigger = 'user' }: HeardContext): boolean =>
  (trigger === 'user' || trigger === 'manual') && (inputProvenance === undefined || inputProvenance.kind === 'external_user')
