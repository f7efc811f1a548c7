/** Lists the events that followed from a turn, in the order of the log: each in words, its type in faint letters behind. */

import { Answer, asOf } from './answer.tsx'
import { eventInWords } from './event-words.ts'
import { Badge, Card, EdgeLink, moment, NodeLink, Nothing, strength, toneOf } from './words.tsx'

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

export const Followed = ({ turn }: { readonly turn: string }) => (
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
                </span>{' '}
                <span>{eventInWords(type, movedBy(data))}</span>{' '}
                <span class="event" dir="auto">
                  <Said data={data} />
                  {namedIn(data, names)
                    .slice(0, namesMost)
                    .map((one) => (
                      <Named key={`${one.field} ${one.name}`} {...one} />
                    ))}
                </span>{' '}
                <span class="faint type">{type}</span>
              </li>
            ))}
          </ol>
        </Card>
      )
    }}
  </Answer>
)

type Data = Readonly<Record<string, unknown>>

const movedBy = ({ from, to }: Data): number => (typeof from === 'number' && typeof to === 'number' ? to - from : 0)

const Said = ({ data }: { readonly data: Data }) => {
  const { from, outcome, to, verdict } = data
  return (
    <>
      {[verdict, outcome].map((word) =>
        typeof word !== 'string' ? null : (
          <>
            <Badge key={word} tone={toneOf(word)}>
              {word}
            </Badge>{' '}
          </>
        ),
      )}
      {typeof from === 'number' && typeof to === 'number' ? (
        <span class="number">{`${strength(from / 1e9)} → ${strength(to / 1e9)} `}</span>
      ) : null}
    </>
  )
}

/** Names of memories and edges that are shown with an event at most. */
const namesMost = 4

interface NamedField {
  readonly field: string
  readonly name: string
  readonly number: unknown
}

/** The names of the memories and edges of an event, each with the field and the number that it is of. */
const namedIn = (data: Data, names: Readonly<Record<string, string | ReadonlyArray<string>>>): ReadonlyArray<NamedField> =>
  Object.entries(names).flatMap(([field, named]) => [named].flat().map((name, i) => ({ field, name, number: [data[field]].flat()[i] })))

/** Fields that hold memories alone. In another one a cue may stand, which is called by its question and is the id of no memory. */
const memoryFields: ReadonlySet<string> = new Set(['instead', 'by', 'candidate', 'kept', 'note', 'nodes', 'node'])

/** Words that a field of an event adds about its memory, where the type of the event does not say it. */
const fieldWords: Readonly<Record<string, string>> = { instead: 'right instead: ', by: 'by ', cue: 'for questions like ' }

const Named = ({ field, name, number }: NamedField) => (
  <span>
    {fieldWords[field] === undefined ? null : <span class="faint">{fieldWords[field]}</span>}
    {field.startsWith('edge') ? (
      <EdgeLink edge={`e${number}`}>{name}</EdgeLink>
    ) : memoryFields.has(field) ? (
      <NodeLink node={name} />
    ) : (
      <q>{name}</q>
    )}{' '}
  </span>
)
