/**
 * How a gateway names things in the memory: the brains of its agents, its sessions and the sources of its notes.
 *
 * Several gateways, and several agents of one gateway, can share a brain. There a session and a source carry the name of the gateway, so that
 * two of the same name are never taken for one. In a brain that one agent has for itself nothing carries a name.
 */
import { type Answer, type BrainKey, parseBrainKey } from '@crabtrail/core'
import type { StoreChoice } from '@crabtrail/store/store-choice'
import { isWorkerFailure, type MemoryWorker } from '@crabtrail/store/worker'
import * as Result from 'effect/Result'

export interface Naming {
  readonly actor: string
  /** The setting `brain`. */
  readonly brain: string
  /** True where the store is a server, which other gateways may use too. */
  readonly isServer: boolean
  /** Names of the agents of this gateway. */
  readonly agents: () => ReadonlyArray<string>
  /** The name of this gateway; undefined where nobody else can be in its brains. Fails where no name was chosen and none can be kept. */
  readonly gateway: () => Result.Result<string | undefined, string>
}

const agentMark = '{agent}'

export const defaultBrain = `local/${agentMark}/default`

export const fileNaming = (actor: string): Naming => ({
  actor,
  brain: defaultBrain,
  isServer: false,
  agents: () => ['main'],
  gateway: () => Result.succeed(undefined),
})

interface Named extends Pick<Naming, 'actor' | 'agents' | 'brain'> {
  readonly store: StoreChoice
  /** Returns the name of this gateway that was chosen or kept. Asked only where others can be in its brains. */
  readonly gateway: () => Result.Result<string, string>
}

export const namingOf = ({ gateway, store, ...named }: Named): Naming => {
  const isServer = store.kind === 'postgres'
  const isShared = isServer || isTeamBrain(named.brain)
  return { ...named, isServer, gateway: () => (isShared ? gateway() : Result.succeed(undefined)) }
}

/** True where all agents of a gateway have one brain. */
const isTeamBrain = (brain: string): boolean => !brain.includes(agentMark)

/** Returns the reason why a text cannot be the setting `brain`; undefined if it can. */
export const brainProblem = (brain: string): string | undefined => {
  if (brain.split('/').length !== 3) return 'it is not of the form TENANT/AGENT/NAME'
  const named = parseBrainKey(brain.replaceAll(agentMark, 'main'))
  return Result.isFailure(named) ? named.failure : undefined
}

/** The brain of an agent, or the one named `apart` beside it. Fails for an agent whose id cannot be part of a key. */
export const brainNamed = ({ brain }: Pick<Naming, 'brain'>, agent: string, apart?: string): Result.Result<BrainKey, string> => {
  const own = brain.replaceAll(agentMark, agent)
  return Result.flatMap(parseBrainKey(`local/${agent}/default`), () =>
    parseBrainKey(apart === undefined ? own : `${own.split('/')[0]}/${agent}/${apart}`),
  )
}

/** The beginnings of the names of brains that groups and senders have; see `access/access.ts`. */
const apartBeginnings = ['group-', 'sender-']

/** The brains that this gateway looks after: on a server those of its agents, own and apart, and in a file all. No other brain is read. */
export const ownBrains = async (
  worker: Pick<MemoryWorker, 'ask'>,
  naming: Naming,
  deadlineMs: number,
): Promise<Answer.BrainsAnswer['brains']> => {
  if (!naming.isServer) return (await worker.ask('brains', {}, { deadlineMs })).brains
  const made = (agent: string, apart?: string) =>
    Result.match(brainNamed(naming, agent, apart), { onFailure: () => [], onSuccess: (key) => [key] })
  const own = new Set<string>(naming.agents().flatMap((agent) => made(agent)))
  const besides = naming.agents().flatMap((agent) => apartBeginnings.flatMap((beginning) => made(agent, beginning)))
  const { brains } = await worker.ask('brains', { below: [...own, ...besides] }, { deadlineMs })
  return brains.filter(({ key }) => own.has(key) || besides.some((beginning) => key.startsWith(beginning)))
}

/** The session of a conversation. In a team brain the key names the agent, too: a key such as `global` is the same for all. */
export const sessionNamed = (naming: Naming, agent: string, key: string): Result.Result<string, string> =>
  Result.map(naming.gateway(), (gateway) => {
    if (gateway === undefined) return key
    const ofAgent = isTeamBrain(naming.brain) && !/^agent:[^:]*:/i.test(key) ? `agent:${agent}:${key}` : key
    return `${ofAgent}@${gateway}`
  })

/** Asks about a session by its name in the memory. Where there is none of that name, by the key that the host has for a session of this gateway. */
export const askOfSession = async <A>(
  { agent, naming }: { readonly naming: Naming; readonly agent: string },
  name: string,
  ask: (session: string) => Promise<A>,
): Promise<A> => {
  try {
    return await ask(name)
  } catch (error) {
    const named = sessionNamed(naming, agent, name)
    const isUnknown = isWorkerFailure(error) && error._tag === 'NotFound'
    if (!isUnknown || Result.isFailure(named) || named.success === name) throw error
    return await ask(named.success)
  }
}

/** The folder in the memory that the notes of an agent’s workspace are filed under; undefined where they are filed under their paths alone. */
export const notesFolder = (naming: Naming, agent: string): string | undefined => {
  const gateway = Result.getOrUndefined(naming.gateway())
  if (gateway === undefined) return undefined
  return (isTeamBrain(naming.brain) ? `${gateway}/${agent}` : gateway).normalize('NFC')
}

export const sourceOf = (folder: string | undefined, path: string): string => (folder === undefined ? path : `${folder}/${path}`)

/** The path in the workspace of a source; its key where it lies in no folder of this workspace. */
export const pathOf = (folder: string | undefined, source: string): string =>
  folder !== undefined && source.startsWith(`${folder}/`) ? source.slice(folder.length + 1) : source

/** Names the memory of one agent: its brain, and the agent, too, where the brain does not name it. */
export const placeIn = ({ agent, brain }: { readonly agent?: string | undefined; readonly brain: string }): string =>
  agent === undefined || brain.split('/')[1] === agent ? brain : `${brain}, agent ${agent}`
