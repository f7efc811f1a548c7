/** The life of a fact: what was stated when and by whom, what replaced it, and which answers rested on it. */

import type { AnswerOf } from '@crabtrail/core'
import type { ComponentChildren } from 'preact'
import { Answer, asOf } from '../parts/answer.tsx'
import { OneTurn } from '../parts/one-turn.tsx'
import { Badge, Card, counted, moment, NodeLink, ReviewBadge, SessionName, TurnLink, toneOf } from '../parts/words.tsx'
import { answerTo } from '../state/ask.ts'
import { shown as position } from '../state/brain.ts'
import { Ended } from './ended.tsx'

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
  const { node, title } = own
  const holds = isHolding(own)
  return (
    <article class={`stated ${holds ? 'holds' : ''} ${isOwn ? 'own' : ''}`}>
      <p class="line">
        <strong class="number">{traced?.added == null ? (changed ?? 'always') : moment(traced.added)}</strong>
        <Said node={node} origin={own.origin} />
        <Standing own={own} />
      </p>
      {isAlone ? null : (
        <p class="statement" dir="auto">
          {isOwn ? <strong>{title === '' ? node : title}</strong> : <NodeLink node={node} title={title} />}
        </p>
      )}
      {own.review === undefined ? null : <Reviewed own={own} />}
      {traced?.ended === undefined ? null : <Ended ended={traced.ended} />}
      <Rested own={own} />
    </article>
  )
}

/** A model is given what nothing stands in the place of, unless the owner was to say yes to it and did not. */
const isHolding = ({ review, supersededBy }: Own): boolean => !isSuperseded({ supersededBy }) && review !== 'refused' && review !== 'waits'
const isSuperseded = ({ supersededBy }: Pick<Own, 'supersededBy'>): boolean => supersededBy.some(({ gone }) => gone === undefined)

const Standing = ({ own }: { readonly own: Own }) =>
  isHolding(own) ? <Badge tone="good">holds</Badge> : isSuperseded(own) ? <Badge tone="warn">superseded</Badge> : <ReviewBadge own={own} />

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
  <OneTurn turn={turn}>
    {(one) => (
      <span class="line">
        <q dir="auto">{one.question ?? 'erased'}</q>
        {Object.keys(one.verdicts).map((verdict) => (
          <Badge key={verdict} tone={toneOf(verdict)}>
            {verdict}
          </Badge>
        ))}
      </span>
    )}
  </OneTurn>
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
      <Fact name="Its use">
        <ul class="sentences">
          <li>{`Looked at for ${counted(life.fired, 'question')}: found, or passed on the way to others.`}</li>
          <li>{`${verdicts(life.used)} said that it was right.`}</li>
          <li>{`${verdicts(life.corrected)} said that it was wrong.`}</li>
          {life.last === null ? null : (
            <li>
              {'Looked at last in '}
              <TurnLink turn={life.last} />.
            </li>
          )}
        </ul>
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

const verdicts = (count: number): string => (count === 0 ? 'No verdict' : counted(count, 'verdict'))

const Fact = ({ children, name }: { readonly name: string; readonly children: ComponentChildren }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)
