/** One turn step by step: question, what went to the model, ranking and what brought each memory, and what was said of it. */

import type { AnswerOf } from '@crabtrail/core'
import { Answer, asOf } from '../parts/answer.tsx'
import { wayInWords } from '../parts/event-words.ts'
import { Followed } from '../parts/followed.tsx'
import { TurnNotYet } from '../parts/not-yet.tsx'
import { OneTurn } from '../parts/one-turn.tsx'
import { Badge, Card, counted, EdgeLink, moment, NodeLink, SessionName, strength, Words } from '../parts/words.tsx'
import { linkTo } from '../state/route.ts'
import { leftOut, Ranking } from './ranking.tsx'

export const Turn = ({ turn }: { readonly turn: string }) => (
  <Answer name="why" request={{ turn, verbatim: true, ...asOf() }} failed={(problem) => <TurnNotYet id={turn} problem={problem} />}>
    {(why) => (
      <>
        <Neighbours turn={Number(turn.slice(1))} />
        <h1 dir="auto">{why.question}</h1>
        <p class="line faint">
          <span>{why.turn}</span>
          <AskedIn turn={why.turn} />
          <span>{moment(why.at)}</span>
          <span>{`position ${why.position}`}</span>
          {why.absent === undefined ? null : <Badge tone="warn">{`without memory: ${why.absent}`}</Badge>}
        </p>
        {why.situation === undefined ? null : <p class="told">{`It was busy with: ${why.situation}`}</p>}
        <Given why={why} />
        <Ranking why={why} />
        <Steps why={why} />
        <Kept turn={why.turn} />
        <Followed turn={why.turn} />
      </>
    )}
  </Answer>
)

/** The session that asked: an explanation of a turn does not tell it. */
const AskedIn = ({ turn }: { readonly turn: string }) => (
  <OneTurn turn={turn}>
    {(one) =>
      one.session === null ? (
        'asked in no session'
      ) : (
        <>
          {'asked in '}
          <a href={linkTo('turns', undefined, { session: one.session })}>
            <SessionName session={one.session} />
          </a>
        </>
      )
    }
  </OneTurn>
)

const Neighbours = ({ turn }: { readonly turn: number }) => (
  <nav class="steps" aria-label="Neighbouring turns">
    <a href={linkTo('turns')}>All turns</a>
    <span class="grow" />
    {turn > 1 ? <a href={linkTo('turns', `t${turn - 1}`)}>{`‹ t${turn - 1}`}</a> : null}
    <Answer name="turns" request={{ limit: 1, ...asOf() }}>
      {({ turns: [newest] }) =>
        newest === undefined || turn >= Number(newest.turn.slice(1)) ? null : (
          <a href={linkTo('turns', `t${turn + 1}`)}>{`t${turn + 1} ›`}</a>
        )
      }
    </Answer>
  </nav>
)

type Why = AnswerOf<'why'>

const Given = ({ why: { context, dropped, items } }: { readonly why: Why }) => {
  const given = items.filter(({ included }) => included)
  const title = given.length === 0 && context?.text === '' ? 'Nothing went to the model' : 'What went to the model, word for word'
  return (
    <Card title={title}>
      {context === undefined || context.text === '' ? null : (
        <>
          <p class="told">{`${counted(given.length, 'memory', 'memories')}, ${counted(context.tokens, 'token')}`}</p>
          <Words text={context.text} />
        </>
      )}
      <ol class="given">
        {given.map(({ node, title: name }) => (
          <li key={node}>
            <NodeLink node={node} title={name} />
          </li>
        ))}
      </ol>
      {dropped.length === 0 ? null : (
        <details>
          <summary>{`${counted(dropped.length, 'memory', 'memories')} found and left out`}</summary>
          <ul class="rows">
            {dropped.map(({ node, reason }) => (
              <li key={node}>
                <NodeLink node={node} />
                <Badge>{leftOut[reason]}</Badge>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}

const Steps = ({ why: { skipped } }: { readonly why: Why }) =>
  skipped.length === 0 ? null : (
    <Card title={`Not followed: ${counted(skipped.length, 'edge')}`}>
      <details>
        <summary>show them</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Edge</th>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col" class="number">
                Strength
              </th>
              <th scope="col">Why not</th>
            </tr>
          </thead>
          <tbody>
            {skipped.map(({ edge, kind, reason, source, strength: value, target }) => (
              <tr key={edge}>
                <td>
                  <EdgeLink edge={edge}>{kind}</EdgeLink>
                </td>
                <td>
                  <NodeLink node={source} />
                </td>
                <td>
                  <NodeLink node={target} />
                </td>
                <td class="number">{strength(value)}</td>
                <td>{wayInWords[reason]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Card>
  )

/** What was kept of the words of the turn, the agent's reply among them, where the agent was to keep them. */
const Kept = ({ turn }: { readonly turn: string }) => (
  <Answer name="log" request={{ turn, walks: false, names: true, limit: 500, ...(asOf().at === undefined ? {} : { to: asOf().at ?? '' }) }}>
    {({ events }) => {
      // A cue is the question itself.
      const kept = events.filter(({ data, type }) => type === 'NodeAdded' && data['nodeType'] !== 'cue')
      return kept.length === 0 ? null : (
        <Card title="What was kept of what was said in it">
          {kept.map(({ names = {}, origin, position }) =>
            (names['node'] ?? []).map((node) => <KeptText key={`${position}${node}`} node={node} origin={origin} />),
          )}
        </Card>
      )
    }}
  </Answer>
)

const KeptText = ({ node, origin }: { readonly node: string; readonly origin: string | null }) => (
  <Answer name="show" request={{ what: node, ...asOf() }} failed={() => null}>
    {({ nodes: [own] }) =>
      own === undefined || own.type === 'cue' ? null : (
        <section>
          <p class="line">
            <strong>
              {own.origin === 'agent' ? 'The agent replied' : own.origin === 'owner' ? 'You said' : `From ${own.origin ?? origin}`}
            </strong>
            <NodeLink node={node} title={own.title} />
          </p>
          <blockquote class="excerpt" dir="auto">
            {own.content}
          </blockquote>
        </section>
      )
    }
  </Answer>
)
