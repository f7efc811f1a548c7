/** A hook of the host as a guarded handler that hears the memory's shape of a conversation. */
import type { HeardContext } from '@crabtrail/agent-host/conversation/conversation'
import { guarded, type HostParts } from '@crabtrail/agent-host/state/parts'
import { type HookContext, heardOf } from '../host/heard.ts'

/** Milliseconds of hooks that do not wait, on a busy machine. */
export const promptly = { timeoutMs: 5_000 }

export const hook = <Event, Answer, Context extends HookContext = HookContext>(
  name: string,
  parts: Pick<HostParts, 'isOn' | 'state' | 'warn'>,
  work: (event: Event, heard: HeardContext, context: Context) => Promise<Answer> | Answer,
  deadlineMs?: number,
) => guarded(name, parts, (event: Event, context: Context) => work(event, heardOf(context), context), deadlineMs)

export const inRun = (heard: HeardContext, { runId }: { readonly runId?: string | undefined }): HeardContext =>
  heard.runId !== undefined || runId === undefined ? heard : { ...heard, runId }
