/** Why a turn recalled what it did, on one screen: the memories given with their newest reason, and counts of the rest. */
import { stripVTControlCharacters } from 'node:util'
import type { Answer } from '@crabtrail/core'
import { amount, score } from './amount.ts'
import { doubtLines, steps } from './blamed.ts'
import { cueLines, droppedReason, explainedHead } from './explained.ts'
import { behind } from './learned.ts'
import { aligned, counted, indented, type Page } from './page.ts'
import { clipped, widthOf } from './width.ts'

const linesMost = 24
const widest = 100
const cuesMost = 2
const leftOutMost = 5

/** At most 24 lines of at most 100 columns; nothing is wrapped. */
export const explainedInBrief = (answer: Answer.WhyAnswer, whole: Page): ReadonlyArray<string> => {
  const page = { ...whole, width: Math.min(whole.width, widest) }
  const top = [...explainedHead(answer, page), ...indented(cueLines(answer).slice(0, cuesMost))]
  const leftOut = leftOutRows(answer, page)
  const left = leftOut.length === 0 ? [] : ['', 'left out of the context', ...indented(aligned(leftOut.slice(0, leftOutMost), [0]))]
  const bottom = [...passedOver(answer, page), page.faint('--all shows every memory, edge and event'), ...behind(answer.backlog, page)]
  const given = givenLines(answer, page, linesMost - top.length - left.length - bottom.length - 2)
  const lines = [...top, ...(given.length === 0 ? [] : ['', ...given]), ...left, '', ...bottom]
  // A line that is cut loses its colours: the sequence that ends them would be cut off.
  return lines.map((line) => (widthOf(line) <= page.width ? line : clipped(stripVTControlCharacters(line), page.width)))
}

const isGiven = ({ included }: Answer.WhyItem): boolean => included

/** Whole memories, as many as `room` has lines for; then how many more there are. */
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
    ]),
  ]
}

const leftOutRows = ({ dropped, items }: Answer.WhyAnswer, page: Page) => {
  const reasons = new Map(dropped.map((one) => [one.node, droppedReason(one)]))
  return items
    .filter((item) => !isGiven(item))
    .map(({ inhibitedBy, node, score: value }) => {
      const held = inhibitedBy === null ? [] : [`held down by ${inhibitedBy.source}`]
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
