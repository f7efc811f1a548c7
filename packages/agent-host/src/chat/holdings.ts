/** `/trail ask`, `/trail show` and `/trail forget`: what a question would be given, one memory, and its erasure after a rehearsal. */
import { owner, type Talk } from '../conversation/conversation.ts'
import { todayHere } from '../conversation/today.ts'
import { typedWhole } from '../render/errors.ts'
import { forgottenInWords, memoryInWords, wouldForgetInWords, wouldGiveInWords } from '../render/holdings.ts'
import type { HostParts } from '../state/parts.ts'
import { type Looking, patienceMs } from '../state/runs.ts'
import { conversationOf } from '../state/shared-state.ts'

export type HoldingsCall =
  | { readonly call: 'ask' | 'show'; readonly text: string }
  | {
      readonly call: 'forget'
      readonly text: string
      /** The selection behind `yes`; undefined where the owner did not confirm anything. */
      readonly selection: string | undefined
    }

/** Reads the text as it is typed: a name or a question has spaces. Quotes and brackets around a name are dropped. */
export const readHoldings = (typed: string): HoldingsCall | undefined => {
  const found = /^\s*(ask|show|forget)(?:\s+([\s\S]*))?$/i.exec(typed)
  if (found === null) return undefined
  const call = (found[1] ?? '').toLowerCase() as HoldingsCall['call']
  const text = (found[2] ?? '').trim()
  if (call === 'ask') return { call, text }
  if (call === 'show') return { call, text: bare(text) }
  const confirmed = /^([\s\S]*?)\s+yes(?:\s+([0-9a-f]+))?$/i.exec(text)
  return confirmed === null
    ? { call, text: bare(text), selection: undefined }
    : { call, text: bare(confirmed[1] ?? ''), selection: confirmed[2]?.toLowerCase() }
}

const bare = (name: string): string =>
  name
    .replace(/^"([\s\S]*)"$/, '$1')
    .replace(/^\[([\s\S]*)\]$/, '$1')
    .trim()

/** Most characters of a rehearsal: it names each memory, and the chats that people use take more than that. */
const rehearsalMost = 1_800

type Held = Looking & Pick<HostParts, 'config' | 'state'>

/** Answers one of the three. Some channels cut a message that is longer than `charactersMost`. */
export const tellHoldings = (looking: Held, talk: Talk, asked: HoldingsCall, charactersMost: number): Promise<string> => {
  if (asked.call === 'ask') return ask(looking, talk, asked.text, charactersMost)
  return asked.call === 'forget' ? forget(looking, talk, asked) : show(looking, talk, asked.text, charactersMost)
}

const ask = async ({ config, deadlineMs, state, worker }: Held, talk: Talk, question: string, most: number): Promise<string> => {
  if (question === '') return 'Say the question, as in /trail ask when is the staging database reset?'
  const inPrompt = state.prompts.get(conversationOf(talk))
  const request = {
    ...talk,
    question,
    record: false,
    today: todayHere(),
    ...(config.tokens === undefined ? {} : { budget: config.tokens }),
    ...(inPrompt === undefined ? {} : { inPrompt }),
  }
  return wouldGiveInWords(await worker.ask('recall', request, { deadlineMs }), question, most)
}

const show = async ({ deadlineMs, worker }: Looking, { brain }: Talk, what: string, most: number): Promise<string> => {
  if (what === '' || isEdge(what)) return 'Say which memory, as in /trail show people/petra.md, or /trail show Petra.'
  return memoryInWords(await worker.ask('show', { brain, what }, { deadlineMs }), most)
}

const isEdge = (what: string): boolean => /^e[1-9]\d*$/.test(what) || what.includes('>')

const forget = async (
  { worker }: Looking,
  { brain }: Talk,
  { selection, text: name }: Extract<HoldingsCall, { readonly call: 'forget' }>,
): Promise<string> => {
  if (name === '')
    return 'Nothing was erased: say what, as in /trail forget Lotte, or /trail forget people/lotte.md. It shows first what would go.'
  const request = { ...asEraser(brain), name, ...(selection === undefined ? { dryRun: true } : { selection }) }
  const answer = await worker.ask('forget', request, { deadlineMs: patienceMs })
  if (answer.selection === undefined || answer.contents === 0) return forgottenInWords(answer, name)
  // The command that does it is never cut off.
  const doIt = `To erase exactly this: /trail forget ${typedWhole(name)} yes ${answer.selection}`
  const changed = answer.changed === true ? 'Something else would go now than what was shown.\n' : ''
  return `${changed}${wouldForgetInWords(answer, name, rehearsalMost - changed.length - doIt.length)}\n${doIt}`
}

/** The owner, in no session: an erasure belongs to none, so that a session can be erased whole. */
export const asEraser = (brain: string) => ({ brain, ...owner })
