/** What the held cases come to: each measure with its count, what it is out of, and the cases that failed. */
import type { Given, Held, Quietness, Worn } from './talk.ts'
import { isAboutMemory } from './talk-case.ts'

export interface Measure {
  readonly met: number
  readonly of: number
  readonly failed: ReadonlyArray<string>
}

/** One of what was asked again: the question or its paraphrase. */
interface Again {
  readonly name: string
  readonly held: Held
  readonly before: Given
  readonly after: Given
}

export interface TalkMeasures {
  /** After a message of any kind that names no fact of another note: the right note is there again. */
  readonly kept: Measure
  /** After a message that is not about memory: the right note is first again. */
  readonly first: Measure
  /** Messages that are not about memory and took nothing from one. */
  readonly unblamed: Measure
  /** After a correction that names the fact of another note: that note is first. */
  readonly rightFirst: Measure
  readonly rightFirstParaphrased: Measure
  /** And the older one is not there. */
  readonly staleGone: Measure
  readonly staleGoneParaphrased: Measure
  /** After a message that states the fact of another note without having to say that the answer was wrong: that note is first. */
  readonly statedFirst: Measure
  /** Nothing came before the model that was not there before, but the right note. */
  readonly undistracted: Measure
  /** After a correction that no note holds: what was said stands before the model. */
  readonly doubtShown: Measure
}

/** Only cases count whose answer was drawn from the note that they are about, and only questions that had the note before. */
export const talkMeasures = (all: ReadonlyArray<Held>): TalkMeasures => {
  const drawn = all.filter((held) => held.drawn)
  const complaints = drawn.filter(({ talk }) => talk.stale === undefined)
  const renewals = drawn.filter(({ talk }) => talk.kind === 'held')
  const [asked, reworded] = [
    renewals.filter(hadBefore('question')).map(again('question')),
    renewals.filter(hadBefore('paraphrase')).map(again('paraphrase')),
  ]
  const stated = drawn.filter(({ talk }) => talk.kind === 'stated').flatMap(bothWays)
  const complained = complaints.flatMap(bothWays)
  const unrelated = complaints.filter(({ talk }) => !isAboutMemory(talk))
  const first = unrelated.flatMap(bothWays).filter(({ before, held }) => before.notes[0] === rightOf(held))
  const unheld = complaints.filter(({ talk }) => talk.kind === 'unheld')
  return {
    kept: measure(complained, ({ after, held }) => after.notes.includes(rightOf(held))),
    first: measure(first, ({ after, held }) => after.notes[0] === rightOf(held)),
    unblamed: measureOf(unrelated, ({ blame }) => blame.length === 0),
    rightFirst: measure(asked, ({ after, held }) => after.notes[0] === rightOf(held)),
    rightFirstParaphrased: measure(reworded, ({ after, held }) => after.notes[0] === rightOf(held)),
    staleGone: measure(asked, ({ after, held }) => !after.notes.includes(staleOf(held))),
    staleGoneParaphrased: measure(reworded, ({ after, held }) => !after.notes.includes(staleOf(held))),
    statedFirst: measure(stated, ({ after, held }) => after.notes[0] === rightOf(held)),
    undistracted: measure([...complained, ...asked, ...reworded, ...stated], (one) => added(one).length === 0),
    doubtShown: measureOf(unheld, ({ after, talk }) => after.question.fence.includes(talk.states ?? '')),
  }
}

type Way = 'question' | 'paraphrase'

const rightOf = ({ talk }: Held): string => talk.right
const staleOf = ({ talk }: Held): string => talk.stale ?? ''
const hadBefore = (way: Way) => (held: Held) => held.before[way].notes.includes(held.talk.stale ?? held.talk.right)
const again =
  (way: Way) =>
  (held: Held): Again => ({ name: `${held.talk.name} (${way})`, held, before: held.before[way], after: held.after[way] })
const bothWays = (held: Held): ReadonlyArray<Again> =>
  (['question', 'paraphrase'] as const).filter((way) => hadBefore(way)(held)).map((way) => again(way)(held))

const added = ({ after, before, held }: Again): ReadonlyArray<string> =>
  after.notes.filter((note) => note !== rightOf(held) && !before.notes.includes(note))

const measureAll = <A>(all: ReadonlyArray<A>, name: (one: A) => string, isMet: (one: A) => boolean): Measure => {
  const failed = all.filter((one) => !isMet(one))
  return { met: all.length - failed.length, of: all.length, failed: failed.map(name) }
}

const measure = (all: ReadonlyArray<Again>, isMet: (one: Again) => boolean): Measure =>
  measureAll(all, ({ after, before, held, name }) => `${name}: ${notesOf(before)} -> ${notesOf(after)} [${held.heard.join(', ')}]`, isMet)

const measureOf = (all: ReadonlyArray<Held>, isMet: (held: Held) => boolean): Measure =>
  measureAll(
    all,
    ({ blame, heard, talk }) => `${talk.name}: ${JSON.stringify(talk.says)} [${[...heard, ...new Set(blame)].join(', ')}]`,
    isMet,
  )

const notesOf = ({ notes }: Given): string => (notes.length === 0 ? 'nothing' : notes.join(' '))

/** Facts whose note is there, and first if it was, after several remarks that were not about memory. */
export const wornMeasure = (all: ReadonlyArray<Worn>): Measure =>
  measureAll(
    all.filter(({ before, note }) => before.notes.includes(note)),
    ({ after, before, name }) => `${name}: ${notesOf(before)} -> ${notesOf(after)}`,
    ({ after, before, note }) => after.notes.includes(note) && (before.notes[0] !== note || after.notes[0] === note),
  )

export interface QuietMeasures {
  /** Unrelated messages that were given nothing. */
  readonly silent: Measure
  /** Questions with the right note before the model. */
  readonly answered: Measure
  readonly answeredFirst: Measure
  /** Means over the questions that were given anything. */
  readonly notes: number
  readonly tokens: number
}

export const quietMeasures = (all: ReadonlyArray<Quietness>): QuietMeasures => {
  const unrelated = all.flatMap(({ half, talkative }) =>
    half.unrelated.map((message) => ({ message, isTalkative: talkative.includes(message) })),
  )
  const answers = all.flatMap((one) => one.answers)
  const given = answers.filter(({ notes }) => notes > 0)
  const mean = (of: (one: (typeof answers)[number]) => number) => given.reduce((sum, one) => sum + of(one), 0) / Math.max(1, given.length)
  return {
    silent: measureAll(
      unrelated,
      ({ message }) => message,
      ({ isTalkative }) => !isTalkative,
    ),
    answered: measureAll(
      answers,
      ({ question }) => question,
      ({ rank }) => rank > 0,
    ),
    answeredFirst: measureAll(
      answers,
      ({ question }) => question,
      ({ rank }) => rank === 1,
    ),
    notes: mean(({ notes }) => notes),
    tokens: mean(({ tokens }) => tokens),
  }
}

/** Of 1; 1 where nothing was measured. */
export const shareOf = ({ met, of }: Measure): number => (of === 0 ? 1 : met / of)

export const printed = (name: string, { failed, met, of }: Measure): string =>
  `${name.padEnd(24)} ${String(met).padStart(4)} / ${String(of).padEnd(4)} ${(100 * shareOf({ met, of, failed })).toFixed(1).padStart(5)} %`
