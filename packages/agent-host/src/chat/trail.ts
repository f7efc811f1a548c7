/** `/trail`: the owner's commands in a conversation, answered without a model. */

import { type AbsenceReason, type Answer, originInWords } from '@crabtrail/core'
import { isWorkerFailure } from '@crabtrail/store/worker'
import { counted } from '@crabtrail/text/counted'
import * as Result from 'effect/Result'
import { accessOf, refusedHere } from '../access/access.ts'
import { type Access, asOwner, type HeardContext, type Talk, talkOf } from '../conversation/conversation.ts'
import { placeIn } from '../conversation/naming.ts'
import { todayHere } from '../conversation/today.ts'
import { provenLine } from '../health/daily-proof.ts'
import { askedInWords, vectorsInWords } from '../health/work.ts'
import { type Hearer, noneGivenInWords, notedInWords, recallInWords, shownItems, verdictInWords } from '../render/answers.ts'
import { errorInWords, inChat, isRefusal, plainLine, typed } from '../render/errors.ts'
import { deadlineInWords } from '../state/deadline.ts'
import type { Skipped } from '../state/followed.ts'
import { failed, type HostParts } from '../state/parts.ts'
import { blindCauses, problemsOf } from '../state/problems.ts'
import { type Looking, recentTurn } from '../state/runs.ts'
import { type HoldingsCall, tellHoldings } from './holdings.ts'
import { modelInChat } from './model.ts'
import { reviewInChat } from './review.ts'
import { studioInChat } from './studio.ts'
import { readTrail, type TrailCall } from './trail-call.ts'
import { takeBack } from './unlearning.ts'

/* `/trail status`: what this agent remembers, and which problems concern it or all agents, in a few lines. */

interface Conversation {
  readonly access: Access
  readonly talk: Talk
  readonly isOff: boolean
}

const trailStatus = async (
  looking: Looking,
  { config, host, owners, state }: HostParts,
  { access, isOff, talk }: Conversation,
): Promise<string> => {
  const { brain } = talk
  const onOff = isOff ? 'Memory is off in this conversation.' : 'Memory is on in this conversation.'
  // Other people read this chat: only its own memory is reported.
  if (access.memory !== 'owner') return [onOff, 'It is a memory of its own.', await sizeOf(looking, brain, true)].join('\n')
  const { absences, problems } = state.health
  const isKnown = problems.has('store')
  const followed = state.following.workspaces.get(placeIn(talk))
  const proven = state.health.proven.get(brain)
  const without = ofTheStore.flatMap((reason) => (absences[reason] === undefined ? [] : [`${reason} ${absences[reason]}`]))
  const blind = blindCauses.filter((cause) => problems.has(cause))
  const first = blind.map((cause) => `Blind: ${plainLine(host.inChat(problems.get(cause) ?? ''), problemCharacters)}`)
  const known = problemsOf(state, talk).filter((text) => !blind.some((cause) => problems.get(cause) === text))
  // Checked again, because it holds before anybody wrote on the channel; texts that are known already are not repeated.
  const others = [
    ...known,
    ...owners()
      .missing()
      .filter((text) => !known.includes(text)),
  ]
  return [
    ...first,
    onOff,
    await sizeOf(looking, brain, isKnown),
    ...(config.embedder === 'none' ? [] : await vectorsOf(looking, brain)),
    ...(without.length === 0 ? [] : [`Turns without memory since the gateway started, of all agents: ${without.join(', ')}`]),
    ...(tooLate.some((reason) => reason in absences) ? [sentence(deadlineInWords(config.deadlineMs, state.pace.waits))] : []),
    ...(followed === undefined
      ? []
      : [`${counted(followed.notes, 'note of the workspace is', 'notes of the workspace are')} followed.`, ...leftOut(followed.skipped)]),
    ...(proven === undefined ? [] : [`The log was ${provenLine(proven)}.`]),
    ...wrong(others.map(host.inChat), problemsCharacters - first.join('').length),
  ].join('\n')
}

const leftOut = (skipped: ReadonlyArray<Skipped>): ReadonlyArray<string> => {
  const [first] = skipped
  if (first === undefined) return []
  const more = skipped.length === 1 ? '' : `; ${counted(skipped.length - 1, 'more is', 'more are')} told by the status in a terminal`
  return [`Left out: ${plainLine(first.path, 120)}: ${first.reason}${more}.`]
}

/** Then it matters how long a reply waits. */
const tooLate: ReadonlyArray<AbsenceReason> = ['deadline', 'late']

/** Counted for all agents together. The other reasons describe conversations, which may belong to other people. */
const ofTheStore: ReadonlyArray<AbsenceReason> = ['deadline', 'late', 'locked', 'unavailable', 'failed']

/** Returns whole problems, because each ends with what to do; as many as fit into a chat message. */
const wrong = (problems: ReadonlyArray<string>, room: number): ReadonlyArray<string> => {
  const lines = problems.map((problem) => `Wrong: ${plainLine(problem, problemCharacters)}`)
  const shown = lines.filter((_, at) => at === 0 || lines.slice(0, at + 1).join('').length <= room)
  return shown.length === lines.length
    ? lines
    : [...shown, `${counted(lines.length - shown.length, 'more is', 'more are')} told by the status in a terminal.`]
}

const problemCharacters = 300
const problemsCharacters = 560

/** Returns lines about the vectors; none when the embedder is unknown. Problems of store and settings are listed below. */
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
    const behind = backlog === 0 ? '' : `, ${counted(backlog, 'verdict')} still to learn from`
    const waits =
      counts.waiting === undefined ? '' : ` ${counted(counts.waiting, 'memory waits', 'memories wait')} for the owner’s yes: /trail review.`
    return `${brain}: ${counted(counts.nodes, 'node')}, ${counted(counts.edges, 'edge')}, ${counted(counts.turns, 'turn')}, ${counted(counts.said, 'verdict')} of people, at position ${position}${behind}.${waits}`
  } catch (error) {
    if (!isWorkerFailure(error)) throw error
    if (error._tag === 'NotFound') return `${brain}: nothing is remembered yet.`
    // The rest of the status matters most then, so the error becomes one line; its reason is left out when it is listed already.
    return isKnown ? 'The memory cannot be used now.' : `The memory cannot be used now: ${plainLine(error.message, problemCharacters)}`
  }
}

/** Long enough for a look at an old turn; a person waits. */
const deadlineMs = 10_000
/** Some channels cut longer messages. */
const charactersMost = 900

export interface TrailCommand {
  readonly args?: string | undefined
  readonly context: HeardContext
  /** False for somebody who may use no command of the host. */
  readonly isAllowed: boolean
  readonly isOwner: boolean
}

const ownersAlone: ReadonlyArray<string> = [
  'used',
  'wrong',
  'not-relevant',
  'not-useful',
  'undo',
  'unlearn',
  'trust',
  'review',
  'note',
  'ask',
  'show',
  'forget',
  'model',
  'studio',
  'off',
  'on',
] satisfies ReadonlyArray<TrailCall['call']>

/** Never throws. */
export const trail = async (parts: HostParts, command: TrailCommand): Promise<string> => {
  const { context, isOwner } = command
  if (!parts.isOn()) return 'The memory is switched off.'
  if (!command.isAllowed) return 'Only the owner of this agent may use /trail.'
  const asked = readTrail(command.args)
  if (ownersAlone.includes(asked.call) && !isOwner) return `Only the owner of this agent may say /trail ${asked.call}.`
  if (asked.call === 'help') return help
  if (asked.call === 'unknown') return `There is no /trail ${plainLine(asked.word, 40)}.\n${help}`
  const access = accessOf({ owners: parts.owners(), config: parts.config }, { context, word: isOwner })
  if (access.memory === 'none') return refusedHere(access)
  if ((isOfHoldings(asked) || asked.call === 'review' || asked.call === 'studio') && access.memory !== 'owner')
    return `/trail ${asked.call} is for private conversations with the owner of this agent.`
  const talk = talkOf(parts.naming, context, access)
  if (Result.isFailure(talk)) return `It is not known whose memory this is: ${talk.failure}.`
  try {
    return await answer(parts, command, { access, asked, talk: talk.success })
  } catch (error) {
    const message = errorInWords(error, inChat)
    if (isRefusal(error)) return plainLine(isLook(asked) ? sentence(message) : `Nothing was changed: ${message}`, charactersMost)
    failed(parts, '/trail', error)
    return plainLine(`The memory could not answer: ${message}. Try again; /trail status says what is wrong.`, charactersMost)
  }
}

const isOfHoldings = (asked: TrailCall): asked is HoldingsCall => ['ask', 'show', 'forget'].includes(asked.call)

const isLook = ({ call }: TrailCall): boolean => call === 'ask' || call === 'show'

const sentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}${message.endsWith('?') ? '' : '.'}`

interface Seen {
  readonly access: Access
  readonly asked: Exclude<TrailCall, { readonly call: 'help' | 'unknown' }>
  readonly talk: Talk
}

const answer = async (
  parts: HostParts,
  { context: { sessionKey }, isOwner }: TrailCommand,
  { access, asked, talk }: Seen,
): Promise<string> => {
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
      return trailStatus(looking(), parts, { access, talk, isOff })
    case 'model':
      return plainLine(await modelInChat(looking(), parts, talk.brain), charactersMost)
    case 'studio':
      return studioInChat(parts, talk.brain)
    case 'why':
      return why(looking(), talk, asked.node, { isOwner })
    case 'trust':
      return trust(looking(), talk, asked)
    case 'review':
      return reviewInChat(looking(), talk, asked, charactersMost)
    case 'ask':
    case 'show':
    case 'forget':
      return tellHoldings({ ...looking(), config: parts.config, state }, talk, asked, charactersMost)
    case 'note':
      return note(looking(), talk, asked.text)
    case 'used':
    case 'not-relevant':
    case 'not-useful':
    case 'wrong':
      return judge(looking(), talk, asked)
    case 'undo':
    case 'unlearn':
      return takeBack({ ...looking(), naming: parts.naming }, talk, asked, charactersMost)
    default:
      return asked satisfies never
  }
}

const help = [
  '/trail ask QUESTION: what would be given for it; nothing is recorded',
  '/trail show NAME: one memory, by its id, file or title',
  '/trail why: what the last answer was given from memory, and why',
  '/trail used 1: that helped; also not-relevant, not-useful',
  '/trail wrong 1 instead ID: that was wrong, and what would have been right',
  '/trail undo: that verdict, the last one said here, is taken back',
  '/trail unlearn session ID: all that a conversation taught is taken back; shows first what would change',
  '/trail trust ID: a note from what others wrote may be given; /trail trust ID off: not any more',
  '/trail review: what waits for your yes',
  '/trail note TEXT: the text is kept as a note of yours',
  '/trail forget NAME: erases what says it; shows first what would go',
  '/trail off, /trail on: without memory here, and with it again',
  '/trail status: what is remembered, and what is wrong',
  '/trail model: asks the language model once',
  '/trail studio: opens a page of it',
  'A memory is named by its number in /trail why, or by its id.',
].join('\n')

/** A number means an item of the newest turn that gave memories. An id is looked up in the newest turn, which may be the one that missed it. */
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

/** Says why the newest turn was given nothing, where no turn of the conversation was given a memory. */
const nothingGiven = async (looking: Looking, talk: Talk, call: string): Promise<string> => {
  const turn = await recentTurn(looking, talk, { shown: false })
  if (turn === undefined) return nothingYet
  return `Nothing was noted: ${noneGivenInWords(await whyOf(looking, talk, turn))} A memory is named by its id: /trail ${call} ID`
}

const whyOf = ({ worker }: Looking, { brain }: Talk, turn: string) => worker.ask('why', { brain, turn }, { deadlineMs })

const lastShown = async (looking: Looking, talk: Talk): Promise<Answer.WhyAnswer | undefined> => {
  const turn = await recentTurn(looking, talk, { shown: true })
  return turn === undefined ? undefined : whyOf(looking, talk, turn)
}

/** A note that was not given has no number, so it is named by its id. */
const trust = async (
  { worker }: Looking,
  talk: Talk,
  { node, off, rest }: Extract<TrailCall, { readonly call: 'trust' }>,
): Promise<string> => {
  if (rest.length > 0)
    return `Nothing was changed: "${plainLine(rest.join(' '), 40)}" is too much; say /trail trust ID, or /trail trust ID off.`
  if (node === undefined) return 'Nothing was changed: say which note, as in /trail trust ID. A search of the memory shows the id.'
  const answered = await worker.ask('trust', { ...asOwner(talk), node, ...(off ? { off } : {}) }, { deadlineMs })
  return plainLine(`${answered.node} is ${originInWords(answered)}.`, charactersMost)
}

const note = async ({ worker }: Looking, talk: Talk, text: string): Promise<string> => {
  if (text === '') return 'Nothing was noted: say what, as in /trail note the staging database is reset every Monday.'
  return notedInWords(await worker.ask('note', { ...asOwner(talk), ensure: true, today: todayHere(), text }, { deadlineMs }))
}

type Judged = Extract<TrailCall, { readonly instead: ReadonlyArray<string> | undefined }>

const judge = async (looking: Looking, talk: Talk, { call, instead, nodes }: Judged): Promise<string> => {
  const said = [...nodes, ...(instead ?? [])]
  const shown = await lastShown(looking, talk)
  if (shown === undefined && (nodes.length === 0 || said.some(isNumber))) return nothingGiven(looking, talk, call)
  if (shown !== undefined && nodes.length === 0) return choose(shown, call)
  if (instead?.length === 0) return `Nothing was noted: say what would have been right, as in /trail ${call} ${nodes.join(' ')} instead ID.`
  const meant = said.map((node) => named(shown, node))
  const unknown = said.find((_, at) => meant[at] === undefined)
  if (shown !== undefined && unknown !== undefined) return `There is no number ${unknown}.\n${choose(shown, call)}`
  const ids = meant.filter((id) => id !== undefined)
  const right = ids.slice(nodes.length)
  // The memory finds the newest turn that looked at this id, given or left out.
  const turn = shown !== undefined && nodes.some(isNumber) ? { turn: shown.turn } : {}
  const judged = { verdict: call, ...turn, nodes: ids.slice(0, nodes.length), ...(right.length === 0 ? {} : { instead: right }) }
  const answered = await looking.worker.ask('feedback', { ...asOwner(talk), ...judged }, { deadlineMs })
  const hint = corrects(call) && right.length === 0 ? await rightOne(looking, talk, { answered, call, ids, shown }) : ''
  return `${plainLine(verdictInWords(answered), charactersMost)}${hint}`
}

/** Verdicts that another memory may correct. */
const corrects = (call: Judged['call']): boolean => call === 'wrong' || call === 'not-useful'

interface Corrected {
  readonly answered: Answer.FeedbackAnswer
  readonly call: string
  readonly ids: ReadonlyArray<string>
  readonly shown: Answer.WhyAnswer | undefined
}

/** Suggests the best unjudged memory of the turn as a command to send; empty when there is none. */
const rightOne = async (looking: Looking, talk: Talk, { answered, call, ids, shown }: Corrected): Promise<string> => {
  if (answered.turn === null) return ''
  // Explaining a turn reads the whole log, so an explanation at hand is used again.
  const other = candidate(shown?.turn === answered.turn ? shown : await whyOf(looking, talk, answered.turn), ids)
  return other === undefined
    ? ''
    : `\nIf another note is right, say which: /trail ${call} ${ids.map(typed).join(' ')} instead ${typed(other)}`
}

/** A memory may be named by the beginning of its id. */
const candidate = ({ items }: Answer.WhyAnswer, judged: ReadonlyArray<string>): string | undefined =>
  items.find(({ node }) => !judged.some((id) => node === id || (id.length >= 6 && node.startsWith(id))))?.node

const isNumber = (typed: string): boolean => /^\d{1,3}\.?$/.test(typed)

/** The id for a number of the list; an id is returned as typed. Undefined for a number outside the list. */
const named = (shown: Answer.WhyAnswer | undefined, typed: string): string | undefined =>
  isNumber(typed) ? shown && shownItems(shown)[Number.parseInt(typed, 10) - 1]?.node : typed

const choose = (shown: Answer.WhyAnswer, call: Judged['call'] | 'why'): string => {
  const lines = shownItems(shown).map(({ node, title }, index) => `${index + 1}. ${plainLine(node, 50)}: ${plainLine(title, 40)}`)
  const rest = lines.length > listed ? [`and ${lines.length - listed} more, by id`] : []
  const first = shownItems(shown)[0]?.node
  const right = candidate(shown, first === undefined ? [] : [first])
  const more = call === 'wrong' ? `, or with the right one: /trail wrong 1 instead ${right === undefined ? 'ID' : typed(right)}` : ''
  return [`Which of these, given with ${shown.turn}?`, ...lines.slice(0, listed), ...rest, `Say /trail ${call} 1${more}`].join('\n')
}

const listed = 6
