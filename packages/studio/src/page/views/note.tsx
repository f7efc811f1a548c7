/** One memory: what it says, how it came to say that, what it is joined to. */

import { Neighbourhood, namedMost } from '../graph/neighbourhood.tsx'
import { Surroundings } from '../graph/surroundings.tsx'
import { Answer, asOf } from '../parts/answer.tsx'
import { NoteNotYet } from '../parts/not-yet.tsx'
import { Badge, Card, EdgeLink, NodeLink, Nothing, ReviewBadge, strength, Words } from '../parts/words.tsx'
import { keptFile } from '../state/kept-file.ts'
import { linkTo } from '../state/route.ts'
import { Life, type Shown } from './life.tsx'

export const Note = ({ node }: { readonly node: string }) => (
  <>
    <nav class="steps" aria-label="Way back">
      <a href={linkTo('notes')}>Everything it knows</a>
    </nav>
    <Answer
      name="show"
      request={{ what: node, limit: namedMost, ...asOf() }}
      failed={(problem) => <NoteNotYet id={node} problem={problem} />}
    >
      {(shown) => {
        const [own] = shown.nodes
        if (own === undefined) return <Nothing>There is no such memory at this position.</Nothing>
        const isWhole = own.title === own.content
        return (
          <>
            <h1 dir="auto">{own.title === '' ? own.node : own.title}</h1>
            <p class="line faint">
              <code>{own.node}</code>
              <Badge tone={own.origin === 'untrusted' ? 'warn' : 'plain'}>from {own.origin}</Badge>
              {own.type === 'cue' ? <Badge>a kind of question</Badge> : null}
              {own.state === 'normal' ? null : <Badge>{own.state}</Badge>}
              {own.review === undefined ? null : <ReviewBadge own={own} />}
              {own.doubts.length > 0 ? <Badge tone="bad">doubted</Badge> : null}
              {own.supersededBy.some(({ gone }) => gone === undefined) ? <Badge tone="warn">superseded</Badge> : null}
              {own.utility === 1 ? null : <Badge>{`utility ${strength(own.utility)}`}</Badge>}
            </p>
            {isWhole ? null : <Words text={own.content === '' ? 'Its text was erased.' : own.content} />}
            <Life shown={shown} />
            <Card title="What it is joined to">
              <Around node={own.node} shown={shown} />
              <Edges shown={shown} />
            </Card>
          </>
        )
      }}
    </Answer>
  </>
)

/** Memories of a picture that is painted: more would be a grey disc. */
const paintedMost = 2_000

/** What the memory is joined to: drawn with all names where there is room for them, and else painted. A file holds no more than can be drawn. */
const Around = ({ node, shown }: { readonly node: string; readonly shown: Shown }) =>
  keptFile !== undefined || (shown.degree ?? 0) <= shown.edges.length ? (
    <Neighbourhood node={node} shown={shown} />
  ) : (
    <Answer name="show" request={{ what: node, limit: 1, around: paintedMost, ...asOf() }}>
      {({ around }) => (around === undefined ? null : <Surroundings node={node} around={around} />)}
    </Answer>
  )

const Edges = ({ shown: { degree = 0, edges, nodes } }: { readonly shown: Shown }) => {
  const titles = new Map(nodes.map(({ node, title }) => [node, title]))
  const [own] = nodes
  const listed = edges.toSorted((one, other) => Math.abs(other.strength) - Math.abs(one.strength))
  if (listed.length === 0) return <Nothing>It is joined to nothing.</Nothing>
  return (
    <table>
      <thead>
        <tr>
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
            <tr key={edge}>
              <td>
                <span class="faint">{isFrom ? '→ ' : '← '}</span>
                <NodeLink node={other} title={titles.get(other)} />
              </td>
              <td>{kind}</td>
              <td class="number">
                <EdgeLink edge={edge}>{strength(value)}</EdgeLink>
              </td>
              <td class="number">{uses}</td>
            </tr>
          )
        })}
      </tbody>
      {degree > listed.length ? <caption>{`the strongest ${listed.length} of ${degree.toLocaleString('en')}`}</caption> : null}
    </table>
  )
}
