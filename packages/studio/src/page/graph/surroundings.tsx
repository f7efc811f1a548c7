/** A memory with more neighbours than can be written around it: what is within two hops, painted, with a list beside it that says the same. */

import type { AnswerOf } from '@crabtrail/core'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { SavePicture } from '../parts/save-picture.tsx'
import { NodeLink, strength } from '../parts/words.tsx'
import { go, linkTo } from '../state/route.ts'
import { theme } from '../state/theme.ts'
import { EdgeLegend } from './legend.tsx'
import type { Painted } from './paint.ts'

type Around = NonNullable<AnswerOf<'show'>['around']>
type Edge = Around['edges'][number]

/** Memories that are listed at first: keys pass each of them. */
const listedFirst = 50

interface SurroundingsProps {
  readonly around: Around
  readonly node: string
}

export const Surroundings = ({ around, node }: SurroundingsProps) => {
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<Painted>(undefined)
  const [pointed, point] = useState<string>()
  const [hasFailed, fail] = useState(false)
  const look = theme.value
  useEffect(() => {
    let isOver = false
    const begin = async (): Promise<void> => {
      const { paint } = await import('./paint.ts')
      if (isOver || place.current === null) return
      drawn.current = paint(place.current, around, { open: (one) => go(linkTo('notes', one)), point })
      place.current.dataset['painted'] = 'true'
    }
    begin().catch(() => fail(true))
    return () => {
      isOver = true
      drawn.current?.end()
      drawn.current = undefined
    }
  }, [around, look])
  const joined = useMemo(() => joinedTo(around), [around])
  const titles = useMemo(() => new Map(around.nodes.map((one) => [one.node, one.title || one.node])), [around])
  const told = (one: string): string => `${titles.get(one) ?? one}: ${inWords(joined.get(one) ?? [], one, titles)}`
  return (
    <div class="surroundings">
      <figure class="drawn">
        <figcaption>{sizeOf(around)}</figcaption>
        {hasFailed ? <p class="nothing">This browser cannot paint it: it has no WebGL. The list says the same.</p> : null}
        <div ref={place} class="painted" hidden={hasFailed} aria-hidden="true" />
        {hasFailed ? null : (
          <>
            <SavePicture name={`around ${node}`} picture={place} before={() => drawn.current?.repaint()} />
            <p class="zoom">
              <Zoom drawn={drawn} by="in" name="nearer" shows="+" />
              <Zoom drawn={drawn} by="out" name="further" shows="−" />
              <Zoom drawn={drawn} by="whole" name="all of it" shows="all" />
            </p>
          </>
        )}
        <p class="pointed">{pointed === undefined ? 'Point at a memory to see what joins it; click to open it.' : told(pointed)}</p>
        <EdgeLegend edges={around.edges} />
      </figure>
      <List around={around} joined={joined} titles={titles} show={(one) => drawn.current?.show(one)} />
    </div>
  )
}

interface ZoomProps {
  readonly drawn: { readonly current: Painted | undefined }
  readonly by: Parameters<Painted['zoom']>[0]
  readonly name: string
  readonly shows: string
}

const Zoom = ({ by, drawn, name, shows }: ZoomProps) => (
  <button type="button" onClick={() => drawn.current?.zoom(by)} title={name} aria-label={`Show the picture: ${name}`}>
    {shows}
  </button>
)

interface ListProps {
  readonly around: Around
  readonly joined: ReadonlyMap<string, ReadonlyArray<Edge>>
  readonly titles: ReadonlyMap<string, string>
  readonly show: (node: string | undefined) => void
}

const List = ({ around: { nodes }, joined, show, titles }: ListProps) => {
  const [isWhole, setWhole] = useState(false)
  const others = nodes.slice(1)
  return (
    <section class="around-list" aria-label="What is in the picture, as a list">
      <ol>
        {(isWhole ? others : others.slice(0, listedFirst)).map(({ node }) => (
          <li key={node} onFocusIn={() => show(node)} onFocusOut={() => show(undefined)}>
            <NodeLink node={node} title={titles.get(node)} />
            <span class="faint told-edges">{inWords(joined.get(node) ?? [], node, titles)}</span>
          </li>
        ))}
      </ol>
      {isWhole || others.length <= listedFirst ? null : (
        <button type="button" onClick={() => setWhole(true)}>{`List all ${others.length.toLocaleString('en')}`}</button>
      )}
    </section>
  )
}

/** What is in the picture, and what of it is left out. */
const sizeOf = ({ edges, edgesInAll, nodes, nodesInAll }: Around): string => {
  const number = (one: number): string => one.toLocaleString('en')
  const left = nodesInAll - nodes.length
  const more = left === 0 ? '' : `; ${number(left)} more are left out, the most weakly joined`
  const thin =
    edgesInAll > edges.length ? ` Of ${number(edgesInAll)} edges between them the strongest ${number(edges.length)} are there.` : ''
  return `${number(nodes.length)} of ${number(nodesInAll)} memories within two steps${more}.${thin}`
}

const joinedTo = ({ edges }: Around): ReadonlyMap<string, ReadonlyArray<Edge>> => {
  const found = new Map<string, Array<Edge>>()
  for (const edge of edges) {
    for (const end of new Set([edge.source, edge.target])) {
      const known = found.get(end)
      if (known === undefined) found.set(end, [edge])
      else known.push(edge)
    }
  }
  return found
}

/** Edges that are told in words: the strongest. */
const toldMost = 3

const inWords = (edges: ReadonlyArray<Edge>, node: string, titles: ReadonlyMap<string, string>): string => {
  const strongest = edges.toSorted((one, other) => Math.abs(other.strength) - Math.abs(one.strength)).slice(0, toldMost)
  const words = strongest.map(({ kind, source, strength: value, target }) => {
    const other = source === node ? target : source
    return `${kind} ${strength(value)} ${source === node ? 'to' : 'from'} ${titles.get(other) ?? other}`
  })
  return `${words.join(', ')}${edges.length > toldMost ? `, and ${edges.length - toldMost} more` : ''}`
}
