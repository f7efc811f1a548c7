/** The cases of the corpus, each one small conversation, and the brains that they are held with. */
import { type Half, type Kind, notAboutMemory } from './half.ts'

export interface TalkCase {
  /** `en dev form tax-adviser 3`: language, half, kind, note and place. */
  readonly name: string
  readonly half: Half
  /** `held`: the message says that the answer was wrong, and a fact that another note holds. `stated`: it says the fact, in whatever way. */
  readonly kind: Kind | 'held' | 'stated'
  /** The agent with whom it is held; no two cases of an agent are about the same note. */
  readonly agent: string
  /** The note that has to be there afterwards. */
  readonly right: string
  /** Of `held` and `stated` cases: the older note, from which the answer was given. */
  readonly stale: string | undefined
  readonly question: string
  readonly paraphrase: string
  readonly asked: string
  readonly reply: string
  readonly says: string
  readonly states: string | undefined
}

export const isAboutMemory = ({ kind }: TalkCase): boolean => kind === 'held' || kind === 'stated' || !notAboutMemory.has(kind)

type Unplaced = Omit<TalkCase, 'agent' | 'name'>

/** All cases of a half, each with its agent: the first case about a note goes to the first agent, the second to the second. */
export const casesOf = (half: Half): ReadonlyArray<TalkCase> => {
  const used = new Map<string, number>()
  return [...remarked(half), ...renewed(half)].map((one, place) => {
    const round = (used.get(one.right) ?? 0) + 1
    used.set(one.right, round)
    return { ...one, agent: `${halfName(half)}-${round}`, name: `${half.language} ${half.part} ${one.kind} ${one.right} ${place + 1}` }
  })
}

/** Every sixth case of each kind, the first of each among them: a half in short. */
export const sixthOf = (half: Half): ReadonlyArray<TalkCase> => {
  const seen = new Map<TalkCase['kind'], number>()
  return casesOf(half).filter(({ kind }) => {
    const before = seen.get(kind) ?? 0
    seen.set(kind, before + 1)
    return before % 6 === 0
  })
}

/** As agents are named: `en-dev`, `en-held-out`. */
const halfName = ({ language, part }: Half): string => `${language}-${part}`

/** Of each half one that only questions are asked of, and one to whom more than one remark is made about a note. */
export const quietAgent = (half: Half): string => `${halfName(half)}-quiet`
export const wornAgent = (half: Half): string => `${halfName(half)}-worn`

/** Every agent that a half is held with. */
export const agentsOf = (half: Half): ReadonlyArray<string> => [
  ...new Set([...casesOf(half).map(({ agent }) => agent), quietAgent(half), wornAgent(half)]),
]

/**
 * The files of a half's notes, by their paths in a workspace: every other note has a file of its own, the others stand together on pages
 * of four, as in a diary.
 */
export const filesOf = ({ notes }: Half): Readonly<Record<string, string>> => {
  const all = Object.entries(notes)
  const alone = all.filter((_, place) => place % 2 === 0).map(([note, text]) => [`memory/${note}.md`, `${text}\n`] as const)
  const together = all.filter((_, place) => place % 2 === 1).map(([, text]) => `#${text}\n`)
  const pages = Array.from({ length: Math.ceil(together.length / notesOnPage) }, (_, page) => {
    const written = together.slice(page * notesOnPage, (page + 1) * notesOnPage)
    return [`memory/2026-10-${10 + page}.md`, `# ${10 + page}.10.2026\n\n${written.join('\n')}`] as const
  })
  return Object.fromEntries([...alone, ...pages])
}

const notesOnPage = 4

/** What a note says behind its title: no other note of the half begins so. */
export const bodyOf = (text: string): string => text.slice(text.indexOf('\n\n') + 2)

const remarked = (half: Half): ReadonlyArray<Unplaced> =>
  half.remarks.map(({ about, asked, kind, reply, says, states }) => {
    const fact = half.facts.find(({ note }) => note === about)
    if (fact === undefined) throw new Error(`${halfName(half)}: no fact has the note ${about}`)
    const { paraphrase, question } = fact
    return {
      half,
      kind,
      right: about,
      stale: undefined,
      question,
      paraphrase,
      asked: asked ?? question,
      reply: reply ?? fact.reply,
      says,
      states,
    }
  })

const renewed = (half: Half): ReadonlyArray<Unplaced> =>
  half.renewed.flatMap(({ corrections, note, paraphrase, question, reply, stale }) =>
    corrections.map((says, place) => ({
      half,
      kind: place === 0 ? ('held' as const) : ('stated' as const),
      right: note,
      stale,
      question,
      paraphrase,
      asked: question,
      reply,
      says,
      states: undefined,
    })),
  )
