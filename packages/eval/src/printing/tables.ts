/** Prints the answers of `eval retrieval` and `eval confidence` as tables for people. */
import { aligned, counted, indented, type Page, type Row, usd } from 'crabtrail'
import type { ErrorRates, MeasuredConfidence } from '../protocols/confidence.ts'
import type { Settings } from '../protocols/corpus.ts'
import type { Dollars, EmbeddedQuestions, RecordedCost } from '../protocols/recorded-cost.ts'
import type { Arm, RecordedUse } from '../protocols/recorded-use.ts'
import type { MeasuredMethod, MeasuredSet, Mixture } from '../protocols/retrieval.ts'
import type { MeanScores } from '../scores.ts'

interface MeasuredBy {
  readonly profile: string
  /** Settings in place of those of the profile; absent for none. */
  readonly settings?: Settings
  /** Id of the embedder; absent when the memory compared no vectors. */
  readonly embedder?: string
  /** Id of the language model; absent when none was asked. */
  readonly model?: string
}

interface Evaluated extends MeasuredBy {
  /** Version of Crabtrail. */
  readonly version: string
  /** Every n-th question of each set was asked. */
  readonly every: number
}

export interface RetrievalEvaluated extends Evaluated {
  /** Rows of a ranking that count. */
  readonly limit: number
  readonly sets: ReadonlyArray<MeasuredSet>
  /** Present with `--mixed`. */
  readonly mixed?: Mixture
}

export interface ConfidenceEvaluated extends Evaluated {
  readonly sets: ReadonlyArray<MeasuredConfidence>
}

export const retrievalTables = ({ every, mixed, sets, ...by }: RetrievalEvaluated, page: Page): ReadonlyArray<string> => [
  ...measuredBy(by),
  ...sets.flatMap((set, at) => [...(at === 0 ? [] : ['']), ...setLines(set, every, page)]),
  ...(mixed === undefined ? [] : ['', ...mixtureLines(mixed, page)]),
]

const measuredBy = ({ embedder, model, profile, settings = {} }: Partial<MeasuredBy>): ReadonlyArray<string> => {
  const own = Object.entries(settings).map(([setting, value]) => `${setting}=${value}`)
  const said = [
    ...(profile === undefined || profile === 'balanced' ? [] : [`under ${profile}`]),
    ...(own.length === 0 ? [] : [`with ${own.join(' ')}`]),
    ...(embedder === undefined ? [] : [`with vectors by ${embedder}`]),
    ...(model === undefined ? [] : [`with ${model} asked where a recall is unsure`]),
  ]
  return said.length === 0 ? [] : [said.join(', '), '']
}

const setLines = (set: MeasuredSet, every: number, page: Page): ReadonlyArray<string> => {
  const scopes = set.scopes === 1 ? '' : ` in ${counted(set.scopes, 'scope')}`
  const asked = every === 1 ? '' : `, every ${ordinal(every)}`
  const timed = set.timed ? ', asked in the order of their time' : ''
  return [
    `${page.strong(set.set)}  ${counted(set.rows, 'text')}${scopes}, ${counted(set.questions, 'question')}${asked}${timed}`,
    ...indented(table(retrievalHead, [...set.methods.map(methodRow), ...categoryRows(set)])),
  ]
}

const retrievalHead: Row = ['', 'n', 'R@2', 'R@5', 'R@10', 'NDCG@10', 'MRR', 'read in s', 'ms a question']

/** Aligns a table: all columns but the first are aligned right. */
const table = (head: Row, rows: ReadonlyArray<Row>): ReadonlyArray<string> =>
  aligned(
    [head, ...rows],
    head.flatMap((_, column) => (column === 0 ? [] : [column])),
  )

const methodRow = ({ method, questionMs, readingMs, scores }: MeasuredMethod): Row => [
  method,
  ...scoreCells(scores),
  readingMs === undefined ? '' : (readingMs / 1_000).toFixed(1),
  questionMs === undefined ? '' : questionMs.toFixed(1),
]

/** Returns a row of each method for each category. */
const categoryRows = ({ methods }: MeasuredSet): ReadonlyArray<Row> =>
  (methods[0]?.categories ?? []).flatMap(({ category }, at) =>
    methods.flatMap(({ categories, method }): ReadonlyArray<Row> => {
      const scores = categories[at]
      return scores === undefined ? [] : [[`${categoryName(category)}: ${method}`, ...scoreCells(scores)]]
    }),
  )

const categoryName = (category: string): string => (category === '' ? 'no category' : category)

const scoreCells = ({ mrr, n, ndcg10, recall10, recall2, recall5 }: MeanScores): Row => [
  String(n),
  ...[recall2, recall5, recall10, ndcg10, mrr].map(percent),
]

const percent = (share: number): string => (100 * share).toFixed(1)

const mixtureLines = ({ left, measured, sets }: Mixture, page: Page): ReadonlyArray<string> => [
  `${page.strong('mixed')}  all in one brain: ${counted(measured.rows, 'text')}, ${counted(measured.questions, 'question')}`,
  ...(left.length === 0 ? [] : indented([page.faint(`left out, because their texts come and go: ${left.join(', ')}`)])),
  ...indented(
    aligned(
      [
        ['', '', 'R@5 alone', 'mixed', 'change', 'NDCG@10 alone', 'mixed', 'change'],
        ...sets.map(({ alone, method, mixed, set }) => [
          set,
          method,
          ...changeCells(alone.recall5, mixed.recall5),
          ...changeCells(alone.ndcg10, mixed.ndcg10),
        ]),
      ],
      [2, 3, 4, 5, 6, 7],
    ),
  ),
]

const changeCells = (alone: number, mixed: number): Row => {
  const change = percent(mixed - alone).replace(/^-0\.0$/, '0.0')
  return [percent(alone), percent(mixed), change.startsWith('-') || change === '0.0' ? change : `+${change}`]
}

const ordinal = (number: number): string => {
  const ending = Math.floor((number % 100) / 10) === 1 ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]
  return `${number}${ending ?? 'th'}`
}

export const confidenceTable = ({ sets, ...by }: ConfidenceEvaluated, page: Page): ReadonlyArray<string> => [
  ...measuredBy(by),
  ...table(
    confidenceHead,
    sets.flatMap(({ categories, set, ...rates }) => [
      errorRow(set, rates),
      ...categories.map(({ category, ...some }) => errorRow(`  ${categoryName(category)}`, some)),
    ]),
  ),
  '',
  ...indented(confidenceLegend.map(page.faint)),
]

const confidenceHead: Row = ['', 'questions', 'right in 5', 'silent', 'talkative', 'misled', 'notes', 'tokens', 'right given']

const confidenceLegend = [
  'silent: of the questions with a right text among the first five, those that got nothing or nothing right',
  'talkative: of the messages that ask for no memory, those that got some',
  'misled: of questions about other corpora, those that got something',
  'notes, tokens: of a question that got something; right given: of all right texts of all questions',
]

const errorRow = (name: string, rates: ErrorRates): Row => [
  name,
  String(rates.questions),
  String(rates.right),
  countAndShare(rates.silent, rates.right),
  countAndShare(rates.talkative, rates.unrelated),
  countAndShare(rates.misled, rates.elsewhere),
  rates.notes.toFixed(1),
  rates.tokens.toFixed(0),
  `${percent(rates.goldGiven)} %`,
]

const countAndShare = (count: number, of: number): string => (of === 0 ? '' : `${count} = ${((100 * count) / of).toFixed(1)} %`)

/* Prints the answer of `eval cost` for people. */

export const costTable = (cost: RecordedCost, page: Page): ReadonlyArray<string> => {
  const { brain, causes, embedded, embedding, expected, missed, position, prices, routing, total, turns, unasked } = cost
  const { calls, callsPer1000Turns, tokensIn, tokensOut, withoutTokens } = routing
  const perCall = `${prices.tokensIn} tokens in and ${prices.tokensOut} out`
  return [
    `${page.strong(brain)}  ${counted(turns, 'turn')} up to position ${position}`,
    ...indented([
      `${counted(calls, 'call')} of a routing model, in ${percent(routing.asked)} % of the turns: ${rounded(callsPer1000Turns)} calls per 1,000 turns`,
      ...(calls === 0 ? [] : [`${tokensIn} tokens in, ${tokensOut} tokens out`]),
      ...(withoutTokens === 0 ? [] : [`${counted(withoutTokens, 'call')} without tokens: taken by no server, or answered from the cache`]),
      embeddingWords(embedded, embedding.tokens),
      ...(causes.calls === 0
        ? []
        : [
            `${counted(causes.calls, 'call')} for causes of documents, not in the table: ${causes.tokensIn} tokens in, ${causes.tokensOut} out, ${usd(causes.costUsd)}`,
          ]),
    ]),
    '',
    ...indented(
      aligned(
        [
          ['', 'in all', 'a turn', '1,000 turns'],
          ['routing', ...cells(routing)],
          ['embedding', ...cells(embedding)],
          ['total', ...cells(total)],
          ...(missed.calls === 0 ? [] : [['expected', ...cells(expected)]]),
        ],
        [1, 2, 3],
      ),
    ),
    '',
    ...indented(
      [
        ...(missed.calls === 0
          ? []
          : [
              `expected: with the ${counted(missed.calls, 'call')} that ${missed.calls === 1 ? 'was' : 'were'} worth it and ${missed.calls === 1 ? 'was' : 'were'} not made (${tally(unasked)}), at ${perCall}`,
            ]),
        `prices in USD a million tokens: ${prices.priceIn} in, ${prices.priceOut} out, ${prices.priceEmbedding} embedded (model.price… in the settings)`,
      ].map(page.faint),
    ),
  ]
}

const cells = ({ costUsd, usdPer1000Turns, usdPerTurn }: Dollars): Row => [usd(costUsd), usd(usdPerTurn), usd(usdPer1000Turns)]

const embeddingWords = ({ counted: why, erased, questions }: EmbeddedQuestions, tokens: number): string => {
  if (why === 'no') return 'no embedding: the brain has no embedder (--embedding counts it anyway)'
  const lost = erased === 0 ? '' : `, without ${counted(erased, 'erased question')}`
  const anyway = why === 'anyway' ? ', although the brain has no embedder' : ''
  return `about ${tokens} tokens to embed ${counted(questions, 'question')} once each${lost}${anyway}`
}

const tally = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([reason, count]) => `${count} ${reason}`)
    .join(', ')

const rounded = (number: number): string => String(Math.round(number * 10) / 10)

/* Prints the answer of `eval use` for people. */

export const useTable = (use: RecordedUse, page: Page): ReadonlyArray<string> => {
  const { alone, brain, corrections, difference, measured, memory, position, turns } = use
  const { perTurn, verdicts, within1, within3, within5 } = corrections
  const row = (name: string, { afterSuccess, found, latencyMs, precision, tokens }: Arm): Row => [
    name,
    ...[precision, afterSuccess, found].map(percent),
    tokens.toFixed(0),
    latencyMs.p50.toFixed(1),
    latencyMs.p95.toFixed(1),
  ]
  const head = ['', 'right of judged (%)', 'right of given, ended well (%)', 'found of right (%)', 'tokens', 'p50 (ms)', 'p95 (ms)']
  return [
    `${page.strong(brain)}  ${counted(turns, 'turn')} gave something up to position ${position}; ${measured} measured`,
    '',
    ...indented(aligned([head, row('memory', memory), row('retrieval alone', alone)], [1, 2, 3, 4, 5, 6])),
    '',
    ...indented([
      `memory − alone, right of judged: ${(100 * difference.mean).toFixed(1)} ± ${(100 * difference.interval).toFixed(1)} over ${counted(difference.turns, 'turn')}`,
      `${counted(verdicts, 'correction')}, ${rounded(perTurn)} a turn: ${within1} within 1 turn, ${within3} within 3, ${within5} within 5`,
    ]),
  ]
}
