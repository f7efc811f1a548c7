/** Prints the answer of `eval cost` for people. */
import { aligned, counted, indented, type Page, type Row, usd } from 'crabtrail'
import type { Dollars } from '../protocols/cost.ts'
import type { EmbeddedQuestions, RecordedCost } from '../protocols/recorded-cost.ts'

export const costTable = (cost: RecordedCost, page: Page): ReadonlyArray<string> => {
  const { brain, causes, embedded, embedding, expected, missed, position, prices, routing, total, turns, unasked } = cost
  const { calls, callsPer1000Turns, tokensIn, tokensOut, withoutTokens } = routing
  const perCall = `${prices.tokensIn} tokens in and ${prices.tokensOut} out`
  return [
    `${page.strong(brain)}  ${counted(turns, 'turn')} up to position ${position}`,
    ...indented([
      `${counted(calls, 'call')} of a routing model, in ${percent(routing.asked)} of the turns: ${rounded(callsPer1000Turns)} calls per 1,000 turns`,
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

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
