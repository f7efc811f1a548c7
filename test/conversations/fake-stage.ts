/** The agents of some halves in the fake host, each with its notes read in. */
import { openStage, patient, type Stage } from '../plugin/stage.ts'
import type { Half } from './half.ts'
import type { TalkStage } from './talk.ts'
import { agentsOf, filesOf } from './talk-case.ts'

export interface FakeTalkStage extends TalkStage, Pick<Stage, 'leave'> {}

export const openFakeTalkStage = async (halves: ReadonlyArray<Half>): Promise<FakeTalkStage> => {
  const [first = 'main', ...others] = halves.flatMap(agentsOf)
  const stage = await openStage({ agents: [first, ...others] })
  for (const half of halves) {
    const documents = Object.entries(filesOf(half)).map(([source, text]) => ({ source, format: 'markdown' as const, text }))
    for (const agent of agentsOf(half)) {
      const brain = `local/${agent}/default`
      await stage.memory().ask('init', { brain }, patient)
      await stage.memory().ask('ingest', { brain, documents }, patient)
    }
  }
  const { host } = stage
  return {
    chat: host.chat,
    follow: host.follow,
    requests: host.requests,
    leave: stage.leave,
    log: async (agent, from) => {
      await stage.quiet()
      return (await stage.memory().ask('log', { brain: `local/${agent}/default`, from: `${from}`, limit: 10_000 }, patient)).events
    },
  }
}
