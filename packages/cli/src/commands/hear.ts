/** `hear` and `judge`: what a message of the owner does to the memory, and what waits to be judged: messages, and notes that were read in. */
import type { Answer } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { onDay } from '../calls/today.ts'
import { exits } from '../failures.ts'
import { openMemory } from '../memory.ts'
import { report } from '../render/output.ts'
import { counted, ending, indented, type Page } from '../render/page.ts'
import { asking } from './command.ts'

export const hear = asking('hear', ['text', 'session', 'reply', 'judge', 'today', 'key'], {
  group: 'Ask and teach',
  summary: 'say something to the memory as its owner, behind the newest turn of the conversation',
  details: [
    'With --model, a model reads it once and says what it changes. Without one only a plain “that was wrong” is heard, of the answer before.',
    'What changed is taken back by undo.',
  ],
  example: 'crabtrail hear "Danuta comes on Tuesdays now"',
  access: 'write',
  asksModel: true,
})(
  Effect.fn('hear')(function* ({ request }) {
    const memory = yield* openMemory
    yield* report(yield* memory.hear(yield* onDay(request)), heard)
    return exits.done
  }),
)

export const judge = asking('judge', ['session', 'today'], {
  group: 'Ask and teach',
  summary: 'have a model judge the messages that wait',
  example: 'crabtrail judge --model http://localhost:11434/v1#qwen3',
  access: 'write',
  asksModel: true,
})(
  Effect.fn('judge')(function* ({ request }) {
    const memory = yield* openMemory
    yield* report(yield* memory.judge(yield* onDay(request)), judgements)
    return exits.done
  }),
)

type Judged = NonNullable<Answer.HearAnswer['judged']>

const verdicts = {
  supersedes: 'says otherwise',
  same: 'says the same again',
  adds: 'says something new',
  'about-reply': 'is about the reply',
  unrelated: 'changes nothing',
} as const satisfies Readonly<Record<Judged['verdict'], string>>

const ends = {
  superseded: 'is said otherwise from now on',
  marked: 'is given with this message beside it from now on',
  reasserted: 'holds again',
  noted: 'is noted, on probation',
  nothing: 'nothing follows',
} as const satisfies Readonly<Record<Judged['became'], string>>

const gates = {
  'not-offered': 'the model named no memory that it was shown',
  gone: 'the memory changed or went meanwhile',
  'old-words': 'the words that the model quotes do not stand in the memory',
  'new-words': 'the words that the model quotes do not stand in the message',
  passing: 'it does not last',
  unsure: 'the model is not sure enough',
  held: 'too many messages of late were judged to change something: see doctor',
  known: 'it holds already',
  overtaken: 'a newer message is about the same words',
} as const satisfies Readonly<Record<NonNullable<Judged['refused']>, string>>

/** Returns the lines of one judgement. */
const judgedLines = ({ became, candidate, confidence, kept, model, new: now, old, refused, verdict }: Judged): ReadonlyArray<string> => [
  `${model}: ${verdicts[verdict]}${candidate === null ? '' : ` of ${candidate}`}, ${confidence.toFixed(2)} sure`,
  ...indented([
    ...(old === null || now === null ? [] : [`“${old}” → “${now}”`]),
    ...(old !== null && now === null ? [`“${old}”`] : []),
    ...(verdict === 'about-reply' || verdict === 'unrelated'
      ? []
      : [refused === undefined ? ends[became] : `nothing follows: ${gates[refused]}`]),
    ...(kept === undefined ? [] : [`kept as ${kept}`]),
  ]),
]

export const heard = (answer: Answer.HearAnswer, page: Page): ReadonlyArray<string> => {
  const { detail, doubted, feedback, judged, reason, turn } = answer
  const end = ending(answer, page)
  const fault = indented(detail === undefined ? [] : [detail])
  if (judged !== undefined) {
    const [first = '', ...rest] = judgedLines(judged)
    const back = judged.feedback === undefined ? [] : [page.faint(`${page.command('undo')} takes it back`)]
    return [`${first}${end}`, ...rest, ...indented(back)]
  }
  if (feedback !== null)
    return [`${feedback}: ${counted(doubted.length, 'memory', 'memories')} called wrong${end}`, ...indented(doubted), ...fault]
  return [
    `${reason === null || turn === null ? 'nothing was heard of it' : `a correction of ${turn}, of no memory (${reason})`}${end}`,
    ...fault,
  ]
}

export const judgements = (answer: Answer.JudgeAnswer, page: Page): ReadonlyArray<string> => {
  const { detail, judged, left: messages, notesLeft: notes = 0, unasked } = answer
  const left = messages + notes
  const said = judged.filter(({ note }) => note === undefined)
  const noted = judged.length - said.length
  const why = unasked === undefined ? '' : unasked === 'no-model' ? ': no model is named, see --model' : `: ${unasked}`
  return [
    `${counted(said.length, 'message')}${noted === 0 ? '' : ` and ${counted(noted, 'note')}`} judged, ${left === 0 ? 'none waits' : `${left} left${why}`}${ending(answer, page)}`,
    ...indented(detail === undefined ? [] : [detail]),
    ...judged.flatMap((one) => {
      const [first = '', ...rest] = judgedLines(one)
      return [`${one.note ?? one.turn ?? ''}  ${first}`, ...rest]
    }),
  ]
}
