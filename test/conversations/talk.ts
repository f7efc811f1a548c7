/** Holds the cases of the corpus with a memory in a host, and says what stood before the model before and after each remark. */
import type { Answer } from '@crabtrail/core'
import { countTokens } from '../../packages/text/src/words/context-fence.ts'
import { type ChatRequest, currentUserText } from '../src/chat-request.ts'
import type { Script } from '../src/model-script.ts'
import type { Host } from '../src/openclaw.ts'
import { type Half, notAboutMemory } from './half.ts'
import { bodyOf, quietAgent, type TalkCase, wornAgent } from './talk-case.ts'

/** A host with an agent for each case's `agent`, whose workspace holds the notes of its half and nothing else. */
export interface TalkStage {
  readonly chat: Host['chat']
  readonly follow: (script: Script) => void
  readonly requests: ReadonlyArray<ChatRequest>
  /** The log of an agent from this position on, once everything that was said is recorded and learned from. `-1`: its last event. */
  readonly log: (agent: string, from: number) => Promise<ReadonlyArray<Answer.LoggedEvent>>
}

/** The notes before the model at one question, in their order. */
export interface Given {
  readonly notes: ReadonlyArray<string>
  /** What was put before the message; empty where nothing was. */
  readonly fence: string
}

export interface Held {
  readonly talk: TalkCase
  /** Whether the answer was drawn from the note that the case is about. */
  readonly drawn: boolean
  readonly before: { readonly question: Given; readonly paraphrase: Given }
  readonly after: { readonly question: Given; readonly paraphrase: Given }
  /** The events by which the remark took something from a memory. */
  readonly blame: ReadonlyArray<string>
  /** What the log says of the remark: the verdict or outcome that it was taken for. Empty where it was taken for none. */
  readonly heard: ReadonlyArray<string>
}

/** Says nothing that a note says, so it uses none. */
const neutral = 'OK.'

export const hold = async (stage: TalkStage, talk: TalkCase): Promise<Held> => {
  const { agent, asked, paraphrase, question, reply, right, says, stale } = talk
  const key = (session: string) => `agent:${agent}:${talk.name.replaceAll(' ', '-')}-${session}`
  const probe = (session: string, message: string) => say(stage, talk.half, key(session), message, () => neutral)
  const paraphraseBefore = await probe('probe', paraphrase)
  const questionBefore = asked === question ? undefined : await probe('probe-2', question)

  const source = stale ?? right
  const opening = await say(stage, talk.half, key('talk'), asked, ({ notes }) => (notes.includes(source) ? reply : neutral))
  const known = (await stage.log(agent, -1)).at(-1)?.position ?? 0
  await probe('talk', says)
  const [, ...since] = await stage.log(agent, known)

  return {
    talk,
    drawn: opening.notes.includes(source),
    before: { question: questionBefore ?? opening, paraphrase: paraphraseBefore },
    after: { question: await probe('talk', question), paraphrase: await probe('later', paraphrase) },
    blame: blamed(since),
    heard: verdictsIn(since),
  }
}

const say = async (stage: TalkStage, half: Half, session: string, message: string, reply: (given: Given) => string): Promise<Given> => {
  const sent = stage.requests.length
  stage.follow((request) => reply(givenIn(request, half)))
  await stage.chat(session, message)
  const request = stage.requests.slice(sent).find((one) => currentUserText(one).includes(message))
  if (request === undefined) throw new Error(`${session}: the model was not asked ${JSON.stringify(message)}`)
  return givenIn(request, half)
}

const givenIn = (request: ChatRequest, half: Half): Given => {
  const fence = fenceIn(request)
  return { notes: notesIn(fence, half), fence }
}

/** What was put before the message of this turn; empty where nothing was. */
export const fenceIn = (request: ChatRequest): string =>
  /<crabtrail-memory[ >][\s\S]*<\/crabtrail-memory>/.exec(currentUserText(request))?.[0] ?? ''

/** The notes in a text in their order. A note is known by the beginning of what it says. */
export const notesIn = (text: string, { notes }: Pick<Half, 'notes'>): ReadonlyArray<string> => {
  const placed = Object.entries(notes).map(([note, said]) => ({ note, place: text.indexOf(bodyOf(said).slice(0, 24)) }))
  const found = placed.filter(({ place }) => place >= 0).toSorted((one, other) => one.place - other.place)
  return found.map(({ note }) => note)
}

/** Verdicts that lower a strength or a utility, and doubts. What fades by itself is neither. */
const blamed = (events: ReadonlyArray<Answer.LoggedEvent>): ReadonlyArray<string> =>
  events.flatMap(({ data, position, type }) => {
    if (type === 'NodeDoubted') return [`${type} ${position}`]
    if (type !== 'StrengthAdjusted' && type !== 'UtilityAdjusted') return []
    return Number(data['to']) < Number(data['from']) ? [`${type} ${data['reason']}`] : []
  })

/** The agent's own `used` is none. */
const verdictsIn = (events: ReadonlyArray<Answer.LoggedEvent>): ReadonlyArray<string> =>
  events.flatMap(({ data, type }) => {
    if (type !== 'OutcomeGiven' && (type !== 'FeedbackGiven' || data['tier'] === 'agent')) return []
    return [[type, data['verdict'], data['reason']].filter((word) => typeof word === 'string').join(' ')]
  })

/** A fact after several remarks that were not about memory, each behind an answer that was drawn from its note. */
export interface Worn {
  readonly name: string
  readonly note: string
  readonly before: Given
  readonly after: Given
}

const remarksMade = 3
const factsWorn = 4

/** Makes three remarks about each of a half's first facts, each in a session of its own. */
export const wear = async (stage: TalkStage, half: Half, agent = wornAgent(half)): Promise<ReadonlyArray<Worn>> => {
  const remarks = half.remarks.filter(({ asked, kind }) => asked === undefined && notAboutMemory.has(kind))
  const worn: Worn[] = []
  for (const [place, { note, question, reply }] of half.facts.slice(0, factsWorn).entries()) {
    const ask = (session: string) =>
      say(stage, half, `agent:${agent}:${session}`, question, ({ notes }) => (notes.includes(note) ? reply : neutral))
    const before = await ask(`before-${place}`)
    for (const [turn, { says }] of remarks.slice(place, place + remarksMade).entries()) {
      await ask(`talk-${place}-${turn}`)
      await stage.log(agent, -1)
      await say(stage, half, `agent:${agent}:talk-${place}-${turn}`, says, () => neutral)
      await stage.log(agent, -1)
    }
    worn.push({
      name: `${half.language} ${half.part} ${note} after ${remarksMade} remarks`,
      note,
      before,
      after: await ask(`after-${place}`),
    })
  }
  return worn
}

/** How much is said where little or nothing is asked. */
export interface Quietness {
  readonly half: Half
  /** The unrelated messages that were given memory. */
  readonly talkative: ReadonlyArray<string>
  /** For each question and paraphrase of a fact: the notes and tokens before it, and where the right one stood, from 1; 0: not there. */
  readonly answers: ReadonlyArray<{ readonly question: string; readonly notes: number; readonly tokens: number; readonly rank: number }>
}

/** Asks every question and says every unrelated message of a half, each in a session of its own. */
export const quietness = async (stage: TalkStage, half: Half, agent = quietAgent(half)): Promise<Quietness> => {
  const talkative: string[] = []
  const answers: Array<Quietness['answers'][number]> = []
  const ask = (place: string, message: string) => say(stage, half, `agent:${agent}:quiet-${place}`, message, () => neutral)
  for (const [place, message] of half.unrelated.entries()) {
    const { fence } = await ask(`unrelated-${place}`, message)
    if (fence !== '') talkative.push(message)
  }
  const asked = half.facts.flatMap(({ note, paraphrase, question }) => [question, paraphrase].map((text) => ({ note, text })))
  for (const [place, { note, text }] of asked.entries()) {
    const { fence, notes } = await ask(`fact-${place}`, text)
    answers.push({ question: text, notes: notes.length, tokens: countTokens(fence), rank: notes.indexOf(note) + 1 })
  }
  return { half, talkative, answers }
}
