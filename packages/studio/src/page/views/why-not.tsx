/** Why does this memory come for a question, and that one not? */

import { Answer, asOf } from '../parts/answer.tsx'
import { wayInWords } from '../parts/event-words.ts'
import { NextStep } from '../parts/next-step.tsx'
import { Badge, Card, Commands, EdgeLink, NodeLink, Nothing, strength } from '../parts/words.tsx'
import { linkTo, route } from '../state/route.ts'

export const WhyNot = () => {
  const { node, question } = route.value.more
  return node === undefined || question === undefined ? (
    <Nothing>Search for something, and ask beside a memory why it comes or not.</Nothing>
  ) : (
    <Why node={node} question={question} />
  )
}

const Why = ({ node, question }: { readonly node: string; readonly question: string }) => (
  <>
    <nav class="steps" aria-label="Way back">
      <a href={linkTo('notes', undefined, { q: question })}>Back to the search</a>
    </nav>
    <h1>Why does it come, or not?</h1>
    <Answer name="whyNot" request={{ question, node, ...asOf() }}>
      {({ detail, next, place, reason, score, title, utility, ways, words }) => (
        <>
          <p class="line">
            <q dir="auto">{question}</q>
            <NodeLink node={node} title={title} />
          </p>
          <p class="verdict">
            <Badge tone={reason === 'given' ? 'good' : 'warn'}>{reason.replaceAll('-', ' ')}</Badge> <Commands text={detail} />
          </p>
          <dl class="facts">
            <dt>Words of the question that it has</dt>
            <dd>{words.length === 0 ? 'none' : words.join(', ')}</dd>
            <dt>Place</dt>
            <dd>{place === null ? 'not in the ranking' : `${place}`}</dd>
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
                    <span class="faint">{wayInWords[why]}</span>
                  </li>
                ))}
              </ul>
            </Card>
          )}
          {next === undefined ? null : (
            <Card title="What would change it">
              <p>
                <Commands text={next.says} />
              </p>
              {next.commands.map((command) => (
                <NextStep key={command.join(' ')} command={command} />
              ))}
              {reason === 'review' ? <WhereItWaits node={node} /> : null}
            </Card>
          )}
        </>
      )}
    </Answer>
  </>
)

/** A refused memory waits nowhere. */
const WhereItWaits = ({ node }: { readonly node: string }) => (
  <Answer name="show" request={{ what: node, limit: 1, ...asOf() }}>
    {({ nodes: [own] }) => (own?.review === 'waits' ? <a href={linkTo('queue')}>See what waits</a> : null)}
  </Answer>
)
