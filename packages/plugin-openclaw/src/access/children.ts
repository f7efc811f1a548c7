/** A conversation makes another: what a subagent may look up is what its maker may see, also when that has ended. */
import { keepNewest, type Run, type SharedState } from '../shared-state.ts'
import { provenAccess } from './under-way.ts'

interface Spawning {
  readonly toolName: string
  readonly result?: unknown
}

const childrenKept = 1_000

/** Of a tool call of the maker: the host's own tool says which session it made. */
export const noteChild = ({ parents }: Pick<SharedState, 'parents'>, run: Run, { result, toolName }: Spawning): void => {
  if (toolName !== 'sessions_spawn') return
  const { details } = (result ?? {}) as { readonly details?: { readonly childSessionKey?: unknown } }
  const key = details?.childSessionKey
  const access = provenAccess(run)
  // What one agent may see says nothing of another's memory.
  const isOwn = typeof key === 'string' && run.talk.agent !== undefined && key.startsWith(`agent:${run.talk.agent}:subagent:`)
  if (isOwn && access !== undefined) keepNewest(parents, key, access, childrenKept)
}
