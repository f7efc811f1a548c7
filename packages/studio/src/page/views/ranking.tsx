/** The ranking of a turn: what brought each memory, what its score is made of, why it was left out, and what was kept away from it. */

import type { AnswerOf } from '@crabtrail/core'
import { Badge, Card, counted, dayOf, EdgeLink, NodeLink, strength } from '../parts/words.tsx'

type Why = AnswerOf<'why'>
type Item = Why['items'][number]

/** Why a memory that was found was not given. */
export const leftOut: Readonly<Record<Why['dropped'][number]['reason'], string>> = {
  budget: 'no room',
  duplicate: 'another one says the same',
  limit: 'too far down',
  origin: 'others wrote it',
  unsure: 'unsure',
  inhibited: 'another one was named instead',
  superseded: 'superseded',
  erased: 'its text was erased',
  'adds-nothing': 'it adds nothing',
  'in-prompt': 'it is in the prompt already',
  review: 'without the owner’s yes',
}

export const Ranking = ({ why }: { readonly why: Why }) => {
  const { cues, dropped, items } = why
  const reasons = new Map(dropped.map(({ node, reason }) => [node, reason]))
  return (
    <Card title="The ranking, and what brought each memory">
      {cues.length === 0 ? null : (
        <p class="told">
          {'It was like '}
          {cues.map(({ alike, node, question }) => (
            <span key={node} class="alias" dir="auto">{`“${question}” (${Math.round(alike * 100)} %)`}</span>
          ))}
        </p>
      )}
      <KeptAway why={why} />
      <table>
        <thead>
          <tr>
            <th scope="col" class="number">
              Place
            </th>
            <th scope="col">Memory</th>
            <th scope="col" class="number">
              By its words
            </th>
            <th scope="col">By edges</th>
            <th scope="col" class="number">
              Score
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item, place) => (
            <Row key={item.node} item={item} place={place + 1} reason={reasons.get(item.node)} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

interface RowProps {
  readonly item: Item
  readonly place: number
  readonly reason: keyof typeof leftOut | undefined
}

const Row = ({ item, place, reason }: RowProps) => {
  const { included, inhibitedBy, node, path, score, seed, title } = item
  const made = madeOf(item)
  return (
    <tr class={included ? 'included' : ''}>
      <td class="number">{place}</td>
      <td>
        <NodeLink node={node} title={title} />{' '}
        {included ? <Badge tone="good">given</Badge> : <Badge>{reason === undefined ? 'left out' : `left out: ${leftOut[reason]}`}</Badge>}
        {made === undefined ? null : <p class="made">{made}</p>}
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
        {inhibitedBy === null ? null : (
          <span class="hop">
            <EdgeLink edge={inhibitedBy.edge}>{`held back by ${strength(inhibitedBy.strength)}`}</EdgeLink>
            <span class="faint"> from </span>
            <NodeLink node={inhibitedBy.source} />
          </span>
        )}
      </td>
      <td class="number">{score.toFixed(2)}</td>
    </tr>
  )
}

/** Kinds of edges that only what was said or done before makes or moves. */
const taught: ReadonlySet<string> = new Set(['learned', 'grown', 'inhibit'])

/** Decimal places of the parts of a sum: as few as give the score that stands in the table, to two places. */
const [placesLeast, placesMost] = [2, 6]

/**
 * Says how a score is made up: what its own words gave, what came to it along its edges, and how useful it has been. Undefined where it has one part, which
 * is the score.
 */
const madeOf = ({ path, score, seed, utility }: Item): string | undefined => {
  const words = seed?.score ?? 0
  const rest = score / (utility === 0 ? 1 : utility) - words
  const [hasRest, hasUtility] = [Math.abs(rest) >= 0.005, utility !== 1]
  if (!hasUtility && (words === 0 || !hasRest)) return undefined
  const shown = (value: number, places: number): number => Number(value.toFixed(places))
  const isWhole = (places: number): boolean => {
    const sum = shown(words, places) + (hasRest ? shown(rest, places) : 0)
    return (sum * shown(utility, places)).toFixed(2) === score.toFixed(2)
  }
  let places = placesLeast
  while (places < placesMost && !isWhole(places)) places++
  const isTaught = path.some(({ kind }) => taught.has(kind))
  const brought = rest < 0 ? 'less what was held back' : isTaught ? 'what earlier verdicts taught' : 'what leads to it'
  const parts = [
    ...(words === 0 ? [] : [`its words ${words.toFixed(places)}`]),
    ...(hasRest ? [`${brought} ${Math.abs(rest).toFixed(places)}`] : []),
  ]
  return `${parts.join(' + ')}${hasUtility ? `, times ${utility.toFixed(places)} for how useful it has been` : ''} = ${score.toFixed(2)}`
}

/** Memories that were kept away and are named above the ranking at most. */
const awayMost = 5

/** Memories that a negative edge kept away, each with the verdict that made it negative. */
const KeptAway = ({ why: { items, skipped } }: { readonly why: Why }) => {
  const given = new Set(items.filter(({ included }) => included).map(({ node }) => node))
  const away = skipped.filter(({ reason, strength: value, target }) => reason === 'inhibited' && value < 0 && !given.has(target))
  if (away.length === 0) return null
  return (
    <ul class="sentences kept-away">
      {away.slice(0, awayMost).map((one) => (
        <li key={one.edge}>
          <NodeLink node={one.target} /> was kept away: <Because {...one} />
        </li>
      ))}
      {away.length > awayMost ? (
        <li>{`So were ${counted(away.length - awayMost, 'other memory', 'other memories')}: see below.`}</li>
      ) : null}
    </ul>
  )
}

const Because = ({ against, edge, strength: value }: Why['skipped'][number]) => (
  <>
    {against === undefined
      ? 'what leads to it is negative '
      : `on ${dayOf(against.at)} it was called “${against.verdict.replaceAll('-', ' ')}” for this kind of question `}
    {'('}
    <EdgeLink edge={edge}>{`strength ${strength(value)}`}</EdgeLink>
    {').'}
  </>
)
