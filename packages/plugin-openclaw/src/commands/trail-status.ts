/** `/trail status`: what this agent remembers, and what is wrong, in a few lines. */
import { RemoteMemoryError } from '@crabtrail/store/worker'
import type { PluginParts } from '../parts.ts'
import { plainLine } from '../plain-line.ts'
import type { Looking } from '../recent-turn.ts'
import type { Talk } from '../signals.ts'

export const trailStatus = async (looking: Looking, { state }: PluginParts, { brain }: Talk, isOff: boolean): Promise<string> => {
  const { absences, problems } = state.health
  const followed = state.following.workspaces.get(brain)
  const without = Object.entries(absences).map(([reason, count]) => `${reason} ${count}`)
  return [
    isOff ? 'Memory is off in this conversation.' : 'Memory is on in this conversation.',
    await sizeOf(looking, brain),
    ...(without.length === 0 ? [] : [`Turns without memory since the gateway started: ${without.join(', ')}`]),
    ...(followed === undefined
      ? []
      : [
          `${followed.notes} notes of the workspace are followed${followed.skipped.length === 0 ? '' : `, ${followed.skipped.length} are left out`}.`,
        ]),
    ...[...problems.values()].slice(0, 3).map((problem) => `Wrong: ${plainLine(problem, 180)}`),
  ].join('\n')
}

const sizeOf = async ({ deadlineMs, worker }: Looking, brain: string): Promise<string> => {
  try {
    const { backlog, counts, position } = await worker.ask('show', { brain }, { deadlineMs })
    const behind = backlog === 0 ? '' : `, ${backlog} verdicts still to learn from`
    return `${brain}: ${counts.nodes} nodes, ${counts.edges} edges, ${counts.turns} turns, ${counts.feedbacks} verdicts, at position ${position}${behind}.`
  } catch (error) {
    if (error instanceof RemoteMemoryError && error.tag === 'NotFound') return `${brain}: nothing is remembered yet.`
    throw error
  }
}
