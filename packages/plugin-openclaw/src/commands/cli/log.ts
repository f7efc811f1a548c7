/** `log`: the newest events of a memory, one a line. */
import type { Answer } from '@crabtrail/core'
import { plainLine } from '../../plain-line.ts'
import { brainOf, type Configured, needStore } from './configured.ts'
import type { Options } from './options.ts'
import { Refused, type Told } from './told.ts'

const deadlineMs = 60_000

export const log = async (here: Configured, { agent, limit = '50', session, turn, type, walks }: Options): Promise<Told> => {
  needStore(here)
  const { brain } = brainOf(here, agent)
  if (!/^\d{1,6}$/.test(limit)) throw new Refused({ tag: 'InvalidRequest', message: `--limit: ${limit} is no whole number`, exit: 2 })
  const filter = Object.fromEntries(Object.entries({ session, turn, type }).filter(([, value]) => value !== undefined))
  const asked = { brain, limit: Number(limit), ...filter, walks: walks === true || type !== undefined, names: true }
  const answer = await here.withMemory((worker) => worker.ask('log', asked, { deadlineMs }))
  return {
    lines: [...(answer.more ? ['older events match too: --limit shows more'] : []), ...answer.events.map(lineOf)],
    json: answer,
    exit: 0,
  }
}

const lineOf = ({ at, data, names = {}, position, turn, type }: Answer.LoggedEvent): string => {
  const facts = Object.entries(data).map(([name, value]) => `${name}=${names[name]?.join(', ') ?? short(value)}`)
  return `${String(position).padStart(7)}  ${at}  ${type.padEnd(18)}  ${(turn ?? '').padEnd(6)}  ${plainLine(facts.join(' '), 160)}`
}

/** References are long and say nothing; their beginning tells them apart. */
const short = (value: unknown): string => JSON.stringify(value).replace(/\b([0-9a-f]{8})[0-9a-f]{56}\b/g, '$1…')
