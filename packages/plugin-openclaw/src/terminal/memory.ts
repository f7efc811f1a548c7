/** `why`, `log` and `follow`: questions about one agent's memory, and a check of its notes. */

import { askOfSession, notesFolder, placeIn } from '@crabtrail/agent-host/conversation/naming'
import { followNotes, waitsInWords } from '@crabtrail/agent-host/notes/follow-notes'
import { readingPath, readReading } from '@crabtrail/agent-host/notes/follow-reading'
import { recallInWords } from '@crabtrail/agent-host/render/answers'
import { plainLine } from '@crabtrail/agent-host/render/errors'
import { followedIn } from '@crabtrail/agent-host/state/followed'
import { emptyReading } from '@crabtrail/agent-host/state/reading'
import { type Answer, exits } from '@crabtrail/core'
import { counted } from '@crabtrail/text/counted'
import * as Result from 'effect/Result'
import { openClaw } from '../host/openclaw.ts'
import { brainOf, type Configured, needStore, type Options, Refused, type Told } from './context.ts'

const deadlineMs = 60_000
const charactersMost = 20_000

export interface WhyAsked {
  readonly agent?: string
  readonly turn: string | undefined
  readonly node: string | undefined
}

export const why = async (here: Configured, { agent, node, turn }: WhyAsked): Promise<Told> => {
  await needStore(here)
  const { brain } = brainOf(here, agent)
  const answer = await here.withMemory(async (worker) => {
    const asked = (at: string) => worker.ask('why', { brain, turn: at, ...(node === undefined ? {} : { node }) }, { deadlineMs })
    if (turn !== undefined) return asked(turn)
    const { counts } = await worker.ask('show', { brain }, { deadlineMs })
    return lastAsked(brain, counts.turns, asked)
  })
  return { lines: recallInWords(answer, charactersMost, { isOwner: true }).split('\n'), json: answer, exit: exits.done }
}

/** Heartbeats are turns too, and people do not mean them. */
const turnsBack = 100

/** Searches backwards from the newest turn; turns are numbered from 1. */
const lastAsked = async (brain: string, turns: number, asked: (turn: string) => Promise<Answer.WhyAnswer>): Promise<Answer.WhyAnswer> => {
  for (let at = turns; at > Math.max(0, turns - turnsBack); at--) {
    const answer = await asked(`t${at}`)
    if (answer.absent !== 'not-interactive') return answer
  }
  throw new Refused({ tag: 'NotFound', message: `${brain} recalled nothing of late: name a turn`, exit: exits.absent })
}

export const log = async (here: Configured, { agent, limit = '50', session, turn, type, walks }: Options): Promise<Told> => {
  await needStore(here)
  const named = brainOf(here, agent)
  if (!/^\d{1,6}$/.test(limit))
    throw new Refused({ tag: 'InvalidRequest', message: `--limit: ${limit} is no whole number`, exit: exits.malformed })
  const filter = Object.fromEntries(Object.entries({ turn, type }).filter(([, value]) => value !== undefined))
  const asked = { brain: named.brain, limit: Number(limit), ...filter, walks: walks === true || type !== undefined, names: true }
  const answer = await here.withMemory((worker) =>
    session === undefined
      ? worker.ask('log', asked, { deadlineMs })
      : askOfSession({ naming: here.naming, agent: named.agent }, session, (one) =>
          worker.ask('log', { ...asked, session: one }, { deadlineMs }),
        ),
  )
  return {
    lines: [...(answer.more ? ['older events match too: --limit shows more'] : []), ...answer.events.map(lineOf)],
    json: answer,
    exit: exits.done,
  }
}

const lineOf = ({ at, data, names = {}, position, turn, type }: Answer.LoggedEvent): string => {
  const facts = Object.entries(data).map(([name, value]) => `${name}=${names[name]?.join(', ') ?? short(value)}`)
  return `${String(position).padStart(7)}  ${at}  ${type.padEnd(18)}  ${(turn ?? '').padEnd(6)}  ${plainLine(facts.join(' '), 160)}`
}

/** Shortens references to 8 characters, enough to distinguish them. */
const short = (value: unknown): string => JSON.stringify(value).replace(/\b([0-9a-f]{8})[0-9a-f]{56}\b/g, '$1…')

/** Refuses where the gateway needs a name and has none: notes without it would be another gateway's. */
const folderOf = ({ naming }: Configured, agent: string): string | undefined => {
  const gateway = naming.gateway()
  if (Result.isFailure(gateway)) throw new Refused({ tag: 'NotRead', message: gateway.failure, exit: exits.refused })
  return notesFolder(naming, agent)
}

/** Reads the notes of a workspace now; `prune` also retires when most of them are gone. */
export const follow = async (here: Configured, { agent, prune = false }: Options): Promise<Told> => {
  const named = brainOf(here, agent)
  const workspace = here.host.runtime.agent.resolveAgentWorkspaceDir(here.host.config, named.agent)
  const folder = folderOf(here, named.agent)
  const followed = followedIn({ workspaces: new Map(), stopped: false }, { ...named, workspace, folder })
  // The file holds what a gateway saved; newer readings in its memory are out of reach.
  const reading = (await readReading(readingPath(here.files), Date.now())).get(placeIn(named)) ?? emptyReading()
  const brought = await here.withMemory((worker) => followNotes({ host: openClaw, followed, worker, reading, prune }))
  const { lastAt, notes, problem, skipped } = followed
  if (problem !== undefined)
    throw new Refused({ tag: problem.kind === 'gone' ? 'MostlyGone' : 'NotRead', message: problem.text, exit: exits.refused })
  if (lastAt === undefined) throw new Refused({ tag: 'NotRead', message: `${workspace}: there is no such workspace`, exit: exits.refused })
  return {
    lines: [
      `${counted(notes, 'note')} of ${workspace} ${notes === 1 ? 'is' : 'are'} read in ${named.brain}`,
      `  nodes: ${brought.added} added, ${brought.revised} revised; notes: ${brought.renamed} moved, ${brought.retired} gone`,
      ...((brought.waiting ?? 0) > 0 ? [`  ${waitsInWords(named.brain, brought.waiting ?? 0, openClaw)}`] : []),
      ...skipped.map(({ path, reason }) => `  left out: ${plainLine(path, 120)}: ${reason}`),
    ],
    json: { ...named, workspace, notes, ...brought, skipped },
    exit: skipped.length === 0 ? exits.done : exits.refused,
  }
}
