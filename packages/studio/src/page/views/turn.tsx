/** One turn step by step: question, what went to the model, ranking and what brought each memory, and what was said of it. */

import type { AnswerOf } from '@crabtrail/core'
import { Answer, asOf } from '../parts/answer.tsx'
import { TurnNotYet } from '../parts/not-yet.tsx'
import { Badge, Card, counted, EdgeLink, moment, NodeLink, Nothing, strength, Words } from '../parts/words.tsx'
import { linkTo } from '../state/route.ts'

export const Turn = ({ turn }: { readonly turn: string }) => (
  <Answer name="why" request={{ turn, verbatim: true, ...asOf() }} failed={(problem) => <TurnNotYet id={turn} problem={problem} />}>
    {(why) => (
      <>
        <Neighbours turn={Number(turn.slice(1))} />
        <h1 dir="auto">{why.question}</h1>
        <p class="line faint">
          <span>{why.turn}</span>
          <span>{moment(why.at)}</span>
          <span>{`position ${why.position}`}</span>
          {why.absent === undefined ? null : <Badge tone="warn">{`without memory: ${why.absent}`}</Badge>}
        </p>
        {why.situation === undefined ? null : <p class="told">{`It was busy with: ${why.situation}`}</p>}
        <Given why={why} />
        <Ranking why={why} />
        <Steps why={why} />
        <Kept turn={why.turn} />
        <Verdicts turn={why.turn} />
      </>
    )}
  </Answer>
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
      <ol class="given line">
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
                <Badge>{reason}</Badge>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}

const Ranking = ({ why: { cues, items } }: { readonly why: Why }) => (
  <Card title="The ranking, and what brought each memory">
    {cues.length === 0 ? null : (
      <p class="told">
        {'It was like '}
        {cues.map(({ alike, node, question }) => (
          <span key={node} class="alias" dir="auto">{`“${question}” (${Math.round(alike * 100)} %)`}</span>
        ))}
      </p>
    )}
    <table>
      <thead>
        <tr>
          <th scope="col" class="number">
            Place
          </th>
          <th scope="col">Memory</th>
          <th scope="col">By its words</th>
          <th scope="col">By edges</th>
          <th scope="col" class="number">
            Score
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ included, inhibitedBy, node, path, score, seed, title, utility }, place) => (
          <tr key={node} class={included ? 'included' : ''}>
            <td class="number">{place + 1}</td>
            <td>
              <NodeLink node={node} title={title} />
              {included ? <Badge tone="good">given</Badge> : null}
              <p class="made">{madeOf({ path, score, seed, utility })}</p>
            </td>
            <td class="number">{seed === null ? '' : `${seed.score.toFixed(2)}`}</td>
            <td>
              {path.map(({ edge, kind, source, strength: value }, i) => (
                <span class="hop" key={`${edge}-${i}`}>
                  <EdgeLink edge={edge}>{`${kind} ${strength(value)}`}</EdgeLink>
                  <span class="faint"> from </span>
                  <NodeLink node={source} />
                </span>
              ))}
              {inhibitedBy === null ? null : <Badge tone="bad">held back</Badge>}
            </td>
            <td class="number">{score.toFixed(2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Card>
)

/** Kinds of edges that only what was said or done before makes or moves. */
const taught: ReadonlySet<string> = new Set(['learned', 'grown', 'inhibit'])

/** Says how a score is made up: what its own words gave, what came to it along its edges, and how useful it has been. */
const madeOf = ({ path, score, seed, utility }: Pick<Why['items'][number], 'path' | 'score' | 'seed' | 'utility'>): string => {
  const words = seed?.score ?? 0
  const rest = score / (utility === 0 ? 1 : utility) - words
  const isTaught = path.some(({ kind }) => taught.has(kind))
  const parts = [
    ...(words === 0 ? [] : [`its words ${words.toFixed(1)}`]),
    ...(Math.abs(rest) < 0.05
      ? []
      : [
          `${rest < 0 ? 'less what was held back' : isTaught ? 'what earlier verdicts taught' : 'what leads to it'} ${Math.abs(rest).toFixed(1)}`,
        ]),
  ]
  return `${parts.join(' + ')}${utility === 1 ? '' : `, times ${strength(utility)} for how useful it has been`} = ${score.toFixed(1)}`
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
                <td>{reasons[reason] ?? reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Card>
  )

const reasons: Readonly<Record<string, string>> = {
  dormant: 'too weak to be followed',
  gated: 'a shared name, which this question does not trust',
  'routed-away': 'its target adds nothing to the question',
  budget: 'the walk had gone far enough',
  visited: 'its target was reached already',
  cycle: 'it leads back',
  inhibited: 'it is negative: it keeps its target away',
}

const moves: ReadonlySet<string> = new Set([
  'StrengthAdjusted',
  'UtilityAdjusted',
  'FeedbackGiven',
  'OutcomeGiven',
  'TurnCompleted',
  'MessageJudged',
  'NodeSuperseded',
  'NodeDoubted',
])

/** What followed from a turn, in the order of the log. */
const Verdicts = ({ turn }: { readonly turn: string }) => (
  <Answer name="log" request={{ turn, walks: false, names: true, limit: 500, ...(asOf().at === undefined ? {} : { to: asOf().at ?? '' }) }}>
    {({ events }) => {
      const told = events.filter(({ type }) => moves.has(type))
      return (
        <Card title="What was said of it, and what that changed">
          {told.length === 0 ? <Nothing>Nothing was said of it yet.</Nothing> : null}
          <ol class="events">
            {told.map(({ at, data, names = {}, position, type }) => (
              <li key={position}>
                <span class="faint number" title={`position ${position}`}>
                  {moment(at)}
                </span>
                <span>{type}</span>
                <span class="event" dir="auto">
                  {eventInWords(data)}
                  {namedIn(data, names)
                    .slice(0, namesMost)
                    .map((one) => (
                      <Named key={`${one.field} ${one.name}`} {...one} />
                    ))}
                </span>
              </li>
            ))}
          </ol>
        </Card>
      )
    }}
  </Answer>
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

/** Names of memories and edges that are shown with an event at most. */
const namesMost = 4

interface NamedField {
  readonly field: string
  readonly name: string
  readonly number: unknown
}

/** The names of the memories and edges of an event, each with the field and the number that it is of. */
const namedIn = (
  data: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string | ReadonlyArray<string>>>,
): ReadonlyArray<NamedField> =>
  Object.entries(names).flatMap(([field, named]) => [named].flat().map((name, i) => ({ field, name, number: [data[field]].flat()[i] })))

/** Fields that hold memories alone. In another one a cue may stand, which is called by its question and is the id of no memory. */
const memoryFields: ReadonlySet<string> = new Set(['instead', 'by', 'candidate', 'kept', 'note', 'nodes', 'node'])

const Named = ({ field, name, number }: NamedField) => {
  if (field.startsWith('edge')) return <EdgeLink edge={`e${number}`}>{name}</EdgeLink>
  return memoryFields.has(field) ? <NodeLink node={name} /> : <q>{name}</q>
}

const eventInWords = (data: Readonly<Record<string, unknown>>): string => {
  const { from, outcome, to, verdict } = data
  const words = [verdict, outcome].filter((word) => typeof word === 'string')
  const moved = typeof from === 'number' && typeof to === 'number' ? [`${strength(from / 1e9)} → ${strength(to / 1e9)}`] : []
  return [...words, ...moved].join('  ')
}
