/** What was said in one session, with a switch beside each: verdicts of people and agents, and what a model judged that they said. */

import type { AnswerOf } from '@crabtrail/core'
import { useState } from 'preact/hooks'
import { Answer } from '../parts/answer.tsx'
import { Badge, keyOfSession, moment, NodeLink, TurnLink, toneOf } from '../parts/words.tsx'
import { adjust } from '../state/route.ts'
import { headAsked, idleAmong } from './changes-nothing.ts'
import { type Off, working } from './taken-out.tsx'

/** True for what is switched off. An address names a session by its number or by its key. */
export const isOff = (off: Off | undefined, { kind, name }: Off): boolean =>
  off?.kind === kind && (off.name === name || (kind === 'session' && off.name === keyOfSession(name)))

interface SwitchProps extends Off {
  readonly off: Off | undefined
  readonly label: string
  /** True where it is known that it would change nothing. */
  readonly idle: boolean
}

export const Switch = ({ idle, label, name, off, kind }: SwitchProps) => (
  <button
    type="button"
    disabled={working.value}
    role="switch"
    aria-checked={!isOff(off, { kind, name })}
    aria-label={label}
    aria-describedby={idle ? idOfIdle({ kind, name }) : undefined}
    class={idle ? 'switch idle' : 'switch'}
    onClick={() => adjust({ id: isOff(off, { kind, name }) ? undefined : `${kind}:${name}` })}
  />
)

const idOfIdle = ({ kind, name }: Off): string => `idle-${kind}-${name}`

export const Idle = (one: Off) => (
  <span id={idOfIdle(one)} class="faint">
    changes nothing
  </span>
)

/** Signals of a session that are listed at most, of each kind the newest. */
const listedMost = 200

interface SaidProps {
  readonly session: string
  readonly off: Off | undefined
}

export const SaidIn = ({ off, session }: SaidProps) => {
  const asked = { session, names: true, limit: listedMost } as const
  return (
    <Answer name="log" request={{ ...asked, type: 'FeedbackGiven' }}>
      {({ events: verdicts }) => (
        <Answer name="log" request={{ ...asked, type: 'MessageJudged' }}>
          {({ events: judged }) => (
            <Said events={[...verdicts, ...judged.filter(({ data }) => data['feedback'] !== undefined)]} off={off} />
          )}
        </Answer>
      )}
    </Answer>
  )
}

type Events = AnswerOf<'log'>['events']

const Said = ({ events, off }: { readonly events: Events; readonly off: Off | undefined }) => {
  const newest = events.toSorted((one, other) => other.position - one.position)
  const named = newest.map(({ data }): Off => ({ kind: 'feedback', name: `f${String(data['feedback'])}` }))
  const [opened] = useState(headAsked)
  const { idle, isWaiting } = idleAmong(named, opened)
  return (
    <ul class="verdicts" aria-busy={isWaiting}>
      {newest.map((event, i) => {
        const one = named[i] as Off
        const { at, position, turn, type } = event
        const verdict = String(event.data['verdict'])
        return (
          <li key={position} class="line">
            <Switch {...one} off={off} idle={idle.has(one.name)} label={`${verdict} at ${position} counts`} />
            <Badge tone={toneOf(verdict)}>{verdict}</Badge>
            {type === 'MessageJudged' ? <span class="faint">as a model read it</span> : null}
            {idle.has(one.name) ? <Idle {...one} /> : null}
            {nodesOf(event).map((node) => (
              <NodeLink key={node} node={node} />
            ))}
            {turn === null ? null : <TurnLink turn={turn} />}
            <span class="faint">{moment(at)}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** The memories of a verdict, or the one that a judged message is about. */
const nodesOf = ({ names = {} }: Events[number]): ReadonlyArray<string> => names['nodes'] ?? names['candidate'] ?? []
