/** What does it know? A search as one types, and everything that was said or read in. */

import type { AnswerOf } from '@crabtrail/core'
import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Answer, asOf } from '../parts/answer.tsx'
import { LongList } from '../parts/long-list.tsx'
import { Badge, Card, counted, dayOf, NodeLink, Nothing, ReviewBadge } from '../parts/words.tsx'
import { trouble } from '../state/brain.ts'
import { adjust, go, linkTo, route } from '../state/route.ts'
import { Note } from './note.tsx'

export const Notes = () => (route.value.id === undefined ? <Search /> : <Note node={route.value.id} />)

/** True from the wish to search until its field has the keys: what is typed meanwhile is no command. */
export const searchWanted = signal(false)
let typedAhead = ''

export const typeAhead = (key: string): void => {
  if (key.length === 1) typedAhead += key
}

export const wantSearch = (): void => {
  // What failed stands where the field would be.
  if (trouble.value !== undefined) return
  searchWanted.value = true
  if (route.value.view !== 'notes' || route.value.id !== undefined) go(linkTo('notes'))
}

const Search = () => {
  const asked = route.value.more['q'] ?? ''
  const field = useRef<HTMLInputElement>(null)
  const isWanted = searchWanted.value
  useLayoutEffect(() => {
    if (!isWanted) return
    field.current?.focus()
    field.current?.select()
    searchWanted.value = false
    if (typedAhead !== '') adjust({ more: { q: typedAhead } })
    typedAhead = ''
  }, [isWanted])
  return (
    <>
      <h1>What does it know?</h1>
      <search>
        <form onSubmit={(event) => event.preventDefault()}>
          <label>
            <span class="hidden">Search the memory</span>
            <input
              id="search"
              ref={field}
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
        <Nothing>
          No memory has a word of this, or what was learned keeps all of them back. Ask with other words, or without any to see everything.
        </Nothing>
      ) : (
        <>
          <p class="told" role="status">
            {`${counted(items.length, 'memory', 'memories')} found${items.length === 1 ? '' : ', the best first'}.`}
          </p>
          <ol class="found">
            {lastUnapproved(items).map(({ content, node, review, score, supersededBy, title }) => (
              <li key={node}>
                <div class="line">
                  <NodeLink node={node} title={title} />
                  {context.items.includes(node) ? <Badge tone="good">given</Badge> : null}
                  {(supersededBy ?? []).length > 0 ? <Badge tone="warn">superseded</Badge> : null}
                  <ReviewBadge own={{ review }} />
                  <a class="faint" href={linkTo('why-not', undefined, { question, node })}>
                    why, or why not
                  </a>
                  <span class="number">{score.toFixed(2)}</span>
                </div>
                {content.startsWith(title) && content.length <= title.length + 1 ? null : (
                  <p class="excerpt" dir="auto">
                    {content.slice(0, 240)}
                  </p>
                )}
              </li>
            ))}
          </ol>
          <p class="told">
            {context.items.length === 0
              ? `Of these, a model would be given none: ${items.some(({ review }) => review !== undefined) ? 'nothing that you refused, or that waits for your yes, and of the others ' : ''}only what surely answers its question.${/\s/.test(question.trim()) ? '' : ' A whole question says more than one word.'}`
              : `Of these, a model would be given ${context.items.length} (marked “given”), with ${counted(context.tokens, 'token')}.`}
          </p>
        </>
      )
    }
  </Answer>
)

/** What no model is given, because its owner did not say yes to it, stands behind what may be given, however well it fits. */
const lastUnapproved = (items: AnswerOf<'recall'>['items']): AnswerOf<'recall'>['items'] =>
  items.toSorted((one, other) => Number(one.review !== undefined) - Number(other.review !== undefined))

/** Documents and notes that are listed at most. */
const listedMost = 10_000

const Everything = () => (
  <Answer name="list" request={{ limit: listedMost, ...asOf() }}>
    {({ documents, notes }) => (
      <>
        <Card title={counted(notes.count, 'note')}>
          <p class="told">Texts that somebody said, each a memory. The passages of documents and the kinds of question are memories too.</p>
          {notes.count === 0 ? <Nothing>Nothing was said yet. `crabtrail note "…"` keeps a text, and so does your agent.</Nothing> : null}
          <LongList
            count={notes.items.length}
            rowHeight={38}
            label="Notes, the newest first"
            class="listed"
            row={(index) => <ListedNote {...(notes.items[index] as (typeof notes.items)[number])} />}
          />
          <Cut all={notes.count} listed={notes.items.length} />
        </Card>
        <Card title={counted(documents.count, 'document')}>
          {documents.count === 0 ? <Nothing>No document was read in: `crabtrail ingest FOLDER` does that.</Nothing> : null}
          <LongList
            count={documents.items.length}
            rowHeight={38}
            label="Documents"
            class="listed"
            row={(index) => <ListedDocument {...(documents.items[index] as (typeof documents.items)[number])} />}
          />
          <Cut all={documents.count} listed={documents.items.length} />
        </Card>
      </>
    )}
  </Answer>
)

type Listed = AnswerOf<'list'>

const ListedNote = ({ begins, changed, node, origin, review, state, superseded }: Listed['notes']['items'][number]) => (
  <>
    <NodeLink node={node} title={begins} />
    <span class="badges">
      {origin === 'owner' ? null : <Badge tone={origin === 'untrusted' ? 'warn' : 'plain'}>{origin}</Badge>}
      {state === 'normal' ? null : <Badge>{state}</Badge>}
      {superseded === true ? <Badge tone="warn">superseded</Badge> : null}
      <ReviewBadge own={{ review }} />
    </span>
    <span class="faint number">{changed === null ? '' : dayOf(changed)}</span>
  </>
)

const ListedDocument = ({ changed, document, origin, passages }: Listed['documents']['items'][number]) => (
  <>
    <a class="node" href={linkTo('notes', document)}>
      <bdi>{document}</bdi>
    </a>
    <span class="badges">
      <span class="faint">{counted(passages, 'passage')}</span>
      {origin === 'owner' ? null : <Badge tone={origin === 'untrusted' ? 'warn' : 'plain'}>{origin}</Badge>}
    </span>
    <span class="faint number">{changed === null ? '' : dayOf(changed)}</span>
  </>
)

const Cut = ({ all, listed }: { readonly all: number; readonly listed: number }) =>
  listed < all ? (
    <p class="faint">{`${listed.toLocaleString('en')} of ${all.toLocaleString('en')}; the others are found by a search.`}</p>
  ) : null
