/** What the answers to a life board come to: one table, and a line for each question that failed. */
import type { Found } from './life-board.ts'
import type { Asked, AskedBoard } from './life-board-questions.ts'
import type { HeldChange, HeldRemark, HeldTalks } from './life-board-talks.ts'

/** Counts, and the mean number of tokens over the contexts that were given and over all. */
export interface Figures {
  readonly of: number
  /** Among the first ten of the ranking. */
  readonly ranked: number
  readonly given: number
  /** The right one stands first in the context. */
  readonly first: number
  /** Something was given, and nothing right. */
  readonly wrong: number
  readonly silent: number
  /** The answer was taken out as a secret when it was read in; such a question counts as not answered. */
  readonly takenOut: number
  readonly tokensGiven: number
  readonly tokens: number
}

export const figuresOf = (asked: ReadonlyArray<Asked>): Figures => {
  const count = (is: (one: Asked) => boolean) => asked.filter(is).length
  const sum = asked.reduce((total, { tokens }) => total + tokens, 0)
  const isGiven = ({ given }: Asked) => given.length > 0
  return {
    of: asked.length,
    ranked: count(({ rank }) => rank > 0),
    given: count(({ place }) => place > 0),
    first: count(({ place }) => place === 1),
    wrong: count((one) => isGiven(one) && one.place === 0),
    silent: count((one) => !isGiven(one)),
    takenOut: count(({ takenOut }) => takenOut),
    tokensGiven: sum / Math.max(1, count(isGiven)),
    tokens: sum / Math.max(1, asked.length),
  }
}

export interface TalkFigures {
  readonly remarks: { readonly of: number; readonly heard: number; readonly answered: number; readonly kept: number }
  readonly changes: {
    readonly of: number
    /** The question was answered from the line that holds the old value. */
    readonly drawn: number
    readonly takenUp: number
    readonly stale: number
  }
}

const talkFiguresOf = ({ changes, remarks }: HeldTalks): TalkFigures => {
  const answered = remarks.filter(({ before }) => before)
  return {
    remarks: {
      of: remarks.length,
      heard: remarks.filter(({ heard }) => heard.length > 0).length,
      answered: answered.length,
      kept: answered.filter(({ after }) => after).length,
    },
    changes: {
      of: changes.length,
      drawn: changes.filter(({ drawn }) => drawn).length,
      takenUp: changes.filter(({ takenUp }) => takenUp).length,
      stale: changes.filter(({ stale }) => stale).length,
    },
  }
}

export interface BoardFigures {
  readonly questions: Figures
  readonly kinds: Readonly<Record<string, Figures>>
  readonly list: Figures
  readonly unknown: Figures
  readonly talks?: TalkFigures
}

export const boardFigures = ({ list, questions, unknown }: Omit<AskedBoard, 'readIn'>, talks?: HeldTalks): BoardFigures => ({
  questions: figuresOf(questions),
  kinds: Object.fromEntries([...Map.groupBy(questions, ({ kind }) => kind)].map(([kind, asked]) => [kind, figuresOf(asked)])),
  list: figuresOf(list),
  unknown: figuresOf(unknown),
  ...(talks === undefined ? {} : { talks: talkFiguresOf(talks) }),
})

const percent = (count: number, of: number): string => `${((100 * count) / Math.max(1, of)).toFixed(0)}`
const of = (count: number, all: number): string => `${count}/${all}`

const columns = ['', 'asked', 'among ten', 'given', 'given %', 'first', 'first %', 'wrong', 'silent', 'tokens given', 'tokens'] as const

const row = (name: string, one: Figures): ReadonlyArray<string> => [
  name,
  ...[one.of, one.ranked, one.given].map(String),
  percent(one.given, one.of),
  String(one.first),
  percent(one.first, one.of),
  ...[one.wrong, one.silent].map(String),
  ...[one.tokensGiven, one.tokens].map((tokens) => tokens.toFixed(0)),
]

export const tableOf = (name: string, { kinds, list, questions, talks, unknown }: BoardFigures): string => {
  const rows = [
    columns,
    row('questions', questions),
    ...Object.entries(kinds).map(([kind, one]) => row(`  ${kind}`, one)),
    row('list', list),
  ]
  const widths = columns.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  const lines = rows.map((cells) => cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0))))
  return [
    name,
    ...lines.map((cells) => cells.join('  ')),
    `unknown: silent ${of(unknown.silent, unknown.of)}, tokens where something was given ${unknown.tokensGiven.toFixed(0)}`,
    ...(questions.takenOut + list.takenOut === 0 ? [] : [`answers taken out as secrets: ${questions.takenOut + list.takenOut}`]),
    ...(talks === undefined ? [] : talkLines(talks)),
    '',
  ].join('\n')
}

const talkLines = ({ changes, remarks }: TalkFigures): ReadonlyArray<string> => [
  `remarks: heard ${of(remarks.heard, remarks.of)}; the answer before is given again ${of(remarks.kept, remarks.answered)} (${remarks.of - remarks.answered} had none)`,
  `changes: taken up ${of(changes.takenUp, changes.of)}, the old one alone ${of(changes.stale, changes.of)}; answered from the old line before ${of(changes.drawn, changes.of)}`,
]

/** A line for each question that was not answered by the right memory in the first place, and for each message that was not left alone. */
export const failuresOf = ({ list, questions, unknown }: Omit<AskedBoard, 'readIn'>, talks?: HeldTalks): string => {
  const lines = [
    ...[...questions, ...list].filter(({ place }) => place !== 1).map(missed),
    ...unknown.filter(({ given }) => given.length > 0).map(talkative),
    ...(talks?.remarks ?? []).filter(({ after, before, heard }) => heard.length > 0 || (before && !after)).map(misheard),
    ...(talks?.changes ?? []).filter(({ takenUp }) => !takenUp).map(notTakenUp),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

const missed = ({ best, given, id, kind, place, question, rank, takenOut }: Asked): string => {
  const how = place > 0 ? `given at ${place}` : given.length === 0 ? 'silent' : 'wrong'
  const instead = given.length === 0 ? `best: ${shown(best)}` : `given: ${shown(given[0])}`
  return `${id} ${kind} ${how}, rank ${rank}${takenOut ? ', a secret' : ''}: ${question} | ${instead}`
}

const talkative = ({ given, id, question, tokens }: Asked): string =>
  `${id} unknown, ${tokens} tokens: ${question} | given: ${shown(given[0])}`

const misheard = ({ after, asked, heard, id, says }: HeldRemark): string =>
  `${id} remark: ${asked} | ${says} | heard: ${heard.join(', ') || 'nothing'}${after ? '' : '; the answer is gone'}`

const notTakenUp = ({ drawn, heard, id, instead, says, stale }: HeldChange): string =>
  `${id} change, ${stale ? 'the old one alone' : 'neither'}${drawn ? '' : ', not answered from the old line before'}: ${says} | heard: ${heard.join(', ') || 'nothing'} | given: ${instead}`

const shownMost = 140

const shown = (found: Found | undefined): string =>
  found === undefined ? 'nothing' : `${found.file}: ${found.text.replace(/\s+/g, ' ').slice(0, shownMost)}`
