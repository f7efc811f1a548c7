/** `follow`: reads the notes of a workspace in now, and with `--prune` lets go what is gone. */
import { plainLine } from '../../plain-line.ts'
import { emptyReading } from '../../reading/reading.ts'
import { readingPath, readReading } from '../../reading/reading-file.ts'
import { followNotes } from '../../workspace/follow-notes.ts'
import { followedIn } from '../../workspace/followed.ts'
import { brainOf, type Configured } from './configured.ts'
import { Refused, type Told } from './told.ts'

export interface FollowAsked {
  readonly agent?: string
  readonly prune: boolean
}

export const follow = async (here: Configured, { agent, prune }: FollowAsked): Promise<Told> => {
  const named = brainOf(here, agent)
  const workspace = here.host.runtime.agent.resolveAgentWorkspaceDir(here.host.config, named.agent)
  const followed = followedIn({ workspaces: new Map(), stopped: false }, { ...named, workspace })
  // The readings that a gateway has written to its file; those in its memory are out of reach.
  const reading = (await readReading(readingPath(here.path), Date.now())).get(named.brain) ?? emptyReading()
  const brought = await here.withMemory((worker) => followNotes({ followed, worker, reading, prune }))
  const { lastAt, notes, problem, skipped } = followed
  if (problem !== undefined) throw new Refused({ tag: problem.kind === 'gone' ? 'MostlyGone' : 'NotRead', message: problem.text, exit: 1 })
  if (lastAt === undefined) throw new Refused({ tag: 'NotRead', message: `${workspace}: there is no such workspace`, exit: 1 })
  return {
    lines: [
      `${notes} notes of ${workspace} are read in ${named.brain}`,
      `  nodes: ${brought.added} added, ${brought.revised} revised; notes: ${brought.renamed} moved, ${brought.retired} gone`,
      ...skipped.map(({ path, reason }) => `  left out: ${plainLine(path, 120)}: ${reason}`),
    ],
    json: { ...named, workspace, notes, ...brought, skipped },
    exit: skipped.length === 0 ? 0 : 1,
  }
}
