/** Why a turn recalled what it did: seeds, steps with the strengths of that moment, and what was passed over. */
import type { Answer } from '@crabtrail/core'
import { amount, score } from './amount.ts'
import { steps } from './blamed.ts'
import { behind, edgeName, ending } from './learned.ts'
import { aligned, indented, type Page } from './page.ts'

export const explained = (answer: Answer.WhyAnswer, page: Page): ReadonlyArray<string> => [
  `${page.strong(answer.turn)}  ${JSON.stringify(answer.question)}${ending(answer, page)}`,
  ...indented([page.faint(`${answer.at}, ${answer.engine}`), ...cueLines(answer)]),
  ...(answer.absent === undefined ? [] : [page.bad(`memory was not used: ${answer.absent}`)]),
  ...answer.items.flatMap((item) => ['', ...itemLines(item, page)]),
  ...(answer.skipped.length === 0 ? [] : ['', 'passed over', ...indented(skippedLines(answer, page))]),
  ...(answer.dropped.length === 0
    ? []
    : ['', 'left out of the context', ...indented(aligned(answer.dropped.map((one) => [one.node, page.faint(one.reason)])))]),
  ...behind(answer.backlog, page),
]

const cueLines = (answer: Answer.WhyAnswer): ReadonlyArray<string> =>
  answer.cues.map((cue) => `like ${JSON.stringify(cue.question)} (${score(cue.alike)}), which ${cue.node} stands for`)

const itemLines = (item: Answer.WhyItem, page: Page): ReadonlyArray<string> => [
  `${score(item.score)}  ${page.strong(item.node)}  ${item.title}${item.included ? '' : page.faint('  (not in the context)')}`,
  ...indented([
    ...(item.seed === null ? [] : [`the question led to it: ${item.seed.from} ${score(item.seed.score)}`]),
    ...item.path.flatMap((step) => stepLines(step, page)),
    ...(item.inhibitedBy === null ? [] : [page.bad('held down by'), ...stepLines(item.inhibitedBy, page)]),
  ]),
]

const stepLines = (step: Answer.WhyItem['path'][number], page: Page): ReadonlyArray<string> => [
  `${step.source} ${step.kind} ${amount(step.strength)} → ${step.target} (${step.channel})`,
  ...indented(steps(step.history, page)),
]

const skippedLines = (answer: Answer.WhyAnswer, page: Page): ReadonlyArray<string> =>
  aligned(
    answer.skipped.map((one) => [amount(one.strength), edgeName(one), page.faint(one.reason)]),
    [0],
  )
