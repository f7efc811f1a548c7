/** What is known of a workspace whose notes are read in: what was read, and what came of it. */

/** A note as the memory was given it. */
export interface KnownNote {
  readonly size: number
  readonly mtimeNs: bigint
  /** Of its text as it was given. */
  readonly digest: string
}

export interface Skipped {
  readonly path: string
  readonly reason: string
}

/** What the copies of the plugin know together of the workspaces that are followed. */
export interface Following {
  /** By brain. */
  readonly workspaces: Map<string, Followed>
  /** The service has ended, and nothing more is read in. */
  stopped: boolean
}

export interface Followed {
  readonly agent: string
  readonly brain: string
  /** As the host names it. */
  readonly workspace: string
  /** By key of the source: what this process has given the memory or found there. */
  readonly known: Map<string, KnownNote>
  /** Keys of notes that the host said others wrote to when they were read last: it says so for good, and later writes may be the agent's. */
  readonly byOthers: Set<string>
  /** What is gone was not settled yet: what was there before this process is not among the known. */
  fresh: boolean
  /** One look at a time; one that is asked for meanwhile follows. */
  looking: boolean
  again: boolean
  /** Nobody follows it any more: what is under way ends with its batch. */
  halted: boolean
  /** Milliseconds UTC of the last look that came to its end. */
  lastAt: number | undefined
  notes: number
  skipped: ReadonlyArray<Skipped>
  /** What keeps the memory from following, if anything does. */
  problem: FollowProblem | undefined
}

export interface FollowProblem {
  /** `gone`: too much of it to be retired unasked. `unreadable`: the workspace itself. `memory`: the store, which is told elsewhere. */
  readonly kind: 'gone' | 'unreadable' | 'memory'
  readonly text: string
}

/** The same one for the same brain, unless its workspace is another now. */
export const followedIn = (
  { workspaces }: Following,
  { agent, brain, workspace }: Pick<Followed, 'agent' | 'brain' | 'workspace'>,
): Followed => {
  const known = workspaces.get(brain)
  if (known?.workspace === workspace) return known
  if (known !== undefined) known.halted = true
  const followed: Followed = {
    agent,
    brain,
    workspace,
    known: new Map(),
    byOthers: new Set(),
    fresh: true,
    looking: false,
    again: false,
    halted: false,
    lastAt: undefined,
    notes: 0,
    skipped: [],
    problem: undefined,
  }
  workspaces.set(brain, followed)
  return followed
}
