/** Why is it as strong as it is? One edge over time, with what moved it. */

import type { AnswerOf } from '@crabtrail/core'
import { Answer, asOf } from '../parts/answer.tsx'
import { eventInWords } from '../parts/event-words.ts'
import { EdgeNotYet } from '../parts/not-yet.tsx'
import { Series } from '../parts/series.tsx'
import { Badge, Card, moment, NodeLink, Nothing, signed, strength, TurnLink, toneOf } from '../parts/words.tsx'
import { shown } from '../state/brain.ts'
import { at, cameFrom, hashOf, linkTo, route } from '../state/route.ts'

export const Strength = () => {
  const edge = route.value.id
  if (edge === undefined) return <Nothing>Choose an edge on the page of a memory or of a turn.</Nothing>
  return (
    <Answer name="blame" request={{ edge, ...asOf() }} failed={(problem) => <EdgeNotYet id={edge} problem={problem} />}>
      {({ history, kind, source, strength: now, target }) => (
        <>
          <Back target={target} />
          <h1>{`Why is it ${strength(now)}?`}</h1>
          <p class="line ends">
            <NodeLink node={source} />
            <span class="faint">—</span>
            <Badge>{kind}</Badge>
            <span class="faint">→</span>
            <NodeLink node={target} />
            <span class="faint">{edge}</span>
          </p>
          <Series name={`Strength of ${edge} along the log`} points={alongLog(history)} />
          <Card title="Each cause">
            <ol class="causes">
              {history.map((step) => (
                <li key={step.position}>
                  <Cause {...step} />
                </li>
              ))}
            </ol>
          </Card>
        </>
      )}
    </Answer>
  )
}

/** A person who comes from nowhere goes on to the memory. */
const Back = ({ target }: { readonly target: string }) => {
  const before = cameFrom.value
  return (
    <nav class="steps" aria-label="Way back">
      {before === undefined ? (
        <a href={linkTo('notes', target)}>Back to the memory</a>
      ) : (
        <a href={hashOf({ ...before, at: at.value })}>
          {before.view === 'turns' && before.id !== undefined
            ? `Back to ${before.id}`
            : before.view === 'notes' && before.id !== undefined
              ? 'Back to the memory'
              : 'Back'}
        </a>
      )}
    </nav>
  )
}

type Step = AnswerOf<'blame'>['history'][number]

const Cause = ({ at: when, delta, feedback, from, position, said, sessionKey, to, turn, type, ...step }: Step) => (
  <>
    <span class="faint number">{moment(when)}</span>
    <span class={`number ${delta < 0 ? 'bad' : delta > 0 ? 'good' : 'faint'}`}>{signed(delta)}</span>
    <span class="faint">{`${strength(from)} → ${strength(to)}`}</span>
    <Because delta={delta} type={type} {...step} />
    {said === undefined || said === null ? null : <q dir="auto">{said}</q>}
    {turn === null ? null : (
      <span>
        <span class="faint">about </span>
        <TurnLink turn={turn} />
      </span>
    )}
    {sessionKey === null ? null : (
      <span class="faint">
        {'in '}
        <bdi>{sessionKey}</bdi>
      </span>
    )}
    <span class="faint type" title={`position ${position}`}>{`${type} ${feedback ?? ''}`}</span>
  </>
)

/** A verdict against one memory strengthens what leads to the one that was named as right: it was not about this one. */
const Because = ({ aboutOther, delta, reason, type, verdict }: Pick<Step, 'aboutOther' | 'delta' | 'reason' | 'type' | 'verdict'>) => {
  if (verdict === null) return <span>{eventInWords(type, delta)}</span>
  if (aboutOther !== true) return <Badge tone={toneOf(verdict)}>{verdict}</Badge>
  return (
    <span>{`${reason === 'instead' ? 'named as the right one: ' : ''}the verdict “${verdict.replaceAll('-', ' ')}” was about another memory`}</span>
  )
}

/** Each change, and where it stands at the position that is shown. */
const alongLog = (history: ReadonlyArray<{ readonly position: number; readonly to: number }>) => {
  const points = history.map(({ position, to }) => ({ position, value: to }))
  const [last, end] = [points.at(-1), shown.value]
  return last === undefined || end === undefined || end <= last.position ? points : [...points, { position: end, value: last.value }]
}
