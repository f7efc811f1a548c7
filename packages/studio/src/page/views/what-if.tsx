/**
 * What if I had not said that? A switch beside each session and each verdict: off, and what would be is shown beside what is; from there it can be
 * taken out for good, and put back.
 */

import type { AnswerOf, RequestOf } from '@crabtrail/core'
import { signal } from '@preact/signals'
import { Answer } from '../parts/answer.tsx'
import { LongList } from '../parts/long-list.tsx'
import { hasMoved, Side } from '../parts/side.tsx'
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
        <div class="beside">
          {off === undefined ? (
            <Card title="What would be">
              <Nothing>Everything counts. Switch something off on the left, and the answers that would differ stand here.</Nothing>
            </Card>
          ) : (
            <Without off={off} />
          )}
        </div>
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

/** Sessions that are listed at most. */
const sessionsMost = 10_000
/** A part of the name of the session that is looked for. */
const wanted = signal('')

const Sessions = ({ off }: { readonly off: Off | undefined }) => (
  <Card title="What taught it">
    <label class="filter">
      <span class="hidden">Find a session</span>
      <input
        type="search"
        value={wanted.value}
        placeholder="Find a session"
        onInput={({ currentTarget: { value } }) => {
          wanted.value = value
        }}
      />
    </label>
    <Answer name="sessions" request={{ limit: sessionsMost }}>
      {({ more, sessions }) => {
        const taught = sessions.filter(({ signals }) => signals > 0)
        const found = taught.filter(({ key, session }) => (key ?? session).toLowerCase().includes(wanted.value.trim().toLowerCase()))
        return (
          <>
            <p class="told">{`${counted(taught.length, 'session')} taught something, the last to teach first.`}</p>
            <LongList
              count={found.length}
              rowHeight={84}
              label="Sessions that taught something"
              class="sessions"
              row={(index) => <TaughtIn one={found[index] as Listed} off={off} />}
            />
            {found.length === 0 ? (
              <Nothing>{taught.length === 0 ? 'Nothing was taught yet.' : 'No session has such a name.'}</Nothing>
            ) : null}
            {more > 0 ? <p class="faint">{`and ${more} older sessions`}</p> : null}
          </>
        )
      }}
    </Answer>
  </Card>
)

type Listed = AnswerOf<'sessions'>['sessions'][number]

const TaughtIn = ({ off, one: { key, last, session, signals } }: { readonly off: Off | undefined; readonly one: Listed }) => (
  <>
    <div class="line">
      <Switch kind="session" name={session} off={off} label={`Session ${key ?? session} counts`} />
      <strong dir="auto">{key ?? session}</strong>
    </div>
    <p class="below">{`${counted(signals, 'signal')}${last === null ? '' : `, last ${moment(last.at)}`}`}</p>
    <details>
      <summary>each verdict</summary>
      <SaidIn session={session} off={off} />
    </details>
  </>
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
      <Card title={`What would be without ${off.kind === 'session' ? `the session ${off.name}` : `the verdict ${off.name}`}`}>
        {would.signals.length === 0 ? (
          <Nothing>Nothing: none of it teaches any more.</Nothing>
        ) : (
          <>
            <p class="told" role="status">
              <Switch kind={off.kind} name={off.name} off={off} label="It counts" />
              {`Without ${counted(would.signals.length, 'signal')}: ${counted(would.would?.edges.length ?? 0, 'strength')} and ${counted(would.rankings?.length ?? 0, 'ranking')} would differ.`}
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

const Rankings = ({ would: { rankings = [] } }: { readonly would: Would }) => {
  const others = rankings.filter(({ after, before }) => hasMoved(before, after))
  const rest = rankings.length - others.length
  return (
    <>
      {others.map(({ after, before, question, turn }) => (
        <section class="ranking" key={turn}>
          <h3 dir="auto">
            <TurnLink turn={turn} /> {question}
          </h3>
          <div class="sides">
            <Side name="is" nodes={before} other={after} />
            <Side after name="would be" nodes={after} other={before} />
          </div>
        </section>
      ))}
      {rest === 0 ? null : (
        <p class="faint">{`${counted(rest, 'other question', 'other questions')} would have the same order with other scores.`}</p>
      )}
    </>
  )
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
