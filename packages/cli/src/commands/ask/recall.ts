/** `recall`: asks a question, prints the memories, and says how to teach the turn. */
import type { Answer } from '@crabtrail/core'
import { excerpt } from '@crabtrail/text/words/excerpt'
import * as Effect from 'effect/Effect'
import { exits } from '../../failures.ts'
import { openMemory } from '../../memory.ts'
import { Output, present } from '../../render/output.ts'
import { counted, indented, type Page, plainLine, score, widthOf, wrapped } from '../../render/page.ts'
import { behind, ending } from '../../render/parts.ts'
import { routingLines } from '../../render/routing.ts'
import { asking, onDay } from '../command.ts'
import { droppedReason } from '../past/why.ts'

const fields = [
  'question',
  'session',
  'engine',
  'limit',
  'budget',
  'seeds',
  'hops',
  'heartbeat',
  'at',
  'today',
  'record',
  'autoNeurogenesis',
  'autoMaxPerSession',
  'autoWindow',
  'autoKnownThreshold',
  'key',
  'expected',
] as const

export const recall = asking('recall', fields, {
  summary: 'ask a question; the answer is a turn, which you can judge afterwards',
  reads: ['at', 'record'],
  example: 'crabtrail recall "how do we roll back a deploy?"',
  access: 'write',
  embeds: true,
  asksModel: true,
})(
  Effect.fn('recall')(function* ({ request }) {
    const memory = yield* openMemory
    const answer = yield* memory.recall({ ...(yield* onDay(request)), ensure: false })
    yield* present(answer, (shown, page) => recalled(shown, page, request.question))
    const [first] = answer.items
    if (answer.turn !== null && first !== undefined) {
      const { note, page } = yield* Output
      const [given] = answer.context.items
      const teach = page.command('used', given ?? first.node, ...(request.session === undefined ? [] : ['--session', request.session]))
      yield* note(`${given === undefined ? 'if the first one answers it' : 'if it helped'}: ${teach}`)
      yield* note(`see why: ${page.command('why', answer.turn)}`)
    }
    return exits.done
  }),
)

const contentLines = 3
/** A guardrail has about 240 characters. */
const guardrailLines = 4

/** Prints a recall. `question`: the words of which each memory shows the part of its text that has most; without one the beginning. */
export const recalled = (answer: Answer.RecallAnswer, page: Page, question = ''): ReadonlyArray<string> => {
  const { items, context, latencyMs } = answer
  const turn = answer.turn === null ? 'not recorded' : answer.turn
  const sizes = `${counted(items.length, 'memory', 'memories')}, ${givenOf(answer)}, ${latencyMs.toFixed(1)} ms`
  const isGiven = new Set(context.items)
  const dropped = new Map(answer.context.dropped.map((one) => [one.node, one]))
  return [
    `${page.strong(turn)}  ${sizes}${ending(answer, page)}`,
    ...routingLines(answer.routing, page),
    ...(answer.skipped === undefined ? [] : [page.bad(`memory was not used: ${answer.skipped}`)]),
    ...(answer.approximate === undefined ? [] : [`it may differ from what was seen then: ${answer.approximate}`]),
    ...answer.guardrails.flatMap(({ node, text = node }) => wrapped(`! ${plainLine(text)}`, page.width, guardrailLines).map(page.bad)),
    ...(items.length === 0 && answer.skipped === undefined ? [nothing(answer)] : []),
    ...items.flatMap((item, index) => [
      '',
      ...itemLines(
        item,
        { question, rank: index + 1, given: isGiven.has(item.node), dropped: isGiven.size === 0 ? undefined : dropped.get(item.node) },
        page,
      ),
      ...orderLines(item, items, page),
    ]),
    ...(answer.backlog === 0 ? [] : ['', ...behind(answer.backlog, page)]),
  ]
}

const nothing = ({ novelty }: Answer.RecallAnswer): string =>
  novelty.verdict === 'off' ? 'nothing came to mind' : `nothing came to mind (${novelty.verdict})`

const givenOf = ({ context, items }: Answer.RecallAnswer): string => {
  if (items.length === 0 || context.tokens > 0) return `${counted(context.tokens, 'token')} of context`
  const has = (sought: (typeof context.dropped)[number]['reason']) => context.dropped.some(({ reason }) => reason === sought)
  if (has('in-prompt')) return 'nothing to add to the prompt'
  return has('budget') ? 'nothing fits into the budget' : 'unsure: nothing would be given'
}

const behindReasons: Readonly<Record<NonNullable<Answer.RecalledItem['behind']>['because'], string>> = {
  'not-visited': 'only its words found it; what the walk visited stands first',
  'said-above': 'most of what it says of the question is said above',
  newer: 'it is of an earlier day',
}

/** Returns a line only if a memory above has a lower score. */
const orderLines = ({ behind }: Answer.RecalledItem, items: ReadonlyArray<Answer.RecalledItem>, page: Page): ReadonlyArray<string> => {
  if (behind === undefined) return []
  const rank = items.findIndex(({ node }) => node === behind.node) + 1
  const text = `order: behind ${rank}, though it scores more: ${behindReasons[behind.because]}`
  return indented(wrapped(text, page.width - scoreColumn, 2).map(page.faint), scoreColumn)
}

const scoreColumn = 5

const supersededLines = ({ supersededBy = [] }: Answer.RecalledItem, page: Page, columns: number): ReadonlyArray<string> =>
  supersededBy.length === 0 ? [] : wrapped(`superseded by ${supersededBy.map((by) => plainLine(by)).join(', ')}`, columns, 2).map(page.bad)

const reviewWords = {
  waits: 'it waits for your yes, and no model is given it',
  refused: 'you refused it, and no model is given it',
} as const

const reviewLines = ({ review }: Answer.RecalledItem, page: Page): ReadonlyArray<string> =>
  review === undefined ? [] : [page.bad(reviewWords[review])]

interface Place {
  readonly question: string
  readonly rank: number
  readonly given: boolean
  /** Why it is left out of what is given; undefined where nothing is given. */
  readonly dropped: Answer.RecallAnswer['context']['dropped'][number] | undefined
}

/** Returns the lines of a memory, with the part of its text that has words of the question. `+` marks a memory that is given to the model. */
const itemLines = (item: Answer.RecalledItem, { dropped, given, question, rank }: Place, page: Page): ReadonlyArray<string> => {
  const head = `${given ? '+' : ' '}${String(rank).padStart(2)}  ${score(item.score)}  `
  const columns = page.width - widthOf(head)
  // Lines are broken at words, so the last words of a part that filled all columns would be cut off.
  const shown = excerpt(item.content, question, Math.floor(0.85 * columns * contentLines))
  return [
    `${head}${page.strong(item.node)}`,
    ...indented([...(item.title === '' ? [] : [item.title]), ...wrapped(shown, columns, contentLines)], widthOf(head)),
    ...indented([...supersededLines(item, page, columns), ...reviewLines(item, page)], widthOf(head)),
    ...indented(wrapped(`why: ${item.why}`, columns, 2).map(page.faint), widthOf(head)),
    ...(dropped === undefined ? [] : indented([page.faint(`not given: ${droppedReason(dropped)}`)], widthOf(head))),
  ]
}
