/** Renders, set by set, how often a memory spoke without an answer and was silent with one. */
import type { ErrorRates } from '../evaluation/error-rates.ts'
import type { MeasuredConfidence } from '../evaluation/measured-confidence.ts'
import { aligned, indented, type Page, type Row } from './page.ts'

export interface ConfidenceEvaluated {
  /** The version of Crabtrail. */
  readonly version: string
  /** Every so many questions of a set were asked. */
  readonly every: number
  /** The id of the embedder; absent: no vectors. */
  readonly embedder?: string
  readonly sets: ReadonlyArray<MeasuredConfidence>
}

export const confidenceEvaluated = ({ embedder, sets }: ConfidenceEvaluated, page: Page): ReadonlyArray<string> => [
  ...(embedder === undefined ? [] : [`with vectors by ${embedder}`, '']),
  ...aligned(
    [
      heads,
      ...sets.flatMap(({ categories, set, ...rates }) => [
        rowOf(set, rates),
        ...categories.map(({ category, ...some }) => rowOf(`  ${category === '' ? 'no category' : category}`, some)),
      ]),
    ],
    heads.flatMap((_, column) => (column === 0 ? [] : [column])),
  ),
  '',
  ...indented(legend.map(page.faint)),
]

const heads: Row = ['', 'questions', 'right in 5', 'silent', 'talkative', 'misled', 'notes', 'tokens', 'right given']

const legend = [
  'silent: of the questions with a right text among the first five, those that got nothing or nothing right',
  'talkative: of the messages that ask for no memory, those that got some',
  'misled: of questions about other corpora, those that got something',
  'notes, tokens: of a question that got something; right given: of all right texts of all questions',
]

const rowOf = (name: string, rates: ErrorRates): Row => [
  name,
  String(rates.questions),
  String(rates.right),
  share(rates.silent, rates.right),
  share(rates.talkative, rates.unrelated),
  share(rates.misled, rates.elsewhere),
  rates.notes.toFixed(1),
  rates.tokens.toFixed(0),
  `${(100 * rates.goldGiven).toFixed(1)} %`,
]

const share = (count: number, of: number): string => (of === 0 ? '' : `${count} = ${((100 * count) / of).toFixed(1)} %`)
