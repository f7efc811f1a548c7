/** State of a followed workspace: the notes that were read, and the problems. */
import { placeIn } from '../conversation/naming.ts'

export interface KnownNote {
  readonly size: number
  readonly mtimeNs: bigint
  readonly digest: string
}

export interface Skipped {
  readonly path: string
  readonly reason: string
}

export interface Following {
  /** Followed workspaces by the names of {@link placeIn}: one for each agent. */
  readonly workspaces: Map<string, Followed>
  /** True after the service has stopped: nothing more is read. */
  stopped: boolean
}

export interface Followed {
  readonly agent: string
  readonly brain: string
  readonly workspace: string
  /** The folder in the memory that its notes are filed under; undefined where they are filed under their paths alone. */
  readonly folder: string | undefined
  /** Notes that this process sent or found unchanged, by their paths in the workspace. */
  readonly known: Map<string, KnownNote>
  /** Paths of notes that the host attributed to others at their last reading. The host never withdraws that, but later writes may be the agent's. */
  readonly byOthers: Set<string>
  /** True until the first sweep: notes of an earlier process that are gone must still be retired. */
  fresh: boolean
  /** One check runs at a time; a request during it starts another one afterwards. */
  looking: boolean
  again: boolean
  /** True when the workspace is no longer followed: a running check ends after its batch. */
  halted: boolean
  /** Milliseconds UTC of the last complete check. */
  lastAt: number | undefined
  notes: number
  skipped: ReadonlyArray<Skipped>
  problem: FollowProblem | undefined
}

export interface FollowProblem {
  /** `gone`: more notes vanished than are retired unconfirmed. `unreadable`: so is the workspace. `memory`: the store failed, as the watch reports. */
  readonly kind: 'gone' | 'unreadable' | 'memory'
  readonly text: string
}

/** Returns the state of an agent's workspace; starts anew when the agent has another workspace now, or another folder for its notes. */
export const followedIn = (
  { workspaces }: Following,
  { agent, brain, folder, workspace }: Pick<Followed, 'agent' | 'brain' | 'workspace'> & { readonly folder?: string | undefined },
): Followed => {
  const place = placeIn({ agent, brain })
  const known = workspaces.get(place)
  if (known?.workspace === workspace && known.folder === folder) return known
  if (known !== undefined) known.halted = true
  const followed: Followed = {
    agent,
    brain,
    workspace,
    folder,
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
  workspaces.set(place, followed)
  return followed
}
