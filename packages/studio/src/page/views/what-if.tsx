/**
 * What if I had not said that? A switch beside each session and each verdict: off, and what would be is shown beside what is; from there it can be
 * taken out for good, and put back.
 */

import type { AnswerOf, RequestOf } from '@crabtrail/core'
import { signal } from '@preact/signals'
import { Answer } from '../parts/answer.tsx'
import { Badge, Card, counted, moment, NodeLink, Nothing, strength, TurnLink, toneOf } from '../parts/words.tsx'
import { ask, forgetAnswers, type Problem } from '../state/ask.ts'
import { lookNow, mayWrite } from '../state/brain.ts'
import { adjust, route } from '../state/route.ts'

/** What is switched off: a session, or one verdict. */
interface Off {
  readonly kind: 'session' | 'feedback'
  readonly name: string
}

const offIn = (id: string | undefined): Off | undefined => {
  const [kind, ...name] = (id ?? '').split(':')
  return kind === 'session' || kind === 'feedback' ? { kind, name: name.join(':') } : undefined
}

const selectionOf = ({ kind, name }: Off): Pick<RequestOf<'unlearn'>, 'ofSession' | 'ofFeedback'> =>
  kind === 'session' ? { ofSession: name } : { ofFeedback: name }

export const WhatIf = () => {
  const off = offIn(route.value.id)
  return (
    <>
      <h1>What if that had not been said?</h1>
      <p class="told">
        Switch a session or a verdict off: what would be is computed from the log, and nothing is changed. The same as{' '}
        <code>crabtrail unlearn --dry-run</code>.
      </p>
      <div class="columns">
        <Sessions off={off} />
        <div>{off === undefined ? <Nothing>Everything counts.</Nothing> : <Without off={off} />}</div>
      </div>
      <Undoing />
    </>
  )
}

const Switch = ({ label, name, off, kind }: Off & { readonly off: Off | undefined; readonly label: string }) => {
  const isOff = off?.kind === kind && off.name === name
  return (
    <button
      type="button"
      role="switch"
      aria-checked={!isOff}
      aria-label={label}
      class="switch"
      onClick={() => adjust({ id: isOff ? undefined : `${kind}:${name}` })}
    />
  )
}

const Sessions = ({ off }: { readonly off: Off | undefined }) => (
  <Card title="What taught it">
    <Answer name="sessions" request={{ limit: 100 }}>
      {({ more, sessions }) => (
        <>
          <ul class="sessions">
            {sessions
              .filter(({ signals }) => signals > 0)
              .map(({ key, last, session, signals }) => (
                <li key={session}>
                  <div class="line">
                    <Switch kind="session" name={session} off={off} label={`Session ${key ?? session} counts`} />
                    <strong dir="auto">{key ?? session}</strong>
                    <span class="faint">{`${counted(signals, 'signal')}${last === null ? '' : `, last ${moment(last.at)}`}`}</span>
                  </div>
                  <details>
                    <summary>each verdict</summary>
                    <SaidIn session={session} off={off} />
                  </details>
                </li>
              ))}
          </ul>
          {sessions.every(({ signals }) => signals === 0) ? <Nothing>Nothing was taught yet.</Nothing> : null}
          {more > 0 ? <p class="faint">{`and ${more} older sessions`}</p> : null}
        </>
      )}
    </Answer>
  </Card>
)

const SaidIn = ({ off, session }: { readonly session: string; readonly off: Off | undefined }) => (
  <Answer name="log" request={{ session, type: 'FeedbackGiven', names: true, limit: 200 }}>
    {({ events }) => (
      <ul class="verdicts">
        {events.toReversed().map(({ at, data, names = {}, position, turn }) => {
          const name = `f${String(data['feedback'])}`
          const verdict = String(data['verdict'])
          return (
            <li key={position} class="line">
              <Switch kind="feedback" name={name} off={off} label={`${verdict} at ${position} counts`} />
              <Badge tone={toneOf(verdict)}>{verdict}</Badge>
              {(names['nodes'] ?? []).map((node) => (
                <NodeLink key={node} node={node} />
              ))}
              {turn === null ? null : <TurnLink turn={turn} />}
              <span class="faint">{moment(at)}</span>
            </li>
          )
        })}
      </ul>
    )}
  </Answer>
)

const Without = ({ off }: { readonly off: Off }) => (
  <Answer name="unlearn" request={{ ...selectionOf(off), dryRun: true }}>
    {(would) => (
      <Card title="What would be">
        {would.signals.length === 0 ? (
          <Nothing>Nothing: none of it teaches any more.</Nothing>
        ) : (
          <>
            <p class="told" role="status">
              {`Without ${counted(would.signals.length, 'signal')}: ${counted(would.would?.edges.length ?? 0, 'strength')} and ${counted(would.rankings?.length ?? 0, 'ranking')} would be others.`}
            </p>
            <Rankings would={would} />
            <Moves would={would} />
            <TakeOut off={off} />
          </>
        )}
      </Card>
    )}
  </Answer>
)

type Would = AnswerOf<'unlearn'>

const nodeOf = ({ node }: { readonly node: string }): string => node

const Rankings = ({ would: { rankings = [] } }: { readonly would: Would }) => (
  <>
    {rankings.map(({ after, before, question, turn }) => (
      <section class="ranking" key={turn}>
        <h3 dir="auto">
          <TurnLink turn={turn} /> {question}
        </h3>
        <div class="sides">
          <Side name="is" nodes={before.map(nodeOf)} other={after.map(nodeOf)} />
          <Side after name="would be" nodes={after.map(nodeOf)} other={before.map(nodeOf)} />
        </div>
      </section>
    ))}
  </>
)

interface SideProps {
  readonly name: string
  readonly nodes: ReadonlyArray<string>
  /** The other side. */
  readonly other: ReadonlyArray<string>
  /** True for the side that is later or would be: it says how each memory moved. The other one marks only what is gone. */
  readonly after?: boolean
}

/** One side of a comparison. What moved is told by a sign and words, not by a colour alone. */
export const Side = ({ after = false, name, nodes, other }: SideProps) => (
  <div>
    <h4>{name}</h4>
    <ol>
      {nodes.map((node, place) => {
        const [sign, words] = movedIn(after, place, other.indexOf(node))
        return (
          <li key={node} class={sign === '' ? '' : 'moved'}>
            <span class="mark" title={words}>
              {sign}
            </span>
            <NodeLink node={node} />
          </li>
        )
      })}
    </ol>
  </div>
)

const movedIn = (isAfter: boolean, place: number, there: number): readonly [sign: string, words: string | undefined] => {
  if (there < 0) return isAfter ? ['new', 'not among the first before'] : ['gone', 'not among the first then']
  if (!isAfter || there === place) return ['', undefined]
  return there > place ? [`▲${there - place}`, `up from place ${there + 1}`] : [`▼${place - there}`, `down from place ${there + 1}`]
}

/** Strengths that are listed at most; those that move most. */
const movesMost = 40

const Moves = ({ would: { doubts = [], nodes, superseded = [], would } }: { readonly would: Would }) => {
  const edges = (would?.edges ?? []).toSorted((one, other) => Math.abs(other.to - other.from) - Math.abs(one.to - one.from))
  return (
    <>
      {superseded.map(({ holds, node }) => (
        <p key={node} class="line">
          <NodeLink node={node} /> {holds ? 'would hold again' : 'would be superseded'}
        </p>
      ))}
      {doubts.map(({ from, node, to }) => (
        <p key={node} class="line">
          <NodeLink node={node} /> {`doubts ${from} → ${to}`}
        </p>
      ))}
      {nodes.map((node) => (
        <p key={node} class="line">
          <NodeLink node={node} /> would be retired
        </p>
      ))}
      {edges.length === 0 ? null : (
        <details>
          <summary>{counted(edges.length, 'strength')}</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">From</th>
                <th scope="col">To</th>
                <th scope="col">Kind</th>
                <th scope="col" class="number">
                  is
                </th>
                <th scope="col" class="number">
                  would be
                </th>
              </tr>
            </thead>
            <tbody>
              {edges.slice(0, movesMost).map(({ edge, from, kind, source, target, to }) => (
                <tr key={edge}>
                  <td>
                    <NodeLink node={source} />
                  </td>
                  <td>
                    <NodeLink node={target} />
                  </td>
                  <td>{kind}</td>
                  <td class="number">{strength(from)}</td>
                  <td class="number">{strength(to)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </>
  )
}

/** What was taken out in this visit and can be put back, the newest first. */
const taken = signal<ReadonlyArray<{ readonly request: number; readonly name: string }>>([])
const failure = signal<Problem | undefined>(undefined)

const changing = async (change: () => Promise<void>): Promise<void> => {
  failure.value = undefined
  try {
    await change()
  } catch (problem) {
    failure.value = problem as Problem
  }
  forgetAnswers()
  await lookNow()
}

const TakeOut = ({ off }: { readonly off: Off }) => {
  if (!mayWrite.value) {
    return (
      <p class="faint">
        To take it out for good: <code>{`crabtrail unlearn --${off.kind} ${off.name}`}</code>, or start the studio with <code>--write</code>
        .
      </p>
    )
  }
  const takeOut = () =>
    changing(async () => {
      const { request } = await ask('unlearn', selectionOf(off))
      if (request !== null) taken.value = [{ request, name: `${off.kind} ${off.name}` }, ...taken.value]
      adjust({ id: undefined })
    })
  return (
    <button type="button" class="act" onClick={() => void takeOut()}>
      Take it out for good
    </button>
  )
}

const Undoing = () => (
  <>
    {failure.value === undefined ? null : (
      <p class="trouble" role="alert">
        {failure.value.message}
      </p>
    )}
    {taken.value.length === 0 ? null : (
      <Card title="Taken out here">
        <ul class="rows">
          {taken.value.map(({ name, request }) => (
            <li key={request}>
              <span>{`${name}, at position ${request}`}</span>
              <button
                type="button"
                onClick={() =>
                  void changing(async () => {
                    await ask('unlearn', { undo: String(request) })
                    taken.value = taken.value.filter((one) => one.request !== request)
                  })
                }
              >
                Put it back
              </button>
            </li>
          ))}
        </ul>
      </Card>
    )}
  </>
)
