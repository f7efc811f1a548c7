/** `/trail status`: what this agent remembers, and which problems concern it or all agents, in a few lines. */
import type { AbsenceReason } from '@crabtrail/core'
import { isWorkerFailure } from '@crabtrail/store/worker'
import { missingOwners } from '../access/owners.ts'
import { provenLine } from '../health/daily-proof.ts'
import { type Blindness, problemsOf } from '../health/problems.ts'
import { askedInWords, vectorsInWords } from '../health/work.ts'
import type { Access, Talk } from '../host/conversation.ts'
import type { PluginParts } from '../host/handler.ts'
import { plainLine, problemInChat } from '../render/errors.ts'
import type { Looking } from '../turn/runs.ts'
import type { Skipped } from '../workspace/followed.ts'

interface Conversation {
  readonly access: Access
  readonly talk: Talk
  readonly isOff: boolean
}

export const trailStatus = async (
  looking: Looking,
  { config, hostConfig, state }: PluginParts,
  { access, isOff, talk }: Conversation,
): Promise<string> => {
  const { brain } = talk
  const onOff = isOff ? 'Memory is off in this conversation.' : 'Memory is on in this conversation.'
  // Other people read this chat: only its own memory is reported.
  if (access.memory !== 'owner') return [onOff, 'It is a memory of its own.', await sizeOf(looking, brain, true)].join('\n')
  const { absences, problems } = state.health
  const isKnown = problems.has('store')
  const followed = state.following.workspaces.get(brain)
  const proven = state.health.proven.get(brain)
  const without = ofTheStore.flatMap((reason) => (absences[reason] === undefined ? [] : [`${reason} ${absences[reason]}`]))
  const blind = blindCauses.filter((cause) => problems.has(cause))
  const first = blind.map((cause) => `Blind: ${plainLine(problemInChat(problems.get(cause) ?? ''), problemCharacters)}`)
  const known = problemsOf(state, brain).filter((text) => !blind.some((cause) => problems.get(cause) === text))
  // Checked again, because it holds before anybody wrote on the channel; texts that are known already are not repeated.
  const others = [...known, ...missingOwners(hostConfig()).filter((text) => !known.includes(text))]
  return [
    ...first,
    onOff,
    await sizeOf(looking, brain, isKnown),
    ...(config.embedder === 'none' ? [] : await vectorsOf(looking, brain)),
    ...(without.length === 0 ? [] : [`Turns without memory since the gateway started, of all agents: ${without.join(', ')}`]),
    ...(followed === undefined ? [] : [`${followed.notes} notes of the workspace are followed.`, ...leftOut(followed.skipped)]),
    ...(proven === undefined ? [] : [`The log was ${provenLine(proven)}.`]),
    ...wrong(others, problemsCharacters - first.join('').length),
  ].join('\n')
}

/** Reported first: while one lasts, the rest says little. */
const blindCauses: ReadonlyArray<Blindness['cause']> = ['conversation-access', 'prompt-injection', 'silent-hooks']

const leftOut = (skipped: ReadonlyArray<Skipped>): ReadonlyArray<string> => {
  const [first] = skipped
  if (first === undefined) return []
  const more = skipped.length === 1 ? '' : `; ${skipped.length - 1} more are told by the status in a terminal`
  return [`Left out: ${plainLine(first.path, 120)}: ${first.reason}${more}.`]
}

/** Counted for all agents together. The other reasons describe conversations, which may belong to other people. */
const ofTheStore: ReadonlyArray<AbsenceReason> = ['deadline', 'late', 'locked', 'unavailable', 'failed']

/** Whole problems, because each ends with what to do; as many as fit into a chat message. */
const wrong = (problems: ReadonlyArray<string>, room: number): ReadonlyArray<string> => {
  const lines = problems.map((problem) => `Wrong: ${plainLine(problemInChat(problem), problemCharacters)}`)
  const shown = lines.filter((_, at) => at === 0 || lines.slice(0, at + 1).join('').length <= room)
  return shown.length === lines.length ? lines : [...shown, `${lines.length - shown.length} more are told by the status in a terminal.`]
}

const problemCharacters = 300
const problemsCharacters = 560

/** Empty when the embedder is unknown; problems of store and settings are listed below. */
const vectorsOf = async ({ deadlineMs, worker }: Looking, brain: string): Promise<ReadonlyArray<string>> => {
  const done = await worker.ask('counters', {}, { deadlineMs }).catch(() => undefined)
  if (done?.embedder === undefined) return []
  const own = done.embedder.brains.find((one) => one.brain === brain)
  return [
    ...(own === undefined ? [] : [`Vectors: ${vectorsInWords(own)}.`]),
    ...(done.embedder.failure === undefined ? [] : [`The embedder: ${plainLine(askedInWords(done), problemCharacters)}.`]),
  ]
}

const sizeOf = async ({ deadlineMs, worker }: Looking, brain: string, isKnown: boolean): Promise<string> => {
  try {
    const { backlog, counts, position } = await worker.ask('show', { brain }, { deadlineMs })
    const behind = backlog === 0 ? '' : `, ${backlog} verdicts still to learn from`
    return `${brain}: ${counts.nodes} nodes, ${counts.edges} edges, ${counts.turns} turns, ${counts.said} verdicts of people, ${counts.feedbacks - counts.said} found in use, at position ${position}${behind}.`
  } catch (error) {
    if (!isWorkerFailure(error)) throw error
    if (error._tag === 'NotFound') return `${brain}: nothing is remembered yet.`
    // The rest of the status matters most then, so the error becomes one line; its reason is left out when it is listed already.
    return isKnown ? 'The memory cannot be used now.' : `The memory cannot be used now: ${plainLine(error.message, problemCharacters)}`
  }
}
