/** How well the memory finds, set by set, beside what it is compared with. */
import type { MeasuredMethod, MeasuredSet } from '../evaluation/measured-set.ts'
import type { MeanScores } from '../evaluation/metrics.ts'
import type { Mixture } from '../evaluation/mixture.ts'
import { aligned, counted, indented, type Page, type Row } from './page.ts'

export interface Evaluated {
  /** The version of Crabtrail that measured. */
  readonly version: string
  /** Rows of an answer that were looked at. */
  readonly limit: number
  /** Every so many questions of a set were asked. */
  readonly every: number
  /** Whose vectors the memory compared; absent: none. */
  readonly embedder?: string
  readonly sets: ReadonlyArray<MeasuredSet>
  /** Absent unless it was asked for. */
  readonly mixed?: Mixture
}

export const evaluated = ({ embedder, every, mixed, sets }: Evaluated, page: Page): ReadonlyArray<string> => [
  ...(embedder === undefined ? [] : [`with vectors by ${embedder}`, '']),
  ...sets.flatMap((set, at) => [...(at === 0 ? [] : ['']), ...ofSet(set, every, page)]),
  ...(mixed === undefined ? [] : ['', ...ofMixture(mixed, page)]),
]

const ofSet = (set: MeasuredSet, every: number, page: Page): ReadonlyArray<string> => {
  const scopes = set.scopes === 1 ? '' : ` in ${counted(set.scopes, 'scope')}`
  const asked = every === 1 ? '' : `, every ${ordinal(every)}`
  const timed = set.timed ? ', asked in the order of their time' : ''
  return [
    `${page.strong(set.set)}  ${counted(set.rows, 'text')}${scopes}, ${counted(set.questions, 'question')}${asked}${timed}`,
    ...indented(table([...set.methods.map(ofMethod), ...byCategory(set)])),
  ]
}

const heads: Row = ['', 'n', 'R@2', 'R@5', 'R@10', 'NDCG@10', 'MRR', 'read in s', 'ms a question']
const numbers = heads.flatMap((_, column) => (column === 0 ? [] : [column]))

const table = (rows: ReadonlyArray<Row>): ReadonlyArray<string> => aligned([heads, ...rows], numbers)

const ofMethod = ({ method, questionMs, readingMs, scores }: MeasuredMethod): Row => [
  method,
  ...cells(scores),
  readingMs === undefined ? '' : (readingMs / 1_000).toFixed(1),
  questionMs === undefined ? '' : questionMs.toFixed(1),
]

/** A line of each method for each category. */
const byCategory = ({ methods }: MeasuredSet): ReadonlyArray<Row> =>
  (methods[0]?.categories ?? []).flatMap(({ category }, at) =>
    methods.flatMap(({ categories, method }): ReadonlyArray<Row> => {
      const scores = categories[at]
      return scores === undefined ? [] : [[`${category === '' ? 'no category' : category}: ${method}`, ...cells(scores)]]
    }),
  )

const cells = ({ mrr, n, ndcg10, recall10, recall2, recall5 }: MeanScores): Row => [
  String(n),
  ...[recall2, recall5, recall10, ndcg10, mrr].map(percent),
]

/** Times 100. */
const percent = (score: number): string => (100 * score).toFixed(1)

const ofMixture = ({ left, measured, sets }: Mixture, page: Page): ReadonlyArray<string> => [
  `${page.strong('mixed')}  all in one brain: ${counted(measured.rows, 'text')}, ${counted(measured.questions, 'question')}`,
  ...(left.length === 0 ? [] : indented([page.faint(`left out, because their texts come and go: ${left.join(', ')}`)])),
  ...indented(
    aligned(
      [
        ['', '', 'R@5 alone', 'mixed', 'change', 'NDCG@10 alone', 'mixed', 'change'],
        ...sets.map(({ alone, method, mixed, set }) => [
          set,
          method,
          ...compared(alone.recall5, mixed.recall5),
          ...compared(alone.ndcg10, mixed.ndcg10),
        ]),
      ],
      [2, 3, 4, 5, 6, 7],
    ),
  ),
]

const compared = (alone: number, mixed: number): Row => {
  const change = (100 * (mixed - alone)).toFixed(1).replace(/^-0\.0$/, '0.0')
  return [percent(alone), percent(mixed), change.startsWith('-') || change === '0.0' ? change : `+${change}`]
}

const ordinal = (number: number): string => {
  const ending = Math.floor((number % 100) / 10) === 1 ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]
  return `${number}${ending ?? 'th'}`
}
