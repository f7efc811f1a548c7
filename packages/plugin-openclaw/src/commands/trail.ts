/** `/trail`: the owner's way to judge recalls in the conversation itself, without a model. */
import type { Answer } from '@crabtrail/core'
import { RemoteMemoryError } from '@crabtrail/store/worker'
import * as Result from 'effect/Result'
import type { OpenClawPluginApi, PluginCommandContext } from 'openclaw/plugin-sdk/plugin-entry'
import { failed } from '../guarded.ts'
import type { PluginParts } from '../parts.ts'
import { plainLine } from '../plain-line.ts'
import { type Hearer, recallInWords, shownItems } from '../recall-in-words.ts'
import { type Looking, recentTurn } from '../recent-turn.ts'
import { asOwner, type Talk, talkOf } from '../signals.ts'
import { verdictInWords } from '../verdict-in-words.ts'
import { trailStatus } from './trail-status.ts'
import { readTrail, type TrailCall } from './trail-words.ts'

/** Somebody sits before it. */
const deadlineMs = 10_000
/** Longer messages are cut by some channels, and read by nobody. */
const charactersMost = 900

export const registerCommands = (api: Pick<OpenClawPluginApi, 'registerCommand'>, parts: PluginParts): void =>
  api.registerCommand({
    name: 'trail',
    description: 'Memory: used, wrong, why, off, on, status.',
    acceptsArgs: true,
    // The host refuses others than the owner, and says who it is, only where a scope is asked for.
    requiredScopes: [ownersScope],
    handler: async (context) => ({ text: await trail(parts, context) }),
  })

/** What a client of the gateway has that is the owner's own, as web chat. */
const ownersScope = 'operator.admin'

type CommandContext = Pick<
  PluginCommandContext,
  'agentId' | 'args' | 'gatewayClientScopes' | 'isAuthorizedSender' | 'senderIsOwner' | 'sessionId' | 'sessionKey'
>

/** To be authorised is less: everybody on an allowlist is. */
const isOwner = ({ gatewayClientScopes, senderIsOwner }: CommandContext): boolean =>
  senderIsOwner === true || gatewayClientScopes?.includes(ownersScope) === true

const ownersAlone: ReadonlyArray<string> = ['used', 'wrong', 'not-relevant', 'not-useful', 'off', 'on'] satisfies ReadonlyArray<
  TrailCall['call']
>

/** Never throws. */
export const trail = async (parts: PluginParts, context: CommandContext): Promise<string> => {
  if (!context.isAuthorizedSender) return 'Only the owner of this agent may use /trail.'
  const asked = readTrail(context.args)
  if (ownersAlone.includes(asked.call) && !isOwner(context)) return `Only the owner of this agent may say /trail ${asked.call}.`
  const talk = talkOf(heard(context))
  if (Result.isFailure(talk)) return `It is not known whose memory this is: ${talk.failure}.`
  try {
    return await answer(parts, context, talk.success, asked)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (error instanceof RemoteMemoryError && ['InvalidRequest', 'NotFound', 'Ambiguous'].includes(error.tag))
      return plainLine(`Nothing was changed: ${message}`, charactersMost)
    failed(parts, '/trail', error)
    return plainLine(`The memory could not answer: ${message}. Try again, or ask openclaw crabtrail doctor.`, charactersMost)
  }
}

const heard = ({ agentId, sessionId, sessionKey }: CommandContext) => ({
  ...(agentId === undefined ? {} : { agentId }),
  ...(sessionId === undefined ? {} : { sessionId }),
  ...(sessionKey === undefined ? {} : { sessionKey }),
})

const answer = async (parts: PluginParts, context: CommandContext, talk: Talk, asked: TrailCall): Promise<string> => {
  const { sessionKey } = context
  const { memory, state } = parts
  const looking = (): Looking => ({ worker: memory.worker(), state, deadlineMs })
  const isOff = sessionKey !== undefined && state.muted.has(sessionKey)
  switch (asked.call) {
    case 'off':
      if (sessionKey === undefined) return 'The host did not say which conversation this is.'
      state.muted.add(sessionKey)
      return 'Memory is off in this conversation: nothing is recalled, and of its turns only that they went without. /trail on switches it on; so does a restart of the gateway.'
    case 'on':
      if (sessionKey !== undefined) state.muted.delete(sessionKey)
      return isOff ? 'Memory is on again in this conversation.' : 'Memory is on in this conversation.'
    case 'status':
      return trailStatus(looking(), parts, talk, isOff)
    case 'why':
      return why(looking(), talk, asked.node, { isOwner: isOwner(context) })
    case 'help':
      return help
    case 'unknown':
      return `There is no /trail ${plainLine(asked.word, 40)}.\n${help}`
    default:
      return judge(looking(), talk, asked)
  }
}

const help = [
  '/trail why: what the last answer was given from memory, and why',
  '/trail used 1: that helped; also not-relevant, not-useful',
  '/trail wrong 1 instead ID: that was wrong, and what would have been right',
  '/trail off, /trail on: without memory in this conversation, and with it again',
  '/trail status: what is remembered, and what is wrong',
  'A memory is named by its number in /trail why, or by its id.',
].join('\n')

/** A number is one of the newest turn that was given memories; an id is asked of the newest turn, which may be the one that missed it. */
const why = async (looking: Looking, talk: Talk, node: string | undefined, hearer: Hearer): Promise<string> => {
  const turn = await recentTurn(looking, talk, { shown: false })
  if (turn === undefined) return nothingYet
  if (node === undefined) return recallInWords(await whyOf(looking, talk, turn), charactersMost, hearer)
  const shown = isNumber(node) ? await lastShown(looking, talk) : undefined
  const numbered = shown === undefined ? undefined : named(shown, node)
  if (shown !== undefined && numbered === undefined) return `There is no number ${node}.\n${choose(shown, 'why')}`
  const about = shown === undefined || numbered === undefined ? { turn, node } : { turn: shown.turn, node: numbered }
  return recallInWords(await looking.worker.ask('why', { brain: talk.brain, ...about }, { deadlineMs }), charactersMost, hearer)
}

const nothingYet = 'Nothing was recalled in this conversation yet.'

const whyOf = ({ worker }: Looking, { brain }: Talk, turn: string) => worker.ask('why', { brain, turn }, { deadlineMs })

const lastShown = async (looking: Looking, talk: Talk): Promise<Answer.WhyAnswer | undefined> => {
  const turn = await recentTurn(looking, talk, { shown: true })
  return turn === undefined ? undefined : whyOf(looking, talk, turn)
}

type Judged = Extract<TrailCall, { readonly nodes: ReadonlyArray<string> }>

const judge = async (looking: Looking, talk: Talk, { call, instead, nodes }: Judged): Promise<string> => {
  const shown = await lastShown(looking, talk)
  if (shown === undefined) return nothingYet
  if (nodes.length === 0) return choose(shown, call)
  if (instead?.length === 0) return `Nothing was noted: say what would have been right, as in /trail ${call} ${nodes.join(' ')} instead ID.`
  const said = [...nodes, ...(instead ?? [])]
  const meant = said.map((node) => named(shown, node))
  const unknown = said.find((_, at) => meant[at] === undefined)
  if (unknown !== undefined) return `There is no number ${unknown}.\n${choose(shown, call)}`
  const ids = meant.filter((id) => id !== undefined)
  const right = ids.slice(nodes.length)
  const judged = { verdict: call, turn: shown.turn, nodes: ids.slice(0, nodes.length), ...(right.length === 0 ? {} : { instead: right }) }
  const answered = await looking.worker.ask('feedback', { ...asOwner(talk), ...judged }, { deadlineMs })
  return plainLine(verdictInWords(answered), charactersMost)
}

const isNumber = (typed: string): boolean => /^\d{1,3}\.?$/.test(typed)

/** A number of the list, else what was typed: an id. Undefined for a number that is not in it. */
const named = (shown: Answer.WhyAnswer, typed: string): string | undefined =>
  isNumber(typed) ? shownItems(shown)[Number.parseInt(typed, 10) - 1]?.node : typed

const choose = (shown: Answer.WhyAnswer, call: Judged['call'] | 'why'): string => {
  const lines = shownItems(shown).map(({ node, title }, index) => `${index + 1}. ${plainLine(node, 50)}: ${plainLine(title, 40)}`)
  const rest = lines.length > listed ? [`and ${lines.length - listed} more, by id`] : []
  const more = call === 'wrong' ? ', or with the right one: /trail wrong 1 instead ID' : ''
  return [`Which of these, given with ${shown.turn}?`, ...lines.slice(0, listed), ...rest, `Say /trail ${call} 1${more}`].join('\n')
}

const listed = 6
