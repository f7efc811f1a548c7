/** `/trail undo` and `/trail unlearn`: the owner takes back his last verdict, or all that one conversation taught. */

import type { Answer } from '@crabtrail/core'
import { counted } from '@crabtrail/text/counted'
import { asOwner, type Talk } from '../conversation/conversation.ts'
import { askOfSession } from '../conversation/naming.ts'
import { wholeLines } from '../render/answers.ts'
import { plainLine, typedWhole } from '../render/errors.ts'
import { lastTakenBack, nothingSaid, sessionTakenBack, taughtAgain, wouldBeTaken } from '../render/unlearning.ts'
import type { HostParts } from '../state/parts.ts'
import { type Looking, patienceMs } from '../state/runs.ts'

export type UnlearningCall =
  | { readonly call: 'undo'; readonly rest: ReadonlyArray<string> }
  | {
      readonly call: 'unlearn'
      /** `session`, `undo`, or a word that is neither; undefined when nothing follows. */
      readonly what: string | undefined
      readonly name: string | undefined
      readonly confirmed: boolean
      readonly rest: ReadonlyArray<string>
    }

export const readUnlearning = (call: UnlearningCall['call'], words: ReadonlyArray<string>): UnlearningCall => {
  if (call === 'undo') return { call, rest: words }
  const [what, name, ...more] = words
  const confirmed = more[0]?.toLowerCase() === 'yes'
  return { call, what: what?.toLowerCase(), name, confirmed, rest: confirmed ? more.slice(1) : more }
}

type Unlearning = Looking & Pick<HostParts, 'naming'>

/** Answers one of the two. Some channels cut a message that is longer than `charactersMost`. */
export const takeBack = (hurried: Unlearning, talk: Talk, asked: UnlearningCall, charactersMost: number): Promise<string> => {
  const looking = { ...hurried, deadlineMs: patienceMs }
  if (asked.call === 'undo') return undoLast(looking, talk, asked.rest, charactersMost)
  return asked.what === 'undo' ? withdraw(looking, talk, asked, charactersMost) : unlearn(looking, talk, asked, charactersMost)
}

const undoLast = async ({ deadlineMs, worker }: Looking, talk: Talk, rest: ReadonlyArray<string>, most: number): Promise<string> => {
  if (rest.length > 0)
    return `Nothing was changed: ${tooMuch(rest)}; /trail undo takes back the last verdict of this conversation, /trail unlearn undo POSITION brings back what was taken.`
  try {
    const answered = await worker.ask('undo', asOwner(talk), { deadlineMs })
    return wholeLines([...lastTakenBack(answered), ...wayBack(answered)], most)
  } catch (error) {
    if (nothingSaid(error)) return 'Nothing to take back: no verdict that still teaches was said in this conversation.'
    throw error
  }
}

type UnlearnCall = Extract<UnlearningCall, { readonly call: 'unlearn' }>

const unlearn = async (looking: Unlearning, talk: Talk, { confirmed, name, rest, what }: UnlearnCall, most: number): Promise<string> => {
  if (what !== 'session') {
    const unknown = what === undefined ? '' : `there is no /trail unlearn ${plainLine(what, 40)}; `
    return `Nothing was changed: ${unknown}say /trail unlearn session for the conversations that taught, or /trail unlearn undo POSITION to bring back what was taken.`
  }
  if (name === undefined) return wholeLines(await sessionsThatTaught(looking, talk), most)
  const command = `/trail unlearn session ${typedWhole(name)}`
  if (rest.length > 0)
    return `Nothing was changed: ${tooMuch(rest)}; ${command} shows what would change, and with yes behind it, it is done.`
  const request = { ...asOwner(talk), ...(confirmed ? {} : { dryRun: true }) }
  const { deadlineMs, naming, worker } = looking
  const answered = await askOfSession({ naming, agent: talk.agent ?? '' }, name, (ofSession) =>
    worker.ask('unlearn', { ...request, ofSession }, { deadlineMs }),
  )
  const session = plainLine(name, 60)
  if (confirmed) return wholeLines([...sessionTakenBack(answered, session), ...wayBack(answered)], most)
  // The command that does it is never cut off.
  const doIt = answered.signals.length === 0 ? [] : [`To do it: ${command} yes`]
  return [wholeLines(wouldBeTaken(answered, session), most - doIt.join('').length - 1), ...doIt].join('\n')
}

const wayBack = ({ request }: Pick<Answer.UnlearnAnswer, 'request'>): ReadonlyArray<string> =>
  request === null ? [] : [`/trail unlearn undo ${request} takes this back again.`]

const withdraw = async ({ deadlineMs, worker }: Looking, talk: Talk, { name, rest }: UnlearnCall, most: number): Promise<string> => {
  if (name === undefined || rest.length > 0) {
    const wrong = name === undefined ? 'say which' : tooMuch(rest)
    return `Nothing was changed: ${wrong}, as in /trail unlearn undo 57, with the position that the answer to /trail undo or /trail unlearn named.`
  }
  return wholeLines(taughtAgain(await worker.ask('unlearn', { ...asOwner(talk), undo: name }, { deadlineMs })), most)
}

const tooMuch = (rest: ReadonlyArray<string>): string => `"${plainLine(rest.join(' '), 40)}" is too much`

const sessionsListed = 6
/** Sessions that are asked for, to say how many more taught. */
const sessionsRead = 1_000

/** Lists the conversations that taught something that still teaches, the last to teach first. */
const sessionsThatTaught = async ({ deadlineMs, worker }: Looking, { brain }: Talk): Promise<ReadonlyArray<string>> => {
  const { sessions } = await worker.ask('sessions', { brain, limit: sessionsRead }, { deadlineMs })
  const taught = sessions.filter(({ signals }) => signals > 0)
  const [newest] = taught
  if (newest === undefined) return ['Nothing to take back: nothing that was said in any conversation teaches.']
  const more = taught.length > sessionsListed ? [`and ${taught.length - sessionsListed} more`] : []
  return [
    'Which of these conversations, by its number or its key?',
    ...taught.slice(0, sessionsListed).map(taughtIn),
    ...more,
    `Say /trail unlearn session ${newest.session}: it shows what would change.`,
  ]
}

const taughtIn = ({ last, session, signals, uses }: Answer.ListedSession): string => {
  const said = signals - uses
  const parts = [...(said > 0 ? [counted(said, 'verdict')] : []), ...(uses > 0 ? [`${counted(uses, 'use')} found in replies`] : [])]
  const when = last === null ? '' : `, the last on ${last.at.slice(0, 10)}${last.verdict === null ? '' : ` (${last.verdict})`}`
  return `${session}: ${parts.join(', ')}${when}`
}
