/** What changed between two positions? And why does this come, and that not? */

import { Answer, asOf } from '../parts/answer.tsx'
import { Badge, Card, counted, EdgeLink, NodeLink, Nothing, strength } from '../parts/words.tsx'
import { head } from '../state/brain.ts'
import { adjust, at, route } from '../state/route.ts'
import { Side } from './what-if.tsx'

export const Compare = () => {
  const { node, question } = route.value.more
  return node !== undefined && question !== undefined ? <WhyNot node={node} question={question} /> : <Difference />
}

const WhyNot = ({ node, question }: { readonly node: string; readonly question: string }) => (
  <>
    <h1>Why does it come, or not?</h1>
    <Answer name="whyNot" request={{ question, node, ...asOf() }}>
      {({ detail, next, place, reason, score, title, utility, ways, words }) => (
        <>
          <p class="line">
            <q dir="auto">{question}</q>
            <NodeLink node={node} title={title} />
          </p>
          <p class="verdict">
            <Badge tone={reason === 'given' ? 'good' : 'warn'}>{reason}</Badge> {detail}
          </p>
          <dl class="facts">
            <dt>Words of the question that it has</dt>
            <dd>{words.length === 0 ? 'none' : words.join(', ')}</dd>
            <dt>Place</dt>
            <dd>{place ?? 'not in the ranking'}</dd>
            <dt>Score</dt>
            <dd>{`${score.toFixed(2)}, utility ${strength(utility)}`}</dd>
          </dl>
          {ways.length === 0 ? null : (
            <Card title="Edges to it that were not followed">
              <ul class="rows">
                {ways.map(({ edge, kind, reason: why, source, strength: value }) => (
                  <li key={edge}>
                    <EdgeLink edge={edge}>{`${kind} ${strength(value)}`}</EdgeLink>
                    <NodeLink node={source} />
                    <span class="faint">{why}</span>
                  </li>
                ))}
              </ul>
            </Card>
          )}
          {next === undefined ? null : (
            <Card title="What would change it">
              <p>{next.says}</p>
              {next.commands.map((command) => (
                <pre class="command" key={command}>
                  {command}
                </pre>
              ))}
            </Card>
          )}
        </>
      )}
    </Answer>
  </>
)

const Difference = () => {
  const a = route.value.more['a'] ?? '1'
  const b = at.value === undefined ? head.value : at.value
  return (
    <>
      <h1>What changed between two positions?</h1>
      <form
        class="line"
        onSubmit={(event) => {
          event.preventDefault()
          const given = new FormData(event.currentTarget).get('a')
          adjust({ more: { a: String(given ?? '1') } })
        }}
      >
        <label>
          From <input name="a" value={a} aria-describedby="positions" />
        </label>
        <span>{`to ${b ?? '…'}${at.value === undefined ? ', now' : ', the chosen position'}`}</span>
        <button type="submit">Compare</button>
      </form>
      <p id="positions" class="faint">
        A position, a turn such as t17, a time such as yesterday, tag:NAME or session:NAME.
      </p>
      <Answer name="diff" request={{ a, questions: true, limit: 50, ...(b === undefined ? {} : { b: String(b) }) }}>
        {({ between, counts, edges, nodes, rankings = [], superseded }) => (
          <>
            <p class="told" role="status">
              {`${counted(between.events, 'event')}, ${counted(between.turns, 'turn')}, ${counted(between.feedbacks, 'verdict')} lie between.`}
            </p>
            {rankings
              .filter(({ moved }) => moved)
              .map(({ after, before, question }) => (
                <section class="ranking" key={question}>
                  <h3 dir="auto">{question}</h3>
                  <div class="sides">
                    <Side name="then" nodes={before.map(nodeOf)} other={after.map(nodeOf)} />
                    <Side after name="here" nodes={after.map(nodeOf)} other={before.map(nodeOf)} />
                  </div>
                </section>
              ))}
            <Changes name="Memories that came" all={counts['nodesAdded']} nodes={nodes.added.map(nodeOf)} />
            <Changes name="Memories that went" all={counts['nodesRemoved']} nodes={nodes.removed.map(nodeOf)} />
            <Changes name="Memories with another text" all={counts['nodesRevised']} nodes={nodes.revised.map(nodeOf)} />
            <Changes name="Superseded since" all={counts['supersededAdded']} nodes={superseded.added.map(nodeOf)} />
            <Card title={`Strengths that moved: ${counts['edgesChanged'] ?? edges.changed.length}`}>
              {edges.changed.length === 0 ? <Nothing>None.</Nothing> : null}
              <ul class="rows">
                {edges.changed.map(({ edge, from, kind, source, target, to }) => (
                  <li key={edge}>
                    <EdgeLink edge={edge}>{`${kind} ${strength(from)} → ${strength(to)}`}</EdgeLink>
                    <NodeLink node={source} />
                    <span class="faint">→</span>
                    <NodeLink node={target} />
                  </li>
                ))}
              </ul>
            </Card>
          </>
        )}
      </Answer>
    </>
  )
}

const nodeOf = (one: string | { readonly node: string }): string => (typeof one === 'string' ? one : one.node)

const Changes = ({
  all,
  name,
  nodes,
}: {
  readonly name: string
  readonly all: number | undefined
  readonly nodes: ReadonlyArray<string>
}) =>
  nodes.length === 0 ? null : (
    <Card title={`${name}: ${all ?? nodes.length}`}>
      <ul class="rows">
        {nodes.map((node) => (
          <li key={node}>
            <NodeLink node={node} />
          </li>
        ))}
      </ul>
    </Card>
  )
