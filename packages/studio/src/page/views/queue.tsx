/** What waits for the owner's yes: the text of each memory, where it comes from, and a yes or a no where this studio may write. */

import type { AnswerOf } from '@crabtrail/core'
import { signal } from '@preact/signals'
import { Answer, asOf } from '../parts/answer.tsx'
import { Badge, counted, moment, NodeLink, Nothing, Words } from '../parts/words.tsx'
import { ask, forgetAnswers, type Problem } from '../state/ask.ts'
import { lookNow, mayWrite } from '../state/brain.ts'
import { at, linkTo, route } from '../state/route.ts'

type Waiting = AnswerOf<'review'>['waiting'][number]
type Decision = 'approve' | 'refuse'

/** Memories that one page of the list shows. */
const listedMost = 50

/** What was decided in this visit, the newest first. */
const decided = signal<ReadonlyArray<string>>([])
const failure = signal<Problem | undefined>(undefined)

const decide = async (decision: Decision, node: string): Promise<void> => {
  failure.value = undefined
  try {
    await ask('review', { decision, nodes: [node] })
    decided.value = [`${node}: ${decision === 'approve' ? 'approved' : 'refused'}`, ...decided.value]
  } catch (problem) {
    failure.value = problem as Problem
  }
  forgetAnswers()
  await lookNow()
}

export const Queue = () => {
  const { after } = route.value.more
  return (
    <>
      <h1>What waits for your yes</h1>
      <p class="told">
        What a model or others brought is given to no model, supersedes nothing and teaches nothing before you approve it. What is refused
        is not asked again while its text stays the same.
      </p>
      <Said />
      <Answer name="review" request={{ limit: listedMost, ...asOf(), ...(after === undefined ? {} : { after }) }}>
        {({ count, waiting }) => (
          <>
            {count === 0 ? (
              <Nothing>Nothing waits. With the setting `review=on` what comes in from a model or from others waits here.</Nothing>
            ) : (
              <p class="line">{`${counted(count, 'memory', 'memories')} ${count === 1 ? 'waits' : 'wait'}.`}</p>
            )}
            {waiting.map((one) => (
              <One key={one.node} {...one} />
            ))}
            <More count={count} shown={waiting} isFirst={after === undefined} />
          </>
        )}
      </Answer>
    </>
  )
}

const brought: Readonly<Record<Waiting['origin'], string>> = {
  agent: 'from the agent',
  owner: 'kept by a model of what you said',
  untrusted: 'from others',
  system: 'from the program',
}

/** A past position is only looked at: a decision is one of now. */
const One = ({ from, node, origin, since, text }: Waiting) => (
  <section class="card" aria-label={node}>
    <p class="line">
      <NodeLink node={node} />
      <Badge tone={origin === 'untrusted' ? 'warn' : 'plain'}>{brought[origin]}</Badge>
      <span class="faint">
        <bdi>{from}</bdi>
      </span>
      {since === null ? null : (
        <time class="faint" dateTime={since}>
          {moment(since)}
        </time>
      )}
    </p>
    <Words text={text === '' ? 'Its text was erased.' : text} />
    {mayWrite.value && at.value === undefined ? (
      <p class="line">
        <button type="button" class="act" aria-label={`Approve ${node}`} onClick={() => void decide('approve', node)}>
          Approve
        </button>
        <button type="button" aria-label={`Refuse ${node}`} onClick={() => void decide('refuse', node)}>
          Refuse
        </button>
      </p>
    ) : (
      <p class="faint">
        <code>{`crabtrail review approve ${node}`}</code>
      </p>
    )}
  </section>
)

const More = ({ count, isFirst, shown }: { readonly count: number; readonly isFirst: boolean; readonly shown: ReadonlyArray<Waiting> }) => {
  const last = shown.at(-1)?.node
  return (
    <p class="line">
      {isFirst ? null : <a href={linkTo('queue')}>From the first</a>}
      {last === undefined || shown.length < listedMost || shown.length >= count ? null : (
        <a href={linkTo('queue', undefined, { after: last })}>The next ones</a>
      )}
    </p>
  )
}

const Said = () => (
  <>
    {failure.value === undefined ? null : (
      <p class="trouble" role="alert">
        {failure.value.message}
      </p>
    )}
    {decided.value.length === 0 ? null : (
      <p class="told" role="status">
        {`${decided.value[0] ?? ''}. `}
        <code>crabtrail undo</code> takes the last decision back.
      </p>
    )}
  </>
)
