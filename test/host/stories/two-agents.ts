/** Two agents who hold notes on the same subjects with other facts, and what both are asked of them. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ChatRequest, currentUserText } from '../../src/chat-request.ts'
import { calling, deferred, inTurn, type Script } from '../../src/model-script.ts'
import type { Host } from '../../src/openclaw.ts'

export const speakers = ['ada', 'ben'] as const
export type SpeakerName = (typeof speakers)[number]

export const subjects = ['harbour light', 'ferry timetable', 'bakery oven', 'orchard gate', 'museum key', 'river bridge'] as const

/** Two notes a subject: who it was first, and who it is now. Each names a bird that is named nowhere else. */
const birds: Readonly<Record<SpeakerName, ReadonlyArray<readonly [string, string]>>> = {
  ada: [
    ['kestrel', 'lapwing'],
    ['bittern', 'redshank'],
    ['goldcrest', 'nuthatch'],
    ['whimbrel', 'dunlin'],
    ['fieldfare', 'wheatear'],
    ['gannet', 'puffin'],
  ],
  ben: [
    ['osprey', 'curlew'],
    ['dotterel', 'avocet'],
    ['bullfinch', 'treecreeper'],
    ['turnstone', 'sanderling'],
    ['waxwing', 'stonechat'],
    ['fulmar', 'razorbill'],
  ],
}

/** In no id and in no question. */
export const signOf = (bird: string): string => [...bird].reverse().join('')
export const idOf = (bird: string): string => `memory/${bird}.md`
export const birdsOf = (speaker: SpeakerName): ReadonlyArray<string> => birds[speaker].flat()

const pairOf = (speaker: SpeakerName, subject: number): readonly [string, string] => {
  const pair = birds[speaker][subject]
  if (pair === undefined) throw new Error(`there is no subject ${subject}`)
  return pair
}

export const writeNotes = ({ workspaceOf }: Pick<Host, 'workspaceOf'>): void => {
  for (const speaker of speakers) {
    const folder = join(workspaceOf(speaker), 'memory')
    mkdirSync(folder, { recursive: true })
    subjects.forEach((subject, number) => {
      const [first, now] = pairOf(speaker, number)
      const note = (bird: string, text: string) => writeFileSync(join(folder, `${bird}.md`), `# The ${subject}\n\n${text}\n`)
      note(first, `The ${subject} was looked after by ${first} in spring; the sign on the door says ${signOf(first)}.`)
      note(now, `Since summer ${now} looks after the ${subject}, and the badge for it reads ${signOf(now)}.`)
    })
  }
}

const steps = ['ask', 'judge', 'search', 'why', 'correct'] as const
type Step = (typeof steps)[number]

const questionOf: Readonly<Record<Step, (subject: string) => string>> = {
  ask: (subject) => `Who looks after the ${subject}?`,
  judge: (subject) => `Is it still the same one at the ${subject} since summer?`,
  search: (subject) => `Look up the ${subject} everywhere.`,
  why: (subject) => `Which badge belongs to the ${subject}?`,
  correct: (subject) => `No, that is wrong. I meant another ${subject}.`,
}

export interface Asked {
  readonly question: string
  readonly step: Step
  readonly subject: number
}

/** What both are asked, word for word. */
export const conversation: ReadonlyArray<Asked> = subjects.flatMap((subject, number) =>
  steps.map((step) => ({ question: questionOf[step](subject), step, subject: number })),
)

/** Which of these a request is of, by the workspace that the host names in every system prompt; none where it is of another agent. */
export const speakerOf = <Name extends string>(
  request: ChatRequest,
  { workspaceOf }: Pick<Host, 'workspaceOf'>,
  names: ReadonlyArray<Name>,
): Name | undefined => {
  const named = names.filter((name) => request.body.includes(`Working directory: ${workspaceOf(name)}\\n`))
  const [name] = named
  if (named.length > 1) throw new Error(`this request is of ${named.length} agents`)
  return name
}

/** The memory that was put behind the message of this turn; empty where none was. */
export const fenceOf = (request: ChatRequest): string =>
  /<crabtrail-memory turn="t\d+">[\s\S]*<\/crabtrail-memory>/.exec(currentUserText(request))?.[0] ?? ''

/** A model that answers from what it was given, and uses the tools that the question calls for. */
export const answeringAs = (speaker: SpeakerName): Script => {
  const answered: Script = (request) => {
    const known = birdsOf(speaker).find((bird) => fenceOf(request).includes(bird))
    return known === undefined ? 'I do not know.' : `I think it is the one called ${known}.`
  }
  return (request) => {
    const message = currentUserText(request)
    const asked = conversation.find(({ question }) => message.includes(question))
    if (asked === undefined) return 'HEARTBEAT_OK'
    const call = callOf(speaker, asked)
    return call === undefined ? answered(request) : inTurn(calling(call), saidAfter(speaker, asked))(request)
  }
}

/** What is corrected next says what the note says: a correction of what drew on no note teaches of none. */
const saidAfter = (speaker: SpeakerName, { step, subject }: Asked): string => {
  const [, now] = pairOf(speaker, subject)
  return step === 'why'
    ? `Since summer ${now} looks after the ${subjects[subject]}, and the badge for it reads ${signOf(now)}.`
    : 'I have looked.'
}

const callOf = (speaker: SpeakerName, { step, subject }: Asked) => {
  const [first, now] = pairOf(speaker, subject)
  if (step === 'judge') return deferred('memory_feedback', { verdict: 'wrong', nodes: [`[${idOf(first)}]`], instead: [idOf(now)] })
  if (step === 'search') return deferred('memory_search', { query: `${subjects[subject]} looked after`, corpus: 'all' })
  return step === 'why' ? deferred('memory_why', {}) : undefined
}
