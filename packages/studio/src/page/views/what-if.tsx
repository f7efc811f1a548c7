/**
 * What if I had not said that? A switch beside each session, each verdict and each judgement of a model: off, and what would be is shown beside
 * what is; from there it can be taken out, and put back.
 */

import type { AnswerOf } from '@crabtrail/core'
import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { Answer } from '../parts/answer.tsx'
import { LongList } from '../parts/long-list.tsx'
import { hasMoved, Side } from '../parts/side.tsx'
import { Badge, Card, counted, moment, NodeLink, Nothing, strength, TurnLink } from '../parts/words.tsx'
import { ask } from '../state/ask.ts'
import { mayWrite } from '../state/brain.ts'
import { route } from '../state/route.ts'
import { ChangedMarks } from './changed-marks.tsx'
import { dryRunOf, isIdle, selectionOf } from './changes-nothing.ts'
import { Idle, isOff, SaidIn, Switch } from './said-in.tsx'
import { changing, nameOfOff, type Off, PutBack, TakenOut, working } from './taken-out.tsx'

const offIn = (id: string | undefined): Off | undefined => {
  const [kind, ...name] = (id ?? '').split(':')
  return kind === 'session' || kind === 'feedback' ? { kind, name: name.join(':') } : undefined
}

export const WhatIf = () => {
  const off = offIn(route.value.id)
  return (
    <>
      <h1>What if that had not been said?</h1>
      <p class="told">
        Switch a session, a verdict or a judgement off: what would be is computed from the log, and nothing is changed. The same as{' '}
        <code>crabtrail unlearn --dry-run</code>.
      </p>
      <TakenOut />
      <div class="columns">
        <Sessions off={off} />
        <section class="beside" aria-label="What would be">
          {off === undefined ? (
            <Card title="What would be">
              <Nothing>Everything counts. Switch something off on the left, and the answers that would differ stand here.</Nothing>
            </Card>
          ) : (
            <Without off={off} />
          )}
        </section>
      </div>
    </>
  )
}

/** Sessions that are listed at most. */
const sessionsMost = 10_000
/** A part of the name of the session that is looked for. */
const wanted = signal('')

const orders = {
  newest: 'newest first',
  wrong: 'most wrong first',
  fewest: 'fewest turns first',
} as const
type Order = keyof typeof orders
const order = signal<Order>('newest')

const Sessions = ({ off }: { readonly off: Off | undefined }) => (
  <Card title="What taught it">
    <div class="line choice">
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
      <label>
        <span class="hidden">In which order</span>
        <select
          value={order.value}
          onChange={({ currentTarget: { value } }) => {
            order.value = value as Order
          }}
        >
          {Object.entries(orders).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </label>
    </div>
    <Answer name="sessions" request={{ limit: sessionsMost }}>
      {({ more, sessions }) => <Taught sessions={sessions} more={more} off={off} />}
    </Answer>
  </Card>
)

type Listed = AnswerOf<'sessions'>['sessions'][number]

interface TaughtProps {
  readonly sessions: ReadonlyArray<Listed>
  readonly more: number
  readonly off: Off | undefined
}

const Taught = ({ more, off, sessions }: TaughtProps) => {
  const words = wanted.value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const taught = sessions.filter(({ session, signals }) => signals > 0 || (off?.kind === 'session' && off.name === session))
  const found = inOrder(taught.filter(({ key, session }) => words.every((word) => (key ?? session).toLowerCase().includes(word))))
  return (
    <>
      <p class="told">
        {`${words.length === 0 ? '' : `${found.length} of `}${counted(taught.length, 'session')} taught something, the ${orders[order.value]}.`}
      </p>
      <LongList
        count={found.length}
        rowHeight={84}
        label="Sessions that taught something"
        class="sessions"
        row={(index) => <TaughtIn one={found[index] as Listed} off={off} />}
      />
      {found.length === 0 ? <Nothing>{taught.length === 0 ? 'Nothing was taught yet.' : 'No session has such a name.'}</Nothing> : null}
      {more > 0 ? <p class="faint">{`and ${counted(more, 'older session')}`}</p> : null}
    </>
  )
}

/** The sessions come with the last to teach first. */
const inOrder = (sessions: ReadonlyArray<Listed>): ReadonlyArray<Listed> => {
  if (order.value === 'wrong') return sessions.toSorted((one, other) => other.wrong - one.wrong)
  if (order.value === 'fewest') return sessions.toSorted((one, other) => one.turns - other.turns)
  return sessions
}

const TaughtIn = ({ off, one }: { readonly off: Off | undefined; readonly one: Listed }) => {
  const { key, last, session, signals, takenBack = 0, turns, verdicts, wrong } = one
  const [isOpen, open] = useState(false)
  const own: Off = { kind: 'session', name: session }
  const isShown = off !== undefined && isOff(off, own)
  const idle = signals > 0 && isIdle(isShown ? off : own, isShown)
  return (
    <>
      <div class="line">
        <Switch {...own} off={off} idle={idle} label={`Session ${key ?? session} counts`} />
        <strong dir="auto">{key ?? session}</strong>
        {signals === 0 ? <Badge tone="warn">taken out</Badge> : null}
        {idle ? <Idle {...own} /> : null}
      </div>
      <p class="below">
        {`${counted(turns, 'turn')}, ${counted(verdicts, 'verdict')}, ${wrong} of them wrong`}
        {takenBack === 0 ? '' : `, ${counted(takenBack, 'verdict')} taken back`}
        {last === null ? '' : `, last ${moment(last.at)}`}
      </p>
      <details onToggle={({ currentTarget }) => open(currentTarget.open)}>
        <summary>each verdict and judgement</summary>
        {isOpen ? <SaidIn session={session} off={off} /> : null}
      </details>
    </>
  )
}

const Without = ({ off }: { readonly off: Off }) => (
  <Answer name="unlearn" request={dryRunOf(off)}>
    {(would) => (
      <Card title={`What would be without ${nameOfOff(off).replace(/^T/, 't')}`}>
        {would.signals.length === 0 ? (
          <>
            <Nothing>Nothing: none of it teaches any more.</Nothing>
            <SessionsNamed off={off} />
          </>
        ) : (
          <>
            <p class="told" role="status">
              {would.idle === true
                ? `Nothing would change without ${counted(would.signals.length, 'signal')}: every strength and every answer would be as it is.`
                : `Without ${counted(would.signals.length, 'signal')}: ${ordersIn(would)}; ${counted(would.would?.edges.length ?? 0, 'strength')} would differ.`}
            </p>
            <TakeOut off={off} />
            <Rankings would={would} />
            <Moves would={would} />
          </>
        )}
      </Card>
    )}
  </Answer>
)

type Would = AnswerOf<'unlearn'>

/** Only another order is another answer; other scores alone change nothing that anybody sees. */
const ordersIn = ({ rankings = [] }: Would): string => {
  const others = rankings.filter(({ after, before }) => hasMoved(before, after)).length
  return others === 0 ? 'every answer would have the same order' : `${counted(others, 'answer')} would have another order`
}

const SessionsNamed = ({ off }: { readonly off: Off }) => (
  <Answer name="sessions" request={{ limit: sessionsMost }}>
    {({ sessions }) => (
      <PutBack
        off={off}
        sessions={sessions.filter(({ key, session }) => key === off.name || session === off.name).map(({ session }) => session)}
      />
    )}
  </Answer>
)

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
        <p class="faint">{`${counted(rest, 'other question', 'other questions')} would have the same order; only the scores behind it would differ.`}</p>
      )}
    </>
  )
}

/** Strengths that are listed at most; those that move most. */
const movesMost = 40

const Moves = ({ would }: { readonly would: Would }) => {
  const edges = (would.would?.edges ?? []).toSorted((one, other) => Math.abs(other.to - other.from) - Math.abs(one.to - one.from))
  return (
    <>
      <ChangedMarks would={would} />
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

const TakeOut = ({ off }: { readonly off: Off }) => {
  if (!mayWrite.value) {
    return (
      <p class="faint">
        To take it out: <code>{`crabtrail unlearn --${off.kind} ${off.name}`}</code>, or start the studio with <code>--write</code>.
      </p>
    )
  }
  const says = `${nameOfOff(off)} is taken out: it teaches no more.`
  return (
    <button
      type="button"
      class="act"
      disabled={working.value}
      onClick={() => void changing(says, async () => void (await ask('unlearn', selectionOf(off))))}
    >
      Take it out
    </button>
  )
}
