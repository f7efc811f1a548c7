/** Who and what is in the simulated household: people, agents, notes and the words that tell whose a text is. */
import type { Random } from '../bench/random.ts'

/** Ids of people over Telegram. */
export const owner = 42
export const strangers = [77, 78] as const
export const groups = [-7, -8] as const
export const agents = ['main', 'work'] as const
export type Agent = (typeof agents)[number]

export const hostConfig = {
  commands: { ownerAllowFrom: [`telegram:${owner}`] },
  session: { dmScope: 'per-channel-peer' },
  channels: { telegram: { enabled: true } },
}

const things = ['boiler', 'harbour', 'bakery', 'printer', 'greenhouse', 'ferry', 'archive', 'piano', 'router', 'orchard'] as const
const qualities = ['colour', 'supplier', 'timetable', 'schedule', 'caretaker', 'deposit'] as const

export interface Fact {
  /** A word that stands in this text alone, and says by its beginning whose memory may have it. */
  readonly marker: string
  readonly subject: string
  readonly sentence: string
}

/** Whose a marker is: of an agent, or of a conversation with somebody else. */
const marked = /\bz([a-z]+)x(\d+)q\b/g

export const markersIn = (text: string): ReadonlyArray<{ readonly marker: string; readonly whose: string }> =>
  [...text.matchAll(marked)].map(([marker, whose = '']) => ({ marker, whose }))

export const factMaker = () => {
  let made = 0
  return (chance: Random, whose: string): Fact => {
    const subject = `${chance.pick(things)} ${chance.pick(qualities)}`
    const marker = `z${whose}x${++made}q`
    return { marker, subject, sentence: `The ${subject} is ${marker} since spring, and ${chance.pick(things)} visitors ask for it often.` }
  }
}

export const questionAbout = (chance: Random, { subject }: Fact): string =>
  chance.pick([`What is the ${subject}?`, `Do you know the ${subject}?`, `Remind me: the ${subject}, what was it?`])

export const denial = (chance: Random, { subject }: Fact): string =>
  chance.pick([
    `No, that is wrong: the ${subject} is something else.`,
    `That is not right, the ${subject} has changed.`,
    'That is wrong, please never use that note again.',
  ])

export const smallTalk = ['Good morning!', 'Thanks, that is all for now.', 'Can you make that shorter, please?', 'What a week.'] as const

export const noteText = (facts: ReadonlyArray<Fact>): string =>
  `# ${facts[0]?.subject ?? 'Nothing'}\n\n${facts.map(({ sentence }) => sentence).join('\n\n')}\n`
