/** Is it well? What was found wrong, what was answered without memory, what turns took and models cost, and how it grew. */

import type { AnswerOf } from '@crabtrail/core'
import { signal } from '@preact/signals'
import { Answer, asOf, Trouble } from '../parts/answer.tsx'
import { Series } from '../parts/series.tsx'
import { Badge, Card, counted, Nothing } from '../parts/words.tsx'
import { ask, Problem } from '../state/ask.ts'
import { shown } from '../state/brain.ts'

export const Health = () => (
  <>
    <h1>Is it well?</h1>
    <Answer name="stats" request={asOf()}>
      {(stats) => (
        <>
          <p class="line">
            {stats.learning.alarms.length === 0 ? <Badge tone="good">no alarm</Badge> : null}
            {stats.learning.alarms.map((alarm) => (
              <Badge key={String(alarm)} tone="bad">
                {wordsOf(alarm)}
              </Badge>
            ))}
            {stats.backlog > 0 ? <Badge tone="warn">{`${counted(stats.backlog, 'fact')} to learn from`}</Badge> : null}
            <span class="faint">{`profile ${stats.profile}, position ${stats.position}`}</span>
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
            <p class="faint">{`Late: ${late.recalls.late} of ${counted(late.recalls.all, 'recall')}, ${late.calls.late} of ${counted(late.calls.all, 'call')} of a routing model.`}</p>
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

/** What a person asks first, in the words of the page. */
const tiles: ReadonlyArray<readonly [name: string, count: string]> = [
  ['turns', 'turns'],
  ['sessions', 'sessions'],
  ['verdicts', 'feedbacks'],
  ['memories', 'liveNodes'],
  ['documents', 'documents'],
  ['edges', 'edges'],
]

const Tiles = ({ stats: { counts, position } }: { readonly stats: Stats }) => (
  <div class="tiles">
    {tiles.map(([name, count]) => (
      <Tile key={name} name={name} value={counts[count] ?? 0} />
    ))}
    <Tile name="events" value={position} />
  </div>
)

const Tile = ({ name, value }: { readonly name: string; readonly value: number }) => (
  <div class="tile">
    <span class="figure">{value.toLocaleString('en')}</span>
    <span class="faint">{name}</span>
  </div>
)

const examined = signal(false)

/** The doctor reads the whole index of every brain: it is asked by whoever wants to know. */
const Findings = () => (
  <Card title="What the doctor finds, now">
    {examined.value ? (
      <Answer name="doctor" request={{}}>
        {({ findings }) => (
          <ul class="rows">
            {findings
              .toSorted((one, other) => Number(one.ok) - Number(other.ok))
              .map(({ detail, name, ok }) => (
                <li key={name}>
                  <Badge tone={ok ? 'good' : 'bad'}>{ok ? 'well' : 'look here'}</Badge>
                  <span>{name}</span>
                  <span class="faint event">{detail}</span>
                </li>
              ))}
          </ul>
        )}
      </Answer>
    ) : (
      <p>
        <button
          type="button"
          onClick={() => {
            examined.value = true
          }}
        >
          Examine the store
        </button>
        <span class="faint"> The same as </span>
        <code>crabtrail doctor</code>
        <span class="faint">; on a large store it takes a while.</span>
      </p>
    )}
  </Card>
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
            <Series name="Learned edges" points={series.map(({ edges, position }) => ({ position, value: edges }))} />
            <Series
              name="Half of all strengths are below"
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
  ['Milliseconds of a turn, half are below', ({ taken }) => taken.turnMs?.p50],
  ['Tokens given to a turn, half are below', ({ taken }) => taken.contextTokens?.p50],
  [
    'Newest turns that were shown nothing, in per cent',
    ({ learning: { recalls } }) => 100 * (1 - recalls.shown / Math.max(1, recalls.turns)),
  ],
  ['Cost of models so far, in US dollars', ({ model }) => model.costUsd],
]

const OverTime = () => {
  const end = shown.value
  const told = overTime.value
  const isOf = told !== undefined && told.end === end
  return (
    <Card title="Latency, blindness and cost over time">
      {isOf ? null : (
        <p>
          <button type="button" disabled={end === undefined} onClick={() => void askOverTime(end ?? 1)}>
            {`Look at ${pointsOverTime} positions`}
          </button>
          <span class="faint"> Each is asked for by itself; on a long log this takes a while.</span>
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
  skipMs: 'Until a turn went on without memory, ms',
  contextTokens: 'Tokens given',
  fired: 'Memories visited',
  steps: 'Steps of the walk',
  callMs: 'A call of a routing model, ms',
  callTokens: 'Tokens of such a call',
  callNanoUsd: 'Cost of such a call, billionths of a US dollar',
  callsATurn: 'Such calls of a turn',
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
