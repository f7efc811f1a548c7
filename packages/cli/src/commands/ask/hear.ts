/** `hear` and `judge`: what a message of the owner does to the memory, and what waits to be judged: messages, and notes that were read in. */
import { type Answer, InvalidRequest } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { exits } from '../../failures.ts'
import { openMemory } from '../../memory.ts'
import { present, report } from '../../render/output.ts'
import { aligned, clipped, counted, indented, type Page } from '../../render/page.ts'
import { ending } from '../../render/parts.ts'
import { answering, asking, given, onDay, printAnswer } from '../command.ts'
import { withProgress } from '../past/replay.ts'

export const hear = answering('hear', ['text', 'session', 'reply', 'judge', 'today', 'key'], {
  summary: 'say something to the memory as its owner, behind the newest turn of the conversation',
  details: [
    'With --model, a model reads it once and says what it changes. Without one only a plain “that was wrong” is heard, of the answer before.',
    'Under a profile that makes memories of statements, what states something new is kept.',
    'What changed is taken back by undo.',
  ],
  example: 'crabtrail hear "Danuta comes on Tuesdays now"',
  access: 'write',
  asksModel: true,
})(() => heard)

export const judge = asking('judge', ['session', 'today'], {
  summary: 'have a model judge the messages that wait, or recorded messages anew',
  details: [
    'With --again it asks about recorded messages once more, in a branch without their former judgements, and prints what it judges otherwise.',
    'Each is asked about with the memories that were near it then. The memory itself is not changed, and without --save-as nothing is kept.',
  ],
  flags: {
    again: { help: 'judge messages anew that a model judged before, and show what differs' },
    limit: { value: 'N', number: 'whole', help: 'with --again: the most messages, the newest ones; else 50' },
    'save-as': { value: 'BRAIN', help: 'with --again: keep the branch as a brain of this name' },
  },
  example: 'crabtrail judge --model http://localhost:11434/v1#qwen3',
  access: 'write',
  asksModel: true,
})(
  Effect.fn('judge')(function* ({ flags: { again, limit, 'save-as': saveAs }, request }) {
    if (again === true) return yield* judgeAnew(request, given({ limit, saveAs }))
    const extra = limit === undefined ? (saveAs === undefined ? undefined : 'saveAs') : 'limit'
    if (extra !== undefined) return yield* new InvalidRequest({ field: extra, problem: 'it belongs to --again' })
    const dated = yield* onDay(request)
    return yield* printAnswer((memory) => memory.judge(dated), judgements, report)
  }),
)

interface Anew {
  readonly limit?: number
  readonly saveAs?: string
}

const judgeAnew = Effect.fnUntraced(function* (
  { today, ...request }: { readonly brain?: string; readonly session?: string; readonly today?: string },
  anew: Anew,
) {
  if (today !== undefined)
    return yield* new InvalidRequest({ field: 'today', problem: 'with --again each message has the day on which it was said' })
  const memory = yield* openMemory
  const answer = yield* withProgress(memory.judgeAgain({ ...request, ...anew }))
  yield* answer.saved === undefined ? present(answer, judgedAnew) : report(answer, judgedAnew)
  // Without any answer nothing was compared, which must not look like agreement.
  return answer.differ + answer.equal === 0 && answer.unanswered + answer.left > 0 ? exits.refused : exits.done
})

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
  review: 'it would have to wait for your yes, and no text of its own could: say it yourself, with used, wrong or note',
} as const satisfies Readonly<Record<NonNullable<Judged['refused']>, string>>

/** Returns the words for what a judgement changed, or for why it changed nothing. */
const endOf = ({ became, refused, review }: Judged): string => {
  if (refused !== undefined) return `nothing follows: ${gates[refused]}`
  if (review === 'refused') return 'nothing, because you refused this text'
  return review === 'waits' ? `${ends[became]}, once you say yes` : ends[became]
}

const judgedLines = (judged: Judged, page: Page): ReadonlyArray<string> => {
  const { candidate, confidence, kept, model, new: now, old, review, verdict } = judged
  return [
    `${model}: ${verdicts[verdict]}${candidate === null ? '' : ` of ${candidate}`}, ${confidence.toFixed(2)} sure`,
    ...indented([
      ...(old === null || now === null ? [] : [`“${old}” → “${now}”`]),
      ...(old !== null && now === null ? [`“${old}”`] : []),
      ...(verdict === 'about-reply' || verdict === 'unrelated' ? [] : [endOf(judged)]),
      ...(kept === undefined ? [] : [`kept as ${kept}`]),
      ...(kept !== undefined && review === 'waits' ? [`it waits for your yes: ${page.command('review', 'approve', kept)}`] : []),
    ]),
  ]
}

export const heard = (answer: Answer.HearAnswer, page: Page): ReadonlyArray<string> => {
  const { detail, doubted, feedback, judged, made, reason, turn } = answer
  const end = ending(answer, page)
  const fault = indented(detail === undefined ? [] : [detail])
  if (judged !== undefined) {
    const [first = '', ...rest] = judgedLines(judged, page)
    const back = judged.feedback === undefined ? [] : [page.faint(`${page.command('undo')} takes it back`)]
    return [`${first}${end}`, ...rest, ...indented(back)]
  }
  if (feedback !== null)
    return [`${feedback}: ${counted(doubted.length, 'memory', 'memories')} called wrong${end}`, ...indented(doubted), ...fault]
  if (made !== undefined) return [`kept as ${made}, on probation${end}`, ...fault]
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
      const [first = '', ...rest] = judgedLines(one, page)
      return [`${one.note ?? one.turn ?? ''}  ${first}`, ...rest]
    }),
  ]
}

const beginning = 40

/** Returns a line for each message that is judged otherwise, behind a summary; the equal ones are only counted. */
export const judgedAnew = (answer: Answer.JudgeAgainAnswer, page: Page): ReadonlyArray<string> => {
  const { detail, differ, equal, erased, judged, left, older, passedOver, saved, unanswered, unasked, unkept } = answer
  const without: ReadonlyArray<readonly [count: number, why: string]> = [
    [unanswered, 'without an answer that counts'],
    [left, `not asked about: ${unasked ?? ''}`],
    [older, 'older, left as judged; --limit takes more'],
    [erased, 'passed over: the words were erased'],
    [unkept, 'passed over: the words were never kept'],
    [passedOver, 'passed over: no memory is near, or they do not fit into a question'],
  ]
  return [
    `${counted(differ, 'message')} judged otherwise, ${equal} the same${ending(answer, page)}`,
    ...indented([
      ...aligned(
        judged
          .filter(({ differs }) => differs)
          .map(({ after, before, feedback, message, turn }) => [
            turn ?? feedback ?? '',
            clipped(message.replaceAll(/\s+/g, ' '), beginning),
            `${inShort(before)} → ${inShort(after)}`,
          ]),
      ),
      ...without.flatMap(([count, why]) => (count === 0 ? [] : [page.faint(`${count} ${why}`)])),
      ...(detail === undefined ? [] : [detail]),
    ]),
    ...(saved === undefined ? [] : [`saved as ${page.strong(saved.brain)} at ${saved.position}`]),
  ]
}

/** Returns a judgement in a few words: `says otherwise of home/cleaning.md: “Thursday” is “tuesdays”`. */
const inShort = (judged: Judged | null): string => {
  if (judged === null) return 'no answer'
  const { became, candidate, new: now, old, refused, verdict } = judged
  const words = [old, now].flatMap((one) => (one === null ? [] : [`“${one}”`])).join(' is ')
  const end = refused ?? (became === 'marked' ? 'marked' : undefined)
  return `${verdicts[verdict]}${candidate === null ? '' : ` of ${candidate}`}${words === '' ? '' : `: ${words}`}${end === undefined ? '' : ` (${end})`}`
}
