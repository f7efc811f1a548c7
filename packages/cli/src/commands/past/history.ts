/** `blame`, `log` and `stats`: where a strength comes from, the events, and the counts of a brain. */
import { type Answer, InvalidRequest, type Request } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { exits } from '../../failures.ts'
import { openMemory } from '../../memory.ts'
import { Output, present } from '../../render/output.ts'
import { aligned, amount, clipped, counted, documentOf, indented, type Page, plainLine, plainly, widthOf } from '../../render/page.ts'
import { behind, doubtLines, edgeName, ending, steps } from '../../render/parts.ts'
import { modelStatsLines, routingStatsLines } from '../../render/routing.ts'
import { profileInWords, settingLines } from '../brains/brains.ts'
import { answering, asking } from '../command.ts'

export const blame = answering('blame', ['edge', 'at'], {
  summary: 'show where the strength of an edge comes from, event by event',
  example: "crabtrail blame 'deploy.md#incident>learned>deploy.md#rollback'",
  access: 'read',
})(() => blamed)

export const log = asking('log', ['type', 'turn', 'session', 'actor', 'node', 'edge', 'from', 'to', 'limit'], {
  summary: 'list the events, newest last',
  flags: { follow: { help: 'wait for more until interrupted; with --json one value a line' } },
  example: 'crabtrail log --type StrengthAdjusted --from -200',
  access: 'read',
})(
  Effect.fn('log')(function* ({ flags, request }) {
    const { from, limit, to, ...filter } = request
    if (flags.follow === true && to !== undefined) {
      return yield* new InvalidRequest({ field: '--to', problem: 'what is followed has no end: leave out --to or --follow' })
    }
    const memory = yield* openMemory
    // Programs have the numbers, of which no name is lost.
    const names = !(yield* Output).json
    // A request for all events from a position on has no use for a limit.
    if (flags.follow === true && from !== undefined && limit === undefined) return yield* follow({ ...filter, from, names })
    const answer = yield* memory.log({ ...request, names })
    if (flags.follow !== true) {
      yield* present(answer, logged)
      return exits.done
    }
    yield* print(answer.events)
    return yield* follow({ ...filter, from: String(answer.position + 1), names })
  }),
)

/** Prints every event once and in order, as it is committed, until interrupted. */
const follow = Effect.fnUntraced(function* (request: Request.WatchRequest) {
  const memory = yield* openMemory
  const next = yield* memory.watch(request)
  for (;;) yield* print(yield* next)
})

const print = Effect.fnUntraced(function* (events: ReadonlyArray<Answer.LoggedEvent>) {
  const { json, page, write } = yield* Output
  yield* write((json ? events.map(documentOf) : eventLines(plainly(events), page)).map((line) => `${line}\n`).join(''))
})

export const sessions = answering('sessions', ['limit', 'at'], {
  summary: 'list the sessions with their turns and verdicts, and what each taught: for unlearn --session',
  example: 'crabtrail sessions',
  access: 'read',
})(() => sessionList)

export const stats = answering('stats', ['at', 'series'], {
  summary: 'count events, nodes, edges and turns, and sum up what was learned',
  example: 'crabtrail stats',
  access: 'read',
})(() => statistics)

export const sessionList = (answer: Answer.SessionsAnswer, page: Page): ReadonlyArray<string> => [
  ...(answer.sessions.length === 0
    ? ['no session was begun yet']
    : aligned(
        answer.sessions.map((one) => [
          page.strong(one.session),
          one.key ?? 'erased',
          page.faint(`${one.kind}${one.ended ? ', ended' : ''}`),
          saidIn(one),
          one.signals === 0 ? page.faint('taught nothing that stands') : taughtIn(one.signals, one.uses),
          one.last === null ? '' : page.faint(`${one.last.at}${one.last.verdict === null ? '' : ` ${one.last.verdict}`}`),
        ]),
      )),
  ...(answer.more === 0 ? [] : [page.faint(`and ${answer.more} more; --limit shows more`)]),
]

const saidIn = ({
  takenBack = 0,
  turns,
  verdicts,
  wrong,
}: Pick<Answer.ListedSession, 'takenBack' | 'turns' | 'verdicts' | 'wrong'>): string =>
  [
    counted(turns, 'turn'),
    ...(verdicts > 0 ? [counted(verdicts, 'verdict')] : []),
    ...(wrong > 0 ? [`${wrong} of them wrong`] : []),
    ...(takenBack > 0 ? [`${counted(takenBack, 'verdict')} taken back`] : []),
  ].join(', ')

const taughtIn = (signals: number, uses: number): string =>
  [...(signals > uses ? [counted(signals - uses, 'signal')] : []), ...(uses > 0 ? [`${counted(uses, 'use')} found`] : [])].join(', ')

export const blamed = (answer: Answer.BlameAnswer, page: Page): ReadonlyArray<string> => [
  `${page.strong(edgeName(answer))}  ${amount(answer.strength)}${ending(answer, page)}`,
  ...indented([
    page.faint(`${answer.edge}, first ${amount(answer.first)}, ${counted(answer.history.length, 'event')} since`),
    ...steps(answer.history, page),
    ...doubtLines(answer, page),
  ]),
  ...behind(answer.backlog, page),
]

export const logged = (answer: Answer.LogAnswer, page: Page): ReadonlyArray<string> => [
  ...(answer.more ? [page.faint('older events match too; --limit shows more')] : []),
  ...eventLines(answer.events, page),
  page.faint(`${counted(answer.events.length, 'event')}  ${answer.brain} at ${answer.position}`),
]

/** Prints events in columns of fixed width, so that later lines are aligned with earlier ones. */
export const eventLines = (events: ReadonlyArray<Answer.LoggedEvent>, page: Page): ReadonlyArray<string> =>
  events.map((event) => {
    const cause = event.cause === null ? '' : `←${event.cause}`
    const head = [String(event.position).padStart(7), event.at, event.type.padEnd(18), (event.turn ?? '').padEnd(6), cause.padEnd(8)].join(
      '  ',
    )
    const facts = Object.entries(event.data).map(([name, value]) => `${name}=${spelled(value)}${called(event.names?.[name])}`)
    const said = [...facts, ...(event.origin === null ? [] : [`origin=${event.origin}`]), `actor=${event.actor}`].join(' ')
    return `${head}  ${page.faint(clipped(said, Math.max(24, page.width * 2 - widthOf(head))))}`
  })

/** Columns of a name that are shown: a question is a name, too, and would leave no room for the fields behind it. */
const nameColumns = 40

/** Names the memories and edges whose numbers stand before it. */
const called = (names: ReadonlyArray<string> = []): string =>
  names.length === 0 ? '' : ` (${names.map((name) => clipped(plainLine(name), nameColumns)).join(', ')})`

/** Shortens references: they are long and say nothing, and their beginning tells them apart. */
const spelled = (value: unknown): string =>
  typeof value === 'string'
    ? value.replace(/^([0-9a-f]{8})[0-9a-f]{56}$/, '$1…')
    : JSON.stringify(value).replace(/\b([0-9a-f]{8})[0-9a-f]{56}\b/g, '$1…')

export const statistics = (answer: Answer.StatsAnswer, page: Page): ReadonlyArray<string> => [
  `${page.strong(answer.brain)}  position ${answer.position}, ${profileInWords(answer)}`,
  ...indented(settingLines(answer.settings ?? [])),
  ...indented(pairs(inWords(answer.counts))),
  '',
  `events by type, ${answer.bytesPerEvent.toFixed(1)} bytes each`,
  ...indented(pairs(answer.eventsByType)),
  '',
  'learning',
  ...indented(aligned(learningLines(answer.learning))),
  ...indented(aligned(seriesLines(answer.series ?? []))),
  ...answer.learning.alarms.map((alarm) => page.bad(told[alarm](page))),
  ...takenLines(answer),
  ...supersedingLines(answer.superseding),
  '',
  'growth',
  ...indented(aligned(growthLines(answer.growth))),
  '',
  'routing',
  ...indented(routingStatsLines(answer.routing)),
  '',
  'model',
  ...indented(modelStatsLines(answer.model, page)),
  '',
  'store',
  ...indented(pairs(inWords(answer.store))),
  '',
  'done by this command',
  ...indented(pairs(inWords(done(answer.counters)))),
  ...behind(answer.backlog, page),
]

/** Returns no lines while no turn was recorded. */
const takenLines = ({ late, taken }: Pick<Answer.StatsAnswer, 'late' | 'taken'>): ReadonlyArray<string> => {
  const rows = Object.entries(takenInWords).flatMap(([name, { inUnits, words }]) => {
    const found = taken[name as keyof typeof taken]
    return found === undefined ? [] : [[words, `half up to ${inUnits(found.p50)}, 95 % up to ${inUnits(found.p95)}, of ${found.count}`]]
  })
  const missed = (['recalls', 'calls'] as const).flatMap((name) =>
    late[name].late === 0 ? [] : [[`${name} too late`, `${late[name].late} of ${late[name].all}`]],
  )
  return rows.length === 0 ? [] : ['', 'taken by the newest turns', ...indented(aligned([...rows, ...missed]))]
}

const ms = (value: number) => `${value} ms`
const takenInWords: Readonly<
  Record<keyof Answer.StatsAnswer['taken'], { readonly words: string; readonly inUnits: (value: number) => string }>
> = {
  turnMs: { words: 'a turn', inUnits: ms },
  skipMs: { words: 'a wait in vain', inUnits: ms },
  contextTokens: { words: 'memories given', inUnits: (tokens) => `${tokens} tokens` },
  fired: { words: 'memories visited', inUnits: String },
  steps: { words: 'steps of a walk', inUnits: String },
  callMs: { words: 'a call of a model', inUnits: ms },
  callTokens: { words: 'its tokens', inUnits: String },
  callNanoUsd: { words: 'its cost', inUnits: (nanos) => `${nanos / 1_000_000_000} USD` },
  callsATurn: { words: 'calls of a recall', inUnits: String },
}

/** A row for each position, with its deciles; none where the series was not asked for. */
const seriesLines = (series: NonNullable<Answer.StatsAnswer['series']>): ReadonlyArray<ReadonlyArray<string>> =>
  series.length === 0
    ? []
    : [
        ['at position', 'edges', 'least strength, those that part them into tenths, greatest'],
        ...series.map(({ deciles, edges, position }) => [
          String(position),
          String(edges),
          deciles.length === 0 ? 'none learned' : deciles.map((strength) => strength.toFixed(2)).join(' '),
        ]),
      ]

/** Returns no lines while nothing was ever superseded. */
const supersedingLines = ({ byRule, kept, lifted, superseded, withoutHolder }: Answer.StatsAnswer['superseding']): ReadonlyArray<string> =>
  superseded + kept + lifted === 0
    ? []
    : [
        '',
        'superseded',
        ...indented(
          pairs({
            now: superseded,
            ...Object.fromEntries(Object.entries(byRule).map(([rule, count]) => [`by ${rule}`, count])),
            'of which the newer text is gone': withoutHolder,
            'ended since': lifted,
            'kept of what the owner said': kept,
          }),
        ),
      ]

const learningLines = ({ attribution, deadWeight, edges, halfLife, inhibition, oscillating, recalls, tiers }: Answer.LearningAnswer) => [
  ['learned edges', String(edges)],
  ...(edges === 0
    ? []
    : [
        ['of them', inRow(tiers, percent)],
        ['pulled both ways', [String(oscillating.edges), ...oscillating.some].join(' ')],
        ['not followed lately', percent(deadWeight)],
        [
          'half of a verdict gone',
          halfLife.turns === null ? 'of none' : `after ${counted(halfLife.turns, 'turn')}; ${halfLife.standing} stand`,
        ],
      ]),
  ...(recalls.turns === 0
    ? []
    : [
        [
          'last recalls',
          `${recalls.turns}, entropy ${recalls.entropy.toFixed(2)} of 1, one memory in ${percent(recalls.mostShown)} of places`,
        ],
        ['held back', `in ${inhibition.recalls} of them, ${inhibition.mean.toFixed(3)} of score a recall`],
      ]),
  ...(attribution.precision === null
    ? []
    : [
        [
          'verdicts reached',
          `${counted(attribution.reached, 'memory', 'memories')}, of which replies drew on ${percent(attribution.precision)}`,
        ],
      ]),
]

const growthLines = ({ churn, cues, died, made, onProbation, promoted, refused, seen, verdicts }: Answer.GrowthAnswer) => [
  ['grown cues', `${cues}, of them ${onProbation} on probation`],
  ['questions', tally(verdicts)],
  ['became', `${counted(made, 'cue')}; ${seen} had one; ${promoted} passed, ${died} died`],
  ['refused', tally(refused)],
  ['came and went', `${percent(churn)} of the memories in a week`],
]

const inRow = (values: Readonly<Record<string, number>>, spelled: (value: number) => string = String): string =>
  Object.entries(values)
    .map(([word, value]) => `${spelled(value)} ${word}`)
    .join(', ')

const tally = (counts: Readonly<Record<string, number>>): string => inRow(counts) || 'none'

const percent = (share: number): string => `${Math.round(100 * share)} %`

const told: Readonly<Record<Answer.LearningAnswer['alarms'][number], (page: Page) => string>> = {
  'sets-hard': ({ command }) =>
    `most learned edges are reflexes: the memory sets hard; see which with ${command('show')}, and roll back what went too far`,
  'always-the-same': () => 'recalls show the same few memories again and again; say what is not relevant, or read in more',
  'pulled-both-ways': ({ command }) => `verdicts pull the same edges both ways; ${command('blame', 'EDGE')} tells who said what`,
  'dead-weight': () => 'most learned edges lead nowhere that is asked for',
}

const done = (counters: Answer.CountersAnswer): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(counters).filter(([, count]) => count !== 0))

/** Spells the names as words: `liveNodes` reads `live nodes`. */
const inWords = (facts: Readonly<Record<string, string | number>>): Readonly<Record<string, string | number>> =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`), value]))

const pairs = (facts: Readonly<Record<string, string | number>>): ReadonlyArray<string> =>
  aligned(Object.entries(facts).map(([name, value]) => [name, String(value)]))
