/** Prints for people what a language model was asked: beside a recall, in `why`, and in `stats`. */
import type { Answer } from '@crabtrail/core'
import { aligned, amount, clipped, counted, indented, type Page, plainLine, usd, widthOf, wrapped } from './page.ts'

type Asked = Answer.RecallAnswer['routing']
type Reason = NonNullable<Asked['reason']>
type Why = NonNullable<Answer.WhyAnswer['routing']>

const reasons: Readonly<Record<Reason, string>> = {
  'no-choice': 'nothing to choose',
  sure: 'the answer is clear',
  unlike: 'no memory is near the message',
  between: 'neither clear nor noisy',
  many: 'many memories fired',
  flat: 'no memory stands out',
  'over-context': 'more fired than the context holds',
  'failed-before': 'a similar question failed before',
}

export const unasked: Readonly<Record<NonNullable<Asked['unasked']>, string>> = {
  'no-model': 'no model is set by --model',
  paused: 'it is paused after failures',
  busy: 'too many questions wait for it',
  'no-room': 'routing.tokensIn leaves no room for two texts',
  'turn-budget': 'a call does not fit into the budget of a turn',
  'day-budget': 'the budget of the day, or its share of it, is used up',
  'brain-budget': 'the budget of the brain is used up',
}

/** Returns one line if a model was asked, or was not although there is one and it was worth it; else none. */
export const routingLines = (asked: Asked, page: Page): ReadonlyArray<string> => {
  const line = lineOf(asked)
  return line === undefined ? [] : wrapped(`routing: ${line}`, page.width, 3).map(page.faint)
}

const lineOf = (asked: Asked): string | undefined => {
  const why = asked.reason === undefined ? '' : ` (${reasons[asked.reason]})`
  const wrong = asked.detail === undefined ? '' : `; ${plainLine(asked.detail)}`
  if (asked.calls > 0) return `${endWords(asked)}, ${usd(asked.costUsd)}, ${asked.latencyMs ?? 0} ms${why}${wrong}`
  // Who named no model does not want to read of it with every question.
  return asked.unasked === undefined || asked.unasked === 'no-model' ? undefined : `not asked, ${unasked[asked.unasked]}${why}`
}

const endWords = ({ fallback, outcome }: Asked): string =>
  outcome === 'answered' ? 'the model answered' : `fell back to the rule: ${fallback ?? 'no answer'}`

/** Explains the call of a turn, with everything that was offered. Returns no lines for a turn that recorded nothing about routing. */
export const routingWhyLines = (why: Why | undefined, page: Page): ReadonlyArray<string> => {
  if (why?.reason === undefined) return []
  return ['', 'routing', ...indented([`${headWords(why)}`, ...(why.calls === 0 ? [] : callLines(why, page))])]
}

export const routingWhyInBrief = (why: Why | undefined, page: Page): ReadonlyArray<string> => {
  if (why === undefined || lineOf(why) === undefined) return []
  if (why.calls === 0) return [`routing: ${headWords(why)}`]
  return [
    `routing: ${endWords(why)}, ${usd(why.costUsd)}; ${headWords(why)}`,
    ...indented([...(why.fallback === undefined ? choiceWords(why) : []), ...explanationLines(why, page, 1)]),
  ]
}

const headWords = (why: Why): string => {
  const reason = why.reason === undefined ? '' : reasons[why.reason]
  if (why.calls === 0) return why.unasked === undefined ? `no call was needed: ${reason}` : `not asked, ${unasked[why.unasked]} (${reason})`
  const model = why.model === undefined ? 'a model' : why.model === null ? 'a model whose name was erased' : plainLine(why.model)
  return `${model} was asked: ${reason}`
}

const choiceWords = ({ dropped = [], followed = [], offered = [] }: Why): ReadonlyArray<string> => [
  `of ${counted(offered.length, 'memory', 'memories')} offered ${followed.length === 0 ? 'none was followed' : `followed ${followed.map(({ node }) => plainLine(node)).join(', ')}`}${dropped.length === 0 ? '' : `; dropped ${dropped.length}`}`,
]

const callLines = (why: Why, page: Page): ReadonlyArray<string> => [
  `${endWords(why)}: ${usd(why.costUsd)}, ${why.tokensIn ?? 0} tokens in and ${why.tokensOut ?? 0} out, ${why.latencyMs ?? 0} ms${why.refused === undefined || why.refused === 0 ? '' : `; ${counted(why.refused, 'entry', 'entries')} of the answer did not count`}`,
  ...(why.template === undefined ? [] : [page.faint(`template ${why.template}, sha256 ${(why.digest ?? '').slice(0, digits)}…`)]),
  ...(why.kernel === undefined
    ? []
    : [
        `kernel ${Object.entries(why.kernel)
          .map(([family, factor]) => `${family} × ${amount(factor)}`)
          .join(', ')}`,
      ]),
  ...explanationLines(why, page, 4),
  ...(why.pausedUntil === undefined ? [] : [page.bad(`several calls failed: no model is asked before ${why.pausedUntil}`)]),
  ...offerLines(why, page),
]

const digits = 8

/** Marks the words of the model as such: they are no statement of the memory. */
const explanationLines = ({ explanation }: Why, page: Page, lines: number): ReadonlyArray<string> => {
  if (explanation === undefined) return []
  if (explanation === null) return [page.faint('the words of the model were erased')]
  return wrapped(`the model’s own words, unchecked: ${JSON.stringify(plainLine(explanation))}`, page.width - 4, lines).map(page.faint)
}

/** Returns the offer as a table: number, memory, title, the pointer by which it could be followed, and what the model did with it. */
const offerLines = ({ attention = [], dropped = [], followed = [], offered = [] }: Why, page: Page): ReadonlyArray<string> => {
  const attended = new Map(attention.map(({ node, value }) => [node, value]))
  const isFollowed = new Set(followed.map(({ node }) => node))
  const isDropped = new Set(dropped)
  const fate = (node: string): string =>
    [
      ...(isFollowed.has(node) ? ['followed'] : []),
      ...(isDropped.has(node) ? ['dropped'] : []),
      ...(attended.has(node) ? [`attention ${amount(attended.get(node) ?? 0)}`] : []),
    ].join(', ')
  const isOffered = new Set(offered.map(({ node }) => node))
  const others = [...new Set([...isFollowed, ...isDropped, ...attended.keys()])].filter((node) => !isOffered.has(node))
  const rows = [
    ...offered.map(({ node, pointer, title }, at) => [
      String(at + 1),
      node,
      fate(node),
      pointer === undefined ? '' : `by ${pointer}`,
      title,
    ]),
    ...others.map((node) => ['', node, fate(node), '', '']),
  ]
  const lines = aligned(
    rows.map((row) => row.map((cell) => plainLine(cell))),
    [0],
  )
  return rows.length === 0
    ? []
    : ['offered', ...indented(lines.map((line) => (widthOf(line) > page.width - 6 ? clipped(line, page.width - 6) : line)))]
}

export const routingStatsLines = ({ expected, reasons: counts, worthACall }: Answer.StatsAnswer['routing']): ReadonlyArray<string> => {
  const judged = Object.entries(counts) as ReadonlyArray<readonly [Reason, number]>
  const aDay = `at most ${usd(expected.costUsdADay)} a day, for ${counted(expected.callsADay, 'call')} a day if each of them is made`
  return aligned([
    ['questions', judged.length === 0 ? 'none' : judged.map(([reason, count]) => `${count} ${reason}`).join(', ')],
    ['worth a call', String(worthACall)],
    ...(worthACall === 0 ? [] : [['expected', aDay]]),
  ])
}

export const modelStatsLines = (stats: Answer.StatsAnswer['model'], page: Page): ReadonlyArray<string> => {
  const { answered, byTask, calls, fellBack, medianMs, pausedUntil, today } = stats
  const tasks = Object.entries(byTask).filter(([, { calls: made }]) => made > 0)
  const cost = (of: typeof today | typeof stats) => `${usd(of.costUsd)} for ${counted(of.tokens, 'token')}`
  if (calls === 0) return aligned([['calls', 'none']])
  return [
    ...aligned([
      ['calls', `${calls}: ${answered} answered, ${fellBack} without an answer that counts`],
      ['for', tasks.map(([task, { calls: made, costUsd }]) => `${task} ${made} (${usd(costUsd)})`).join(', ')],
      ['cost', `${cost(stats)}${fellBack === 0 ? '' : ', with an estimate of calls without an answer'}`],
      ['today', `${cost(today)} in ${counted(today.calls, 'call')}`],
      ...(medianMs === undefined ? [] : [['median', `${medianMs} ms`]]),
    ]),
    ...(pausedUntil === undefined ? [] : [page.bad(`calls failed: no model is asked before ${pausedUntil}`)]),
  ]
}
