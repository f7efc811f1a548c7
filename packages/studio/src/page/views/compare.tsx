/** What changed between two positions? */

import type { AnswerOf } from '@crabtrail/core'
import { Answer } from '../parts/answer.tsx'
import { hasMoved, Side } from '../parts/side.tsx'
import { Card, counted, dayOf, EdgeLink, NodeLink, Nothing, ReviewBadge, strength, utc } from '../parts/words.tsx'
import { head } from '../state/brain.ts'
import { adjust, at, route } from '../state/route.ts'

/** Entries of each list that are shown at most. */
const listedMost = 50

export const Compare = () => {
  const { a = '1', b } = route.value.more
  const end = b !== undefined && b !== 'now' ? b : b === 'now' || at.value === undefined ? head.value : at.value
  // The questions are asked apart: over a long log they take a second, and the rest a tenth of it.
  const asked = { a, limit: listedMost, ...(end === undefined ? {} : { b: String(end) }) }
  return (
    <>
      <h1>What changed between two positions?</h1>
      <Choice a={a} b={b ?? (at.value === undefined ? 'now' : String(at.value))} />
      <Answer name="diff" request={asked}>
        {(told) => (
          <>
            <p class="told" role="status">
              {`From ${momentOf(told.a)} to ${momentOf(told.b)}: ${counted(told.between.events, 'event')}, ${counted(told.between.turns, 'turn')}, ${counted(told.between.feedbacks, 'verdict')}.`}
            </p>
            <Answer name="diff" request={{ ...asked, questions: true }}>
              {(compared) => <ChangedRankings told={compared} />}
            </Answer>
            <Changes name="Memories that came" all={told.counts['nodesAdded']} nodes={told.nodes.added} />
            <Changes name="Memories that went" all={told.counts['nodesRemoved']} nodes={told.nodes.removed} />
            <Changes name="Memories with another text" all={told.counts['nodesRevised']} nodes={told.nodes.revised} />
            <Changes name="Superseded since" all={told.counts['supersededAdded']} nodes={told.superseded.added} />
            <Changes name="New kinds of question" all={told.counts['cuesAdded']} nodes={told.cues.added} />
            <Strengths told={told} />
          </>
        )}
      </Answer>
    </>
  )
}

type Told = AnswerOf<'diff'>

const momentOf = ({ at: when, position }: Told['a']): string =>
  when === null ? `position ${position}` : `${utc(when)} (position ${position})`
const dayThen = ({ at: when, position }: Told['a']): string => (when === null ? `position ${position}` : dayOf(when))

const Choice = ({ a, b }: { readonly a: string; readonly b: string }) => (
  <>
    <form
      class="line choice"
      onSubmit={(event) => {
        event.preventDefault()
        const given = new FormData(event.currentTarget)
        adjust({ more: { a: String(given.get('a') ?? '1'), b: String(given.get('b') ?? 'now') } })
      }}
    >
      <label>
        From <input key={a} name="a" defaultValue={a} aria-describedby="positions" list="named" />
      </label>
      <label>
        to <input key={b} name="b" defaultValue={b} aria-describedby="positions" list="named" />
      </label>
      <button type="submit">Compare</button>
    </form>
    <p id="positions" class="faint">
      A day such as 2026-10-31, a time such as yesterday, a turn such as t17, tag:NAME, session:NAME, a position, or now. Days and times are
      those of UTC.
    </p>
    <Answer name="tags" request={{}}>
      {({ tags }) => (
        <datalist id="named">
          {tags.map(({ name }) => (
            <option key={name} value={`tag:${name}`} />
          ))}
        </datalist>
      )}
    </Answer>
  </>
)

const ChangedRankings = ({ told: { a, b, questionsLeft, rankings = [] } }: { readonly told: Told }) => {
  const changed = rankings.filter(({ after, before }) => hasMoved(before, after))
  return (
    <Card
      title={`Rankings that changed: ${changed.length} of ${questionsLeft === undefined ? `${counted(rankings.length, 'question')} asked between` : `the ${counted(rankings.length, 'newest question', 'newest questions')}`}`}
    >
      {questionsLeft === undefined ? null : (
        <p class="told">
          {`Only the ${counted(rankings.length, 'newest question is', 'newest questions are')} asked again at both; ${counted(questionsLeft, 'older one is', 'older ones are')} not compared.`}
        </p>
      )}
      {changed.length === 0 ? (
        <Nothing>{`Every question that ${questionsLeft === undefined ? 'was asked' : 'is compared'} has the same ranking at both.`}</Nothing>
      ) : null}
      {changed.map(({ after, before, question }) => (
        <section class="ranking" key={question}>
          <h3 dir="auto">{question}</h3>
          <div class="sides">
            <Side name={`then, ${dayThen(a)}`} nodes={before} other={after} />
            <Side after name={`${b.position === head.value ? 'now' : 'later'}, ${dayThen(b)}`} nodes={after} other={before} />
          </div>
        </section>
      ))}
    </Card>
  )
}

const Strengths = ({ told: { counts, edges } }: { readonly told: Told }) => (
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
)

interface ChangesProps {
  readonly name: string
  readonly all: number | undefined
  readonly nodes: ReadonlyArray<Pick<Told['nodes']['added'][number], 'node' | 'review'> & { readonly title?: string }>
}

const Changes = ({ all, name, nodes }: ChangesProps) =>
  nodes.length === 0 ? null : (
    <Card title={`${name}: ${all ?? nodes.length}`}>
      <ul class="rows">
        {nodes.map(({ node, review, title }) => (
          <li key={node}>
            <NodeLink node={node} title={title} />
            <ReviewBadge own={{ review }} />
          </li>
        ))}
      </ul>
    </Card>
  )
