/** What does it know? A search as one types, and one memory with all that concerns it. */

import type { AnswerOf } from '@crabtrail/core'
import { Answer, asOf } from '../parts/answer.tsx'
import { Neighbourhood } from '../parts/neighbourhood.tsx'
import { Badge, Card, counted, EdgeLink, moment, NodeLink, Nothing, strength, TurnLink, Words } from '../parts/words.tsx'
import { adjust, at, go, linkTo, route } from '../state/route.ts'

export const Notes = () => (route.value.id === undefined ? <Search /> : <Note node={route.value.id} />)

const Search = () => {
  const asked = route.value.more['q'] ?? ''
  return (
    <>
      <h1>What does it know?</h1>
      <search>
        <form onSubmit={(event) => event.preventDefault()}>
          <label>
            <span class="hidden">Search the memory</span>
            <input
              id="search"
              type="search"
              value={asked}
              placeholder="Ask as you would ask the agent, or name a note"
              onInput={({ currentTarget: { value } }) => adjust({ more: value === '' ? {} : { q: value } })}
            />
          </label>
        </form>
      </search>
      {asked.trim() === '' ? <Everything /> : <Found question={asked} />}
    </>
  )
}

const Found = ({ question }: { readonly question: string }) => (
  <Answer name="recall" request={{ question, record: false, limit: 30, ...asOf() }}>
    {({ context, items }) =>
      items.length === 0 ? (
        <Nothing>No memory has a word of this.</Nothing>
      ) : (
        <>
          <p class="told" role="status">
            {context.items.length === 0
              ? `${counted(items.length, 'memory', 'memories')} found; none is sure enough to be given to the model.`
              : `${counted(items.length, 'memory', 'memories')} found, ${context.items.length} of them would be given to the model, ${counted(context.tokens, 'token')}.`}
          </p>
          <ol class="found">
            {items.map(({ content, node, score, supersededBy, title }) => (
              <li key={node}>
                <div class="line">
                  <NodeLink node={node} title={title} />
                  {context.items.includes(node) ? <Badge tone="good">given</Badge> : null}
                  {(supersededBy ?? []).length > 0 ? <Badge tone="warn">superseded</Badge> : null}
                  <a class="faint" href={linkTo('compare', undefined, { question, node })}>
                    why, or why not
                  </a>
                  <span class="number">{score.toFixed(2)}</span>
                </div>
                <p class="excerpt" dir="auto">
                  {content.slice(0, 240)}
                </p>
              </li>
            ))}
          </ol>
        </>
      )
    }
  </Answer>
)

const Everything = () => (
  <Answer name="list" request={{ limit: 200 }}>
    {({ documents, notes }) => (
      <>
        {at.value === undefined ? null : <p class="told">This list is of now; a search is as of the chosen position.</p>}
        <Card title={counted(notes.count, 'note')}>
          {notes.count === 0 ? <Nothing>Nothing was said yet.</Nothing> : null}
          <ul class="rows">
            {notes.items.map(({ begins, changed, node, origin, state }) => (
              <li key={node}>
                <NodeLink node={node} title={begins} />
                <span class="faint">{changed ?? ''}</span>
                <Badge tone={origin === 'untrusted' ? 'warn' : 'plain'}>{origin}</Badge>
                {state === 'normal' ? null : <Badge>{state}</Badge>}
              </li>
            ))}
          </ul>
        </Card>
        <Card title={counted(documents.count, 'document')}>
          {documents.count === 0 ? <Nothing>No document was read in: `crabtrail ingest FOLDER` does that.</Nothing> : null}
          <ul class="rows">
            {documents.items.map(({ changed, document, origin, passages }) => (
              <li key={document}>
                <a href={linkTo('notes', document)}>
                  <bdi>{document}</bdi>
                </a>
                <span class="faint">{changed ?? ''}</span>
                <span class="faint">{counted(passages, 'passage')}</span>
                {origin === 'untrusted' ? <Badge tone="warn">untrusted</Badge> : null}
              </li>
            ))}
          </ul>
        </Card>
      </>
    )}
  </Answer>
)

const Note = ({ node }: { readonly node: string }) => (
  <Answer name="show" request={{ what: node, ...asOf() }}>
    {(shown) => {
      const [own] = shown.nodes
      if (own === undefined) return <Nothing>There is no such memory at this position.</Nothing>
      return (
        <>
          <h1 dir="auto">{own.title === '' ? own.node : own.title}</h1>
          <p class="line faint">
            <code>{own.node}</code>
            <Badge tone={own.origin === 'untrusted' ? 'warn' : 'plain'}>from {own.origin}</Badge>
            {own.state === 'normal' ? null : <Badge>{own.state}</Badge>}
            {own.doubts.length > 0 ? <Badge tone="bad">doubted</Badge> : null}
            {own.supersededBy.length > 0 ? <Badge tone="warn">superseded</Badge> : null}
            {own.utility === 1 ? null : <Badge>{`utility ${strength(own.utility)}`}</Badge>}
          </p>
          <Words text={own.content ?? 'Its text was erased.'} />
          <Life shown={shown} />
          <Card title="What it is joined to">
            <Neighbourhood node={own.node} shown={shown} />
            <Edges shown={shown} />
          </Card>
        </>
      )
    }}
  </Answer>
)

type Shown = AnswerOf<'show'>

const Life = ({ shown: { changed, nodes, traced } }: { readonly shown: Shown }) => {
  const [own] = nodes
  if (own === undefined) return null
  const { doubts, life, supersededBy } = own
  return (
    <Card title="Its life">
      <dl class="facts">
        {traced?.added === undefined || traced.added === null ? null : <Fact name="Came in">{moment(traced.added)}</Fact>}
        {changed === undefined ? null : <Fact name="Says this since">{changed}</Fact>}
        {life === undefined ? null : (
          <Fact name="Used">
            {`given in ${counted(life.fired, 'turn')}, used in ${life.used}, corrected ${life.corrected} times`}
            {life.last === null ? null : (
              <>
                {', last in '}
                <TurnLink turn={life.last} />
              </>
            )}
          </Fact>
        )}
        {supersededBy.map(({ by, gone, reason, rule }) => (
          <Fact key={by} name={gone === undefined ? 'Superseded by' : 'Was superseded by'}>
            <NodeLink node={by} />
            <span class="faint">{` ${reason ?? rule}`}</span>
          </Fact>
        ))}
        {doubts.map(({ day, feedback, said }) => (
          <Fact key={feedback} name="Doubted">
            <q dir="auto">{said ?? 'without words'}</q>
            <span class="faint">{` ${day}, ${feedback}`}</span>
          </Fact>
        ))}
        {own.aliases === undefined ? null : (
          <Fact name="Other names">
            {own.aliases.map(({ text: name }) => (
              <span class="alias" key={name} dir="auto">
                {name}
              </span>
            ))}
          </Fact>
        )}
      </dl>
    </Card>
  )
}

const Fact = ({ children, name }: { readonly name: string; readonly children: preact.ComponentChildren }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

/** Edges that are drawn or listed at most; the strongest. */
const edgesMost = 60

const Edges = ({ shown: { edges, nodes } }: { readonly shown: Shown }) => {
  const titles = new Map(nodes.map(({ node, title }) => [node, title]))
  const [own] = nodes
  const listed = edges.toSorted((one, other) => Math.abs(other.strength) - Math.abs(one.strength)).slice(0, edgesMost)
  if (listed.length === 0) return <Nothing>It is joined to nothing.</Nothing>
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Edge</th>
          <th scope="col">Leads to or from</th>
          <th scope="col">Kind</th>
          <th scope="col" class="number">
            Strength
          </th>
          <th scope="col" class="number">
            Followed
          </th>
        </tr>
      </thead>
      <tbody>
        {listed.map(({ edge, kind, source, strength: value, target, uses }) => {
          const isFrom = source === own?.node
          const other = isFrom ? target : source
          return (
            <tr key={edge} onDblClick={() => go(linkTo('strength', edge))}>
              <td>
                <EdgeLink edge={edge} />
              </td>
              <td>
                <span class="faint">{isFrom ? '→ ' : '← '}</span>
                <NodeLink node={other} title={titles.get(other)} />
              </td>
              <td>{kind}</td>
              <td class="number">{strength(value)}</td>
              <td class="number">{uses}</td>
            </tr>
          )
        })}
      </tbody>
      {edges.length > listed.length ? <caption>{`the strongest ${listed.length} of ${edges.length}`}</caption> : null}
    </table>
  )
}
