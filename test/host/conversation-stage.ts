/** The agents of some halves of the corpus in the real host, each with its notes read in. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { vi } from 'vitest'
import type { Half } from '../conversations/half.ts'
import type { TalkStage } from '../conversations/talk.ts'
import { agentsOf, filesOf } from '../conversations/talk-case.ts'
import type { Host } from '../src/openclaw.ts'
import { patient, realHost, type Stage } from './stage.ts'

export interface RealTalkStage extends TalkStage, Pick<Stage, 'timed'> {
  /** When the notes of every agent are read in. */
  readonly notesRead: () => Promise<void>
}

/** One of them, and the files of its workspace. */
interface TalkAgent {
  readonly agent: string
  readonly files: Readonly<Record<string, string>>
}

/** A gateway of their own. Called once at the top of a file or of a `describe`: registers what starts and stops it. */
export const realTalkStage = (halves: ReadonlyArray<Half>): RealTalkStage => {
  const all = halves.flatMap((half) => agentsOf(half).map((agent): TalkAgent => ({ agent, files: filesOf(half) })))
  const [first = 'main', ...others] = all.map(({ agent }) => agent)
  const stage = realHost({
    agents: [first, ...others],
    config: { agents: { ownership: 'explicit' } },
    prepare: async ({ host }) => {
      for (const { agent, files } of all) writeFiles(host, agent, files)
    },
  })
  return talkStageOf(stage, all)
}

const talkStageOf = (stage: Stage, all: ReadonlyArray<TalkAgent>): RealTalkStage => ({
  chat: (session, message) => stage.host.chat(session, message),
  follow: (script) => stage.model.follow(script),
  get requests() {
    return stage.model.requests
  },
  timed: (name, work) => stage.timed(name, work),
  notesRead: async () => {
    for (const { agent, files } of all) {
      const count = Object.keys(files).length
      // Before the first of them there is no brain.
      const read = async () => (await stage.log(agent).catch(() => [])).filter(({ type }) => type === 'SourceAdded').length === count
      await vi.waitUntil(read, { timeout: 120_000, interval: 200 })
    }
  },
  log: async (agent, from) => {
    await vi.waitUntil(async () => allEnded(await stage.log(agent)), { timeout: 120_000, interval: 50 })
    await stage.withStore((memory) => memory.ask('learn', { brain: `local/${agent}/default` }, patient))
    const events = await stage.log(agent)
    return from < 0 ? events.slice(from) : events.filter(({ position }) => position >= from)
  },
})

const writeFiles = ({ workspaceOf }: Pick<Host, 'workspaceOf'>, agent: string, files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    const file = join(workspaceOf(agent), path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/** A turn is recorded before its answer and closed behind it; what its message said is recorded in between. */
const allEnded = (events: Awaited<ReturnType<Stage['log']>>): boolean => {
  const ended = new Set(events.filter(({ type }) => type === 'TurnCompleted').map(({ turn }) => turn))
  return events.every(({ turn, type }) => type !== 'TurnStarted' || ended.has(turn))
}
