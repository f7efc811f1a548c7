/** `turns` and `timeline`: what was asked one after the other, and how much happened when. */
import type { Answer } from '@crabtrail/core'
import { aligned, clipped, counted, indented, type Page, plainLine } from '../../render/page.ts'
import { ending } from '../../render/parts.ts'
import { answering } from '../command.ts'

export const turns = answering('turns', ['before', 'session', 'limit', 'at'], {
  summary: 'list the turns, newest first: what was asked, what was given, and what was said of it',
  example: 'crabtrail turns --session monday',
  access: 'read',
})(() => turnList)

export const timeline = answering('timeline', ['from', 'to', 'buckets'], {
  summary: 'draw how much happened along the log, and list tags, rollbacks and what else divides it',
  example: 'crabtrail timeline --from session:monday',
  access: 'read',
})(() => timelineDrawn)

const turnList = (answer: Answer.TurnsAnswer, page: Page): ReadonlyArray<string> => {
  if (answer.turns.length === 0) return [`no turn was recorded yet${ending(answer, page)}`]
  const rows = answer.turns.map((one) => [
    page.strong(one.turn),
    page.faint(one.at.slice(0, 16).replace('T', ' ')),
    page.faint(one.session ?? ''),
    one.absent === undefined ? `${one.given} given` : `without: ${one.absent}`,
    [...saidTimes(one.verdicts), ...saidTimes(one.takenBack).map((verdict) => `${verdict} (taken back)`)].join(', '),
    clipped(plainLine(one.question ?? 'erased'), Math.max(24, page.width - widthOfOthers)),
  ])
  const last = answer.turns.at(-1)?.turn ?? ''
  return [...aligned(rows), ...(answer.more ? [page.faint(`older ones: ${page.command('turns', '--before', last)}`)] : [])]
}

const saidTimes = (verdicts: Answer.ListedTurn['verdicts'] = {}): ReadonlyArray<string> =>
  Object.entries(verdicts).map(([verdict, times]) => (times === 1 ? verdict : `${verdict} ${times}×`))

const widthOfOthers = 60

const bars = '▁▂▃▄▅▆▇█'

const timelineDrawn = (answer: Answer.TimelineAnswer, page: Page): ReadonlyArray<string> => {
  const { buckets, from, marks, to } = answer
  const [first, last] = [buckets[0], buckets.at(-1)]
  if (first === undefined || last === undefined) return [`nothing happened yet${ending(answer, page)}`]
  const rows = densities.map((name) => {
    const counts = buckets.map((bucket) => bucket[name])
    const all = counts.reduce((sum, count) => sum + count, 0)
    return [name, drawn(counts), page.faint(all === 0 ? 'none' : counted(all, 'commit'))]
  })
  return [
    `${page.strong(`${from} to ${to}`)}  ${page.faint(`${day(first.at)} to ${day(last.at)}`)}${ending(answer, page)}`,
    ...indented(aligned(rows)),
    ...(marks.length === 0
      ? []
      : [
          '',
          ...indented(
            aligned(
              marks.map(({ kind, name = '', position }) => [String(position), kind, plainLine(name)]),
              [0],
            ),
          ),
        ]),
  ]
}

const densities = ['turns', 'verdicts', 'facts', 'learning', 'growth', 'forgetting'] as const

const day = (at: string): string => at.slice(0, 10)

/** One sign for each count, its height its share of the greatest; a blank for none. */
const drawn = (counts: ReadonlyArray<number>): string => {
  const most = Math.max(...counts)
  return counts.map((count) => (count === 0 ? ' ' : bars[Math.min(bars.length - 1, Math.floor((count / most) * bars.length))])).join('')
}
