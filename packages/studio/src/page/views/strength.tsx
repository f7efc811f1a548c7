/** Why is it as strong as it is? One edge over time, with what moved it. */

import { Answer, asOf } from '../parts/answer.tsx'
import { EdgeNotYet } from '../parts/not-yet.tsx'
import { Series } from '../parts/series.tsx'
import { Badge, Card, moment, NodeLink, Nothing, signed, strength, TurnLink, toneOf } from '../parts/words.tsx'
import { shown } from '../state/brain.ts'
import { route } from '../state/route.ts'

export const Strength = () => {
  const edge = route.value.id
  if (edge === undefined) return <Nothing>Choose an edge on the page of a memory or of a turn.</Nothing>
  return (
    <Answer name="blame" request={{ edge, ...asOf() }} failed={(problem) => <EdgeNotYet id={edge} problem={problem} />}>
      {({ history, kind, source, strength: now, target }) => (
        <>
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
              {history.map(({ at, delta, feedback, from, position, reason, said, sessionKey, to, turn, type, verdict }) => (
                <li key={position}>
                  <span class="faint number">{position}</span>
                  <span class={`number ${delta < 0 ? 'bad' : delta > 0 ? 'good' : 'faint'}`}>{signed(delta)}</span>
                  <span class="faint">{`${strength(from)} → ${strength(to)}`}</span>
                  {verdict === null ? <span>{reason ?? type}</span> : <Badge tone={toneOf(verdict)}>{verdict}</Badge>}
                  {turn === null ? null : <TurnLink turn={turn} />}
                  {said === undefined || said === null ? null : <q dir="auto">{said}</q>}
                  <span class="faint">{`${sessionKey ?? ''} ${moment(at)} ${feedback ?? ''}`}</span>
                </li>
              ))}
            </ol>
          </Card>
        </>
      )}
    </Answer>
  )
}

/** Each change, and where it stands at the position that is shown. */
const alongLog = (history: ReadonlyArray<{ readonly position: number; readonly to: number }>) => {
  const points = history.map(({ position, to }) => ({ position, value: to }))
  const [last, end] = [points.at(-1), shown.value]
  return last === undefined || end === undefined || end <= last.position ? points : [...points, { position: end, value: last.value }]
}
