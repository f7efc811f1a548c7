/** The life of a fact: what was stated when and by whom, what replaced it, and which answers rested on it. */

import type { AnswerOf } from '@crabtrail/core'
import type { ComponentChildren } from 'preact'
import { Answer, asOf } from '../parts/answer.tsx'
import { Badge, Card, counted, moment, NodeLink, SessionName, TurnLink, toneOf } from '../parts/words.tsx'
import { answerTo } from '../state/ask.ts'
import { shown as position } from '../state/brain.ts'
import { linkTo } from '../state/route.ts'

/** What is shown of a memory. */
export type Shown = AnswerOf<'show'>
type Own = Shown['nodes'][number]

/** Statements that are followed at most: more is no story. */
const followedMost = 20

export const Life = ({ shown }: { readonly shown: Shown }) => {
  const [own] = shown.nodes
  if (own === undefined) return null
  const { isWaiting, stated } = statedInTurn(shown)
  return (
    <Card title="Its life">
      <div class="life" aria-busy={isWaiting}>
        {stated.map((one) => (
          <Stated key={one.nodes[0]?.node} shown={one} isOwn={one === shown} isAlone={stated.length === 1} />
        ))}
      </div>
      <Beside own={own} />
    </Card>
  )
}

/** A memory, what it stands in the place of and what stands in its place, each once, by the day on which it came in. */
const statedInTurn = (shown: Shown): { readonly stated: ReadonlyArray<Shown>; readonly isWaiting: boolean } => {
  const found = new Map<string, Shown>([[shown.nodes[0]?.node ?? '', shown]])
  let isWaiting = false
  for (const { nodes } of found.values()) {
    const [one] = nodes
    for (const node of [...(one?.inPlaceOf ?? []), ...(one?.supersededBy ?? []).map(({ by }) => by)]) {
      if (found.has(node) || found.size >= followedMost) continue
      const told = answerTo('show', { what: node, ...asOf() }, position.value).value
      if (told.state === 'told') found.set(node, told.answer)
      else if (told.state === 'waiting') isWaiting = true
    }
  }
  const cameIn = ({ traced }: Shown): string => traced?.added ?? ''
  return { stated: [...found.values()].toSorted((one, other) => (cameIn(one) < cameIn(other) ? -1 : 1)), isWaiting }
}

const until = () => (asOf().at === undefined ? {} : { to: asOf().at ?? '' })

interface StatedProps {
  readonly shown: Shown
  /** True for the one that the page is about. */
  readonly isOwn?: boolean
  /** True where nothing came before or after it: the heading says it already. */
  readonly isAlone?: boolean
}

/** One statement, from the day on which it came in to what ended it. */
const Stated = ({ isAlone = false, isOwn = false, shown: { changed, nodes, traced } }: StatedProps) => {
  const [own] = nodes
  if (own === undefined) return null
  const { node, supersededBy, title } = own
  const holds = supersededBy.every(({ gone }) => gone !== undefined)
  return (
    <article class={`stated ${holds ? 'holds' : ''} ${isOwn ? 'own' : ''}`}>
      <p class="line">
        <strong class="number">{traced?.added == null ? (changed ?? 'always') : moment(traced.added)}</strong>
        <Said node={node} origin={own.origin} />
        {holds ? <Badge tone="good">holds</Badge> : <Badge tone="warn">superseded</Badge>}
      </p>
      {isAlone ? null : (
        <p class="statement" dir="auto">
          {isOwn ? <strong>{title === '' ? node : title}</strong> : <NodeLink node={node} title={title} />}
        </p>
      )}
      {own.review === undefined ? null : <Reviewed own={own} />}
      {supersededBy.length === 0 ? null : <Ended own={own} />}
      <Rested own={own} />
    </article>
  )
}

const Said = ({ node, origin }: { readonly node: string; readonly origin: string }) => (
  <Answer name="log" request={{ node, type: 'NodeAdded', limit: 1, ...until() }}>
    {({ events: [added] }) => (
      <span class="faint">
        {`stated by ${origin === 'owner' ? 'the owner' : origin}`}
        {added?.session == null ? null : (
          <>
            {' in '}
            <SessionName session={added.session} />
          </>
        )}
      </span>
    )}
  </Answer>
)

/** What the owner said of it: each yes and no, with its day, and how it stands. */
const Reviewed = ({ own: { node, review } }: { readonly own: Own }) => (
  <Answer name="log" request={{ node, type: 'NodeReviewed', limit: 20, ...until() }}>
    {({ events }) => (
      <>
        {events.map(({ at, data, position: place }) => (
          <p class="line faint" key={place}>
            <span>{decisions[String(data['review'])] ?? String(data['review'])}</span>
            <span>{moment(at)}</span>
          </p>
        ))}
        {review === 'waits' ? <p class="faint">It waits for the owner’s yes: no model is given it before.</p> : null}
      </>
    )}
  </Answer>
)

const decisions: Readonly<Record<string, string>> = {
  approved: 'the owner said yes',
  refused: 'the owner said no: no model is given it',
  waits: 'waits for the owner’s yes',
}

/** Why a newer memory stands in the place of an older one. */
const reasons: Readonly<Record<Own['supersededBy'][number]['reason'], string>> = {
  outright: 'because the newer one names it',
  verdict: 'by a correction',
  said: 'by what the owner said',
  later: 'because the other one is newer',
  dated: 'because the other one has a later date',
  copy: 'because it is a copy of what was replaced',
  again: 'because the owner says again what held before',
}

const Ended = ({ own: { node, supersededBy } }: { readonly own: Own }) => (
  <Answer name="log" request={{ node, type: 'NodeSuperseded', limit: 20, ...until() }}>
    {({ events }) => (
      <>
        {supersededBy.map(({ by, feedback, gone, reason }) => {
          const ended =
            events.find(({ data }) => data['feedback'] === Number(feedback?.slice(1)) && feedback !== undefined) ?? events.at(-1)
          return (
            <p class="line faint" key={`${by}${gone ?? ''}`}>
              <span>{gone === undefined ? 'replaced' : 'was replaced, and holds again'}</span>
              {ended === undefined ? null : <span>{moment(ended.at)}</span>}
              <span>{reasons[reason]}</span>
              {feedback === undefined ? null : <a href={linkTo('what-if', `feedback:${feedback}`)}>{feedback}</a>}
            </p>
          )
        })}
      </>
    )}
  </Answer>
)

/** Answers that are looked at: the newest. */
const answersMost = 1_000
/** Of them, those that are listed. */
const listedMost = 12

/** Which answers rested on it: the turns whose context had it, drawn along the log, and what was said of them. */
const Rested = ({ own: { node, number } }: { readonly own: Own }) => (
  <Answer name="log" request={{ node, type: 'ContextBundled', limit: answersMost, ...until() }}>
    {({ events, more }) => {
      const rested = events.filter(({ data }) => (data['included'] as ReadonlyArray<number> | undefined)?.includes(number) === true)
      if (rested.length === 0) return <p class="faint">No answer rested on it.</p>
      const newest = rested.toSorted((one, other) => other.position - one.position)
      return (
        <details>
          <summary>
            {`${more ? 'at least ' : ''}${counted(rested.length, 'answer')} rested on it`}
            <Along positions={rested.map((one) => one.position)} />
          </summary>
          <ul class="rows">
            {newest.slice(0, listedMost).map(({ at, turn }) =>
              turn === null ? null : (
                <li key={turn}>
                  <TurnLink turn={turn} />
                  <Question turn={turn} />
                  <span class="faint">{moment(at)}</span>
                </li>
              ),
            )}
          </ul>
          {newest.length > listedMost ? <p class="faint">{`the newest ${listedMost} of ${newest.length}`}</p> : null}
        </details>
      )
    }}
  </Answer>
)

const Question = ({ turn }: { readonly turn: string }) => (
  <Answer name="turns" request={{ before: `t${Number(turn.slice(1)) + 1}`, limit: 1, ...asOf() }}>
    {({ turns: [one] }) => (
      <span class="line">
        <q dir="auto">{one?.question ?? 'erased'}</q>
        {Object.keys(one?.verdicts ?? {}).map((verdict) => (
          <Badge key={verdict} tone={toneOf(verdict)}>
            {verdict}
          </Badge>
        ))}
      </span>
    )}
  </Answer>
)

/** When it was given: a stroke for each answer, along the log from its beginning to what is shown. */
const Along = ({ positions }: { readonly positions: ReadonlyArray<number> }) => {
  const end = Math.max(1, position.value ?? 1)
  return (
    <svg class="along" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
      <path d={positions.map((one) => `M${((1_000 * one) / end).toFixed(1)} 0v10`).join('')} />
    </svg>
  )
}

const Beside = ({ own: { aliases, doubts, life } }: { readonly own: Own }) => (
  <dl class="facts">
    {life === undefined ? null : (
      <Fact name="Recalled">
        {`looked at for ${counted(life.fired, 'question')}, found or passed through on the way; the answers above are those it was given for. ${counted(life.used, 'verdict')} said it was right, ${life.corrected} that it was wrong`}
        {life.last === null ? null : (
          <>
            {'; last in '}
            <TurnLink turn={life.last} />
          </>
        )}
      </Fact>
    )}
    {doubts.map(({ day, feedback, said }) => (
      <Fact key={feedback} name="Doubted">
        <q dir="auto">{said}</q>
        <span class="faint">{` ${day}, ${feedback}`}</span>
      </Fact>
    ))}
    {aliases === undefined ? null : (
      <Fact name="Other names">
        {aliases.map(({ text }) => (
          <span class="alias" key={text} dir="auto">
            {text}
          </span>
        ))}
      </Fact>
    )}
  </dl>
)

const Fact = ({ children, name }: { readonly name: string; readonly children: ComponentChildren }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)
