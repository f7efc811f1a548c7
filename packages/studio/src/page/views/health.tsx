/** Is it well? What was found wrong, what was answered without memory, what turns took and models cost, and how it grew. */

import type { AnswerOf } from '@crabtrail/core'
import { signal } from '@preact/signals'
import { Answer, asOf, Trouble } from '../parts/answer.tsx'
import { Series } from '../parts/series.tsx'
import { Badge, Card, counted, Nothing } from '../parts/words.tsx'
import { ask, Problem } from '../state/ask.ts'
import { shown } from '../state/brain.ts'
import { examinedInWords, Findings } from './findings.tsx'

export const Health = () => (
  <>
    <h1>Is it well?</h1>
    <Answer name="stats" request={asOf()}>
      {(stats) => (
        <>
          <InWords stats={stats} />
          <p class="line">
            {stats.learning.alarms.length === 0 ? <Badge tone="good">no alarm</Badge> : null}
            {stats.learning.alarms.map((alarm) => (
              <Badge key={String(alarm)} tone="bad">
                {wordsOf(alarm)}
              </Badge>
            ))}
            {stats.backlog > 0 ? <Badge tone="warn">{`${counted(stats.backlog, 'thing')} said and not learned from yet`}</Badge> : null}
            <span class="faint">{`settings “${stats.profile}”, position ${stats.position}`}</span>
          </p>
          <Tiles stats={stats} />
        </>
      )}
    </Answer>
    <Findings />
    <Grown />
    <OverTime />
    <Answer name="stats" request={asOf()}>
      {({ eventsByType, growth, late, learning, model, superseding, taken }) => (
        <>
          <Card title="What the newest turns took">
            <Taken taken={taken} />
            <p class="faint">{`Came too late: ${late.recalls.late} of ${counted(late.recalls.all, 'answer')}, and ${late.calls.late} of ${counted(late.calls.all, 'answer')} of the model that chooses memories.`}</p>
          </Card>
          <Card title="Language models">
            {model.calls === 0 ? <Nothing>None was asked, and none was paid.</Nothing> : <Facts values={model} />}
          </Card>
          <Card title="Everything that is counted">
            <details>
              <summary>learning, growth, superseding, events by type</summary>
              <Facts values={learning} />
              <Facts values={growth} />
              <Facts values={superseding} />
              <Facts values={eventsByType} />
            </details>
          </Card>
        </>
      )}
    </Answer>
  </>
)

type Stats = AnswerOf<'stats'>

/** The four things that people ask, each in one sentence. */
const InWords = ({ stats }: { readonly stats: Stats }) => (
  <ul class="sentences">
    {[errorsOf(stats), waitingOf(stats), costOf(stats), speedOf(stats)].map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
)

const errorsOf = (stats: Stats): string => `${troubleOf(stats)} ${examinedInWords()}`

const troubleOf = ({ late, learning: { alarms } }: Stats): string =>
  alarms.length > 0
    ? `Errors: ${counted(alarms.length, 'thing')} ${alarms.length === 1 ? 'is' : 'are'} not as ${alarms.length === 1 ? 'it' : 'they'} should be, see below.`
    : late.recalls.late > 0
      ? `Errors: ${counted(late.recalls.late, 'answer')} came too late to be used; nothing else is wrong.`
      : 'Errors: none that it can see from here.'

const waitingOf = ({ backlog, waiting }: Stats): string =>
  `What waits: ${waiting === 0 ? 'nothing waits for your yes' : `${counted(waiting, 'memory', 'memories')} for your yes`}; ${backlog === 0 ? 'it has learned from everything that was said' : `it has still to learn from ${counted(backlog, 'thing')} that was said`}.`

const costOf = ({ model: { calls, costUsd } }: Stats): string =>
  calls === 0
    ? 'Cost: nothing. It asked no language model.'
    : `Cost: ${costUsd.toFixed(costUsd < 1 ? 4 : 2)} US dollars so far, for ${counted(calls, 'call')} of a language model.`

const speedOf = ({ late: { recalls }, taken: { turnMs } }: Stats): string => {
  const inTime =
    recalls.all === 0 ? '' : ` ${recalls.late === 0 ? 'None' : recalls.late} of its newest ${counted(recalls.all, 'answer')} came too late.`
  if (turnMs === undefined || turnMs === null) return `Speed: nobody told it yet how long a turn took.${inTime}`
  return (
    `Speed: half of the newest turns of the agent were done within ${seconds(turnMs.p50)}, and 95 of 100 within ${seconds(turnMs.p95)}. ` +
    `That is the whole turn, with the language model and the tools of the agent; the part of the memory in it is not recorded.${inTime}`
  )
}

const seconds = (milliseconds: number): string =>
  milliseconds < 1_000 ? `${Math.round(milliseconds)} milliseconds` : `${(milliseconds / 1_000).toFixed(1)} seconds`

/** What a person asks first, in the words of the page. */
const tiles: ReadonlyArray<readonly [name: string, count: string, means: string]> = [
  ['turns', 'turns', 'questions that were asked'],
  ['sessions', 'sessions', 'conversations in which they were asked'],
  ['verdicts', 'feedbacks', 'times that somebody said whether a memory was right'],
  ['memories', 'liveNodes', 'notes, passages of documents and kinds of question, all together'],
  ['documents', 'documents', 'files that were read in; each is one or more memories'],
  ['edges', 'edges', 'links between two memories'],
]

const Tiles = ({ stats: { counts, position } }: { readonly stats: Stats }) => (
  <div class="tiles">
    {tiles.map(([name, count, means]) => (
      <Tile key={name} name={name} means={means} value={counts[count] ?? 0} />
    ))}
    <Tile name="events" means="entries of the log: everything that ever happened" value={position} />
  </div>
)

const Tile = ({ means, name, value }: { readonly name: string; readonly means: string; readonly value: number }) => (
  <div class="tile" title={means}>
    <span class="figure">{value.toLocaleString('en')}</span>
    <span>{name}</span>
    <span class="faint means">{means}</span>
  </div>
)

/** Positions of the series that one request gives. */
const seriesPoints = 40

/** Asked once for the whole log, which is folded for it, and drawn up to the position that is shown. */
const Grown = () => (
  <Card title="How it grew and what it learned">
    <Answer name="stats" request={{ series: seriesPoints }}>
      {({ series: whole = [] }) => {
        const series = whole.filter(({ position }) => position <= (shown.value ?? position))
        return series.length < 2 ? (
          <Nothing>There is too little to draw yet.</Nothing>
        ) : (
          <div class="plots">
            <Series name="Links that it learned" points={series.map(({ edges, position }) => ({ position, value: edges }))} />
            <Series
              name="How strong its links are: half of them are weaker than this"
              points={series.flatMap(({ deciles, position }) => (deciles[5] === undefined ? [] : [{ position, value: deciles[5] }]))}
            />
          </div>
        )
      }}
    </Answer>
  </Card>
)

/** What `stats` says as of several positions: it has these numbers for one position at a time. */
interface Then {
  readonly position: number
  readonly stats: Stats
}

const pointsOverTime = 12
const overTime = signal<{ readonly end: number; readonly done: ReadonlyArray<Then>; readonly problem?: Problem } | undefined>(undefined)

const askOverTime = async (end: number): Promise<void> => {
  overTime.value = { end, done: [] }
  try {
    for (let i = 1; i <= pointsOverTime; i++) {
      const position = Math.max(1, Math.round((end * i) / pointsOverTime))
      const stats = await ask('stats', { at: String(position) })
      if (overTime.value.end !== end) return
      overTime.value = { end, done: [...overTime.value.done, { position, stats }] }
    }
  } catch (problem) {
    overTime.value = { end, done: [], problem: problem instanceof Problem ? problem : new Problem('Defect', String(problem)) }
  }
}

const measures: ReadonlyArray<readonly [name: string, of: (stats: Stats) => number | null | undefined]> = [
  ['Milliseconds of a turn: half took less', ({ taken }) => taken.turnMs?.p50],
  ['Tokens (about words) given to a model for a turn: half had less', ({ taken }) => taken.contextTokens?.p50],
  [
    'Of 100 of the newest turns, those that got nothing',
    ({ learning: { recalls } }) => 100 * (1 - recalls.shown / Math.max(1, recalls.turns)),
  ],
  ['Cost of models so far, in US dollars', ({ model }) => model.costUsd],
]

const OverTime = () => {
  const end = shown.value
  const told = overTime.value
  const isOf = told !== undefined && told.end === end
  return (
    <Card title="How long it took, how often it gave nothing, and cost, over time">
      {isOf ? null : (
        <p>
          <button type="button" disabled={end === undefined} onClick={() => void askOverTime(end ?? 1)}>
            Draw it over time
          </button>
          <span class="faint">{` At ${pointsOverTime} moments, each computed by itself; on a long log this takes a while.`}</span>
        </p>
      )}
      {isOf && told.problem !== undefined ? <Trouble problem={told.problem} /> : null}
      {isOf ? (
        <div class="plots" aria-busy={told.problem === undefined && told.done.length < pointsOverTime}>
          {measures.map(([name, of]) => (
            <Measure key={name} name={name} points={told.done.flatMap(({ position, stats }) => pointOf(position, of(stats)))} />
          ))}
        </div>
      ) : null}
    </Card>
  )
}

const pointOf = (position: number, value: number | null | undefined) => (value === null || value === undefined ? [] : [{ position, value }])

const Measure = ({ name, points }: { readonly name: string; readonly points: ReadonlyArray<{ position: number; value: number }> }) => {
  if (points.length === 0) return <Nothing>{`${name}: nothing was recorded.`}</Nothing>
  if (points.every(({ value }) => value === 0)) return <Nothing>{`${name}: 0 all along.`}</Nothing>
  return <Series name={name} points={points} />
}

const takenWords: Readonly<Record<string, string>> = {
  turnMs: 'A whole turn, ms',
  skipMs: 'Waited before a turn went on without memory, ms',
  contextTokens: 'Tokens (about words) given to the model',
  fired: 'Memories looked at',
  steps: 'Links followed from one memory to another',
  callMs: 'A call of the model that chooses memories, ms',
  callTokens: 'Tokens (about words) of such a call, with its answer',
  callNanoUsd: 'Cost of such a call, billionths of a US dollar',
  callsATurn: 'Calls of the model that chooses memories',
}

const Taken = ({ taken }: { readonly taken: Stats['taken'] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Of a turn</th>
        <th scope="col" class="number">
          half up to
        </th>
        <th scope="col" class="number">
          95 % up to
        </th>
        <th scope="col" class="number">
          turns
        </th>
      </tr>
    </thead>
    <tbody>
      {Object.entries(taken).map(([name, one]) =>
        one === undefined || one === null ? null : (
          <tr key={name}>
            <td>{takenWords[name] ?? spoken(name)}</td>
            <td class="number">{wordsOf(one.p50)}</td>
            <td class="number">{wordsOf(one.p95)}</td>
            <td class="number">{wordsOf(one.count)}</td>
          </tr>
        ),
      )}
    </tbody>
  </table>
)

const spoken = (name: string): string => name.replace(/([A-Z])/g, ' $1').toLowerCase()

const wordsOf = (value: unknown): string =>
  value === null || value === undefined
    ? '—'
    : typeof value === 'number'
      ? Number.isInteger(value)
        ? value.toLocaleString('en')
        : value.toFixed(3)
      : typeof value === 'object'
        ? Object.entries(value)
            .map(([name, one]) => `${spoken(name)} ${wordsOf(one)}`)
            .join(', ')
        : String(value)

const Facts = ({ values }: { readonly values: object }) => (
  <dl class="facts">
    {Object.entries(values)
      .filter(([, value]) => !Array.isArray(value))
      .map(([name, value]) => (
        <>
          <dt>{/^[A-Z]/.test(name) ? name : spoken(name)}</dt>
          <dd>{wordsOf(value)}</dd>
        </>
      ))}
  </dl>
)
