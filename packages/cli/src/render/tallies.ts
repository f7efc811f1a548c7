/** Answers that are a few facts: brains, counts, what was moved. */
import type { Answer } from '@crabtrail/core'
import { behind, ending } from './learned.ts'
import { aligned, counted, indented, type Page } from './page.ts'

export const created = (answer: Answer.InitAnswer, page: Page): ReadonlyArray<string> => [
  `${page.strong(answer.brain)} is ready, learning by ${answer.profile}; crabtrail ingest PATH fills it`,
]

export const brainList = (answer: Answer.BrainsAnswer, page: Page): ReadonlyArray<string> =>
  answer.brains.length === 0
    ? ['no brain yet; crabtrail init makes one']
    : aligned(
        answer.brains.map((brain) => [
          page.strong(brain.key),
          `position ${brain.position}`,
          brain.profile,
          page.faint(brain.at),
          ...(brain.problem === undefined ? [] : [page.bad(brain.problem)]),
        ]),
      )

export const statistics = (answer: Answer.StatsAnswer, page: Page): ReadonlyArray<string> => [
  `${page.strong(answer.brain)}  position ${answer.position}, profile ${answer.profile}`,
  ...indented(pairs(inWords(answer.counts))),
  '',
  `events by type, ${answer.bytesPerEvent.toFixed(1)} bytes each`,
  ...indented(pairs(answer.eventsByType)),
  '',
  'learning',
  ...indented(aligned(learningLines(answer.learning))),
  ...answer.learning.alarms.map((alarm) => page.bad(told[alarm])),
  '',
  'store',
  ...indented(pairs(inWords(answer.store))),
  '',
  'done by this command',
  ...indented(pairs(inWords(done(answer.counters)))),
  ...behind(answer.backlog, page),
]

const learningLines = ({ deadWeight, edges, halfLife, oscillating, recalls, spectralGap, tiers }: Answer.LearningAnswer) => [
  ['learned edges', String(edges)],
  ...(edges === 0
    ? []
    : [
        [
          'of them',
          Object.entries(tiers)
            .map(([tier, share]) => `${percent(share)} ${tier}`)
            .join(', '),
        ],
        ['pulled both ways', [String(oscillating.edges), ...oscillating.some].join(' ')],
        ['not followed lately', percent(deadWeight)],
        ['half of a verdict gone', halfLife.turns === null ? 'of none' : `after ${halfLife.turns} turns; ${halfLife.standing} stand`],
      ]),
  ...(recalls.turns === 0
    ? []
    : [
        [
          'last recalls',
          `${recalls.turns}, entropy ${recalls.entropy.toFixed(2)} of 1, one memory in ${percent(recalls.mostShown)} of places`,
        ],
      ]),
  ...(spectralGap.now === null
    ? []
    : [['spectral gap', [spectralGap.before, spectralGap.now].map((gap) => gap?.toFixed(4) ?? 'none').join(' → ')]]),
]

const percent = (share: number): string => `${Math.round(100 * share)} %`

const told: Readonly<Record<Answer.LearningAnswer['alarms'][number], string>> = {
  'sets-hard': 'most learned edges are reflexes: the memory sets hard; see which with crabtrail show, and roll back what went too far',
  'always-the-same':
    'recalls show the same few memories again and again; say what is not relevant, read in more, or let it explore (exploration.amount)',
  'pulled-both-ways': 'verdicts pull the same edges both ways; crabtrail blame EDGE tells who said what',
  'dead-weight': 'most learned edges lead nowhere that is asked for',
  'falls-apart': 'the graph falls apart into corners that nothing leads out of',
}

/** What it did at all. */
const done = (counters: Answer.CountersAnswer): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(counters).filter(([, count]) => count !== 0))

/** `liveNodes` reads `live nodes`. */
const inWords = (facts: Readonly<Record<string, string | number>>): Readonly<Record<string, string | number>> =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`), value]))

const pairs = (facts: Readonly<Record<string, string | number>>): ReadonlyArray<string> =>
  aligned(Object.entries(facts).map(([name, value]) => [name, String(value)]))

export interface Exported {
  readonly brain: string
  readonly position: number
  readonly lines: number
  readonly file: string
}

export const exported = (answer: Exported, page: Page): ReadonlyArray<string> => [
  `${counted(answer.lines, 'line')} written to ${page.strong(answer.file)}; it holds everything, so guard it${ending(answer, page)}`,
]

export const imported = (answer: Answer.ImportAnswer, page: Page): ReadonlyArray<string> => [
  `${counted(answer.commits, 'commit')} and ${counted(answer.contents, 'content')} read in${ending(answer, page)}`,
  ...indented([page.faint(`digest ${answer.digest}`)]),
]
