/** `why`: explains a turn. It prints seeds, steps with the strengths of that moment, and skipped edges. */

import { stripVTControlCharacters } from 'node:util'
import { type Answer, originInWords, reviewsInWords, whyNotInWords } from '@crabtrail/core'
import { aligned, amount, clipped, counted, indented, type Page, plainLine, score, widthOf } from '../../render/page.ts'
import { behind, doubtLines, edgeName, ending, steps, supersededLines } from '../../render/parts.ts'
import { routingWhyInBrief, routingWhyLines } from '../../render/routing.ts'
import { asking, printAnswer } from '../command.ts'

export const why = asking('why', ['turn', 'node', 'verbatim', 'at'], {
  summary: 'explain why a turn recalled a memory, or did not',
  flags: { all: { help: 'every memory, edge and event; else the memories given and counts of the rest, on one screen' } },
  example: 'crabtrail why t17 deploy.md#rollback',
  access: 'read',
})(({ flags, request }) =>
  printAnswer(
    (memory) => memory.why(request),
    request.node === undefined && flags.all !== true && request.verbatim !== true ? explainedInBrief : explained,
  ),
)

export const explained = (answer: Answer.WhyAnswer, page: Page): ReadonlyArray<string> => [
  ...explainedHead(answer, page),
  ...indented(cueLines(answer)),
  ...answer.items.flatMap((item) => ['', ...itemLines(item, page)]),
  ...(answer.not === undefined ? [] : ['', ...whyNotLines(answer.not, page)]),
  ...(answer.skipped.length === 0 || answer.not !== undefined ? [] : ['', 'passed over', ...indented(wayLines(answer.skipped, page))]),
  ...(answer.dropped.length === 0
    ? []
    : ['', 'left out of the context', ...indented(aligned(answer.dropped.map((one) => [one.node, page.faint(droppedReason(one))])))]),
  ...contextLines(answer),
  ...workedLines(answer),
  ...routingWhyLines(answer.routing, page),
  ...behind(answer.backlog, page),
]

const contextLines = ({ context }: Answer.WhyAnswer): ReadonlyArray<string> =>
  context === undefined
    ? []
    : ['', `put before the model, ${counted(context.tokens, 'token')}`, ...indented(context.text.split('\n').map(plainLine))]

const explainedHead = (answer: Answer.WhyAnswer, page: Page): ReadonlyArray<string> => [
  `${page.strong(answer.turn)}  ${JSON.stringify(answer.question)}${ending(answer, page)}`,
  ...indented([page.faint([answer.at, answer.engine, ...kernelWords(answer)].join(', '))]),
  ...(answer.situation === undefined ? [] : indented([page.faint(`situation: ${plainLine(answer.situation)}`)])),
  ...(answer.absent === undefined ? [] : [page.bad(`memory was not used: ${answer.absent}`)]),
]

export const droppedReason = ({ reason }: Answer.WhyAnswer['dropped'][number]): string =>
  reason === 'origin' ? originInWords({ origin: 'untrusted', trusted: false }) : reason === 'review' ? reviewsInWords.waits : reason

/** Returns no words if all families of edges had the same weight. */
const kernelWords = ({ kernel: { CAUSE, SEQ, SIM } }: Answer.WhyAnswer): ReadonlyArray<string> =>
  Object.entries({ 'edges in sequence': SEQ, 'between what is alike': SIM, 'of cause': CAUSE }).flatMap(([family, factor]) =>
    factor === 1 ? [] : [`${family} × ${amount(factor)}`],
  )

const cueLines = (answer: Answer.WhyAnswer): ReadonlyArray<string> =>
  answer.cues.map(
    (cue) => `${cue.node} stands for questions like ${JSON.stringify(cue.question)}; this one is alike by ${score(cue.alike)}`,
  )

/** Returns what had worked before for the memories and the kind of the question; no lines for nothing. */
const workedLines = ({ worked }: Answer.WhyAnswer): ReadonlyArray<string> => {
  const lines = [
    ...(worked?.tools ?? []).map(({ memory, strength, tool }) => `${plainLine(tool)} with ${memory} (${amount(strength)})`),
    ...(worked?.procedures ?? []).map(({ steps: done }) => plainLine(done)),
  ]
  return lines.length === 0 ? [] : ['', 'worked before', ...indented(lines)]
}

const itemLines = (item: Answer.WhyItem, page: Page): ReadonlyArray<string> => [
  `${score(item.score)}  ${page.strong(item.node)}  ${item.title}${item.included ? '' : page.faint('  (not in the context)')}`,
  ...indented([
    ...(item.seed === null ? [] : [`the question led to it: ${item.seed.from} ${score(item.seed.score)}`]),
    ...item.path.flatMap((step) => [`${wayOf(step)} (${step.channel})`, ...indented(steps(step.history, page))]),
    ...(item.inhibitedBy === null
      ? []
      : [page.bad('held down by'), wayOf(item.inhibitedBy), ...indented(steps(item.inhibitedBy.history, page))]),
    ...utilityLines(item, page),
    ...doubtLines(item, page),
    ...supersededLines(item, page),
  ]),
]

const wayOf = ({ kind, source, strength, target }: Answer.PathStep): string => `${source} ${kind} ${amount(strength)} → ${target}`

/** Returns no lines while the utility is as at birth. */
const utilityLines = (
  { utility, utilityHistory }: Pick<Answer.WhyItem, 'utility' | 'utilityHistory'>,
  page: Page,
): ReadonlyArray<string> =>
  utilityHistory.length === 0 ? [] : [`its utility was ${amount(utility)}`, ...indented(steps(utilityHistory, page))]

const whyNotLines = (not: Answer.WhyNot, page: Page): ReadonlyArray<string> => [
  `${page.strong(not.node)}  ${not.title}  ${page.bad('was not recalled')}`,
  ...indented([...whyNotInWords(not, score(not.score)), ...utilityLines(not, page), ...wayLines(not.ways, page)]),
]

export const wayLines = (
  ways: ReadonlyArray<Omit<Answer.PathStep, 'channel'> & { readonly reason: string }>,
  page: Page,
): ReadonlyArray<string> =>
  aligned(
    ways.map((one) => [amount(one.strength), edgeName(one), page.faint(one.reason)]),
    [0],
  )

const linesMost = 24
const widest = 100
const cuesMost = 2
const leftOutMost = 5

/** Explains a turn in at most 24 lines of at most 100 columns; nothing is wrapped. */
export const explainedInBrief = (answer: Answer.WhyAnswer, whole: Page): ReadonlyArray<string> => {
  const page = { ...whole, width: Math.min(whole.width, widest) }
  const top = [...explainedHead(answer, page), ...indented(cueLines(answer).slice(0, cuesMost))]
  const leftOut = leftOutRows(answer, page)
  const left = leftOut.length === 0 ? [] : ['', 'left out of the context', ...indented(aligned(leftOut.slice(0, leftOutMost), [0]))]
  const bottom = [
    ...routingWhyInBrief(answer.routing, page),
    ...passedOver(answer, page),
    page.faint('--all shows every memory, edge and event'),
    ...behind(answer.backlog, page),
  ]
  const given = givenLines(answer, page, linesMost - top.length - left.length - bottom.length - 2)
  const lines = [...top, ...(given.length === 0 ? [] : ['', ...given]), ...left, '', ...bottom]
  // A line that is cut loses its colours: otherwise the sequence that ends them would be cut off.
  return lines.map((line) => (widthOf(line) <= page.width ? line : clipped(stripVTControlCharacters(line), page.width)))
}

const isGiven = ({ included }: Answer.WhyItem): boolean => included

/** Prints whole memories, as many as fit into `room` lines, then the number of the others. */
const givenLines = ({ items }: Answer.WhyAnswer, page: Page, room: number): ReadonlyArray<string> => {
  const blocks = items.filter(isGiven).map((item) => givenBlock(item, page))
  const lines: Array<string> = []
  for (const [at, block] of blocks.entries()) {
    const rest = blocks.length - at - 1
    if (lines.length + block.length + (rest === 0 ? 0 : 1) > room)
      return [...lines, page.faint(`and ${counted(rest + 1, 'memory given', 'memories given')} more`)]
    lines.push(...block)
  }
  return lines
}

const givenBlock = (item: Answer.WhyItem, page: Page): ReadonlyArray<string> => {
  const last = item.path.at(-1)
  const history = last?.history ?? item.utilityHistory
  return [
    `${score(item.score)}  ${page.strong(item.node)}  ${item.title}`,
    ...indented([
      [
        ...(item.seed === null ? [] : [`the question led to it: ${item.seed.from} ${score(item.seed.score)}`]),
        ...(last === undefined ? [] : [`${last.source} led to it: ${last.kind} ${amount(last.strength)}`]),
        ...(item.utilityHistory.length === 0 ? [] : [`its utility was ${amount(item.utility)}`]),
      ].join('; '),
      ...indented(steps(history.slice(-1), page).slice(0, 1)),
      ...doubtLines({ doubts: item.doubts?.slice(-1) ?? [] }, page, 1),
      ...supersededLines(item, page).slice(0, 1),
    ]),
  ]
}

const leftOutRows = ({ dropped, items }: Answer.WhyAnswer, page: Page) => {
  const reasons = new Map(dropped.map((one) => [one.node, droppedReason(one)]))
  return items
    .filter((item) => !isGiven(item))
    .map(({ inhibitedBy, node, score: value, supersededBy = [] }) => {
      const newer = supersededBy.slice(-1).map(({ by, rule }) => `by ${plainLine(by)} (${rule})`)
      const held = [...newer, ...(inhibitedBy === null ? [] : [`held down by ${inhibitedBy.source}`])]
      return [score(value), node, page.faint([reasons.get(node) ?? 'too far behind', ...held].join(', '))]
    })
}

const passedOver = ({ items, skipped }: Answer.WhyAnswer, page: Page): ReadonlyArray<string> => {
  const more = items.filter((item) => !isGiven(item)).length - leftOutMost
  const reasons = [...Map.groupBy(skipped, ({ reason }) => reason)].map(([reason, edges]) => `${edges.length} ${reason}`)
  const told = [
    ...(more > 0 ? [counted(more, 'more memory left out', 'more memories left out')] : []),
    ...(skipped.length === 0 ? [] : [`${counted(skipped.length, 'edge')} passed over (${reasons.join(', ')})`]),
  ]
  return told.length === 0 ? [] : [page.faint(told.join('; '))]
}
