/** Small pieces of text that every view has. */

import type { AnswerOf } from '@crabtrail/core'
import type { ComponentChildren } from 'preact'
import { answerTo } from '../state/ask.ts'
import { head } from '../state/brain.ts'
import { nameOf } from '../state/names.ts'
import { at, linkTo } from '../state/route.ts'

export const strength = (value: number): string => value.toFixed(2).replace('-', '−')
export const signed = (value: number): string => `${value < 0 ? '−' : value > 0 ? '+' : '±'}${Math.abs(value).toFixed(3)}`

const clock = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
/** A day and a minute of UTC, as everywhere on the page. */
export const moment = (iso: string): string => clock.format(new Date(iso))
/** The same, where it stands alone. */
export const utc = (iso: string): string => `${moment(iso)} UTC`
const calendar = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
/** A day of UTC, as the memory names it: 2026-11-23. */
export const dayOf = (iso: string): string => calendar.format(new Date(iso))

export const counted = (count: number, one: string, many = `${one}s`): string => `${count.toLocaleString('en')} ${count === 1 ? one : many}`

interface NodeProps {
  readonly node: string
  /** Absent: the memory is asked for it. */
  readonly title?: string | undefined
}

export const NodeLink = ({ node, title }: NodeProps) => {
  const name = title ?? nameOf(node, at.value).value
  return (
    <a class={name === undefined ? 'node naming' : 'node'} href={linkTo('notes', node)} title={node}>
      <bdi>{name === undefined || name === '' ? node : name}</bdi>
    </a>
  )
}

export const TurnLink = ({ turn }: { readonly turn: string }) => (
  <a class="turn" href={linkTo('turns', turn)}>
    {turn}
  </a>
)

export const EdgeLink = ({ children, edge }: { readonly edge: string; readonly children?: ComponentChildren }) => (
  <a class="edge" href={linkTo('strength', edge)}>
    {children ?? edge}
  </a>
)

/** Sessions whose keys are known at most: those that taught last. Others are called by their number. */
const sessionsMost = 1_000

/** Names of sessions by their numbers, as they were told last: while the log grows they are asked for again, and stay on the page meanwhile. */
let sessionNames: ReadonlyMap<string, string> | undefined

/** What a session is called by whoever began it, its number where it has no name; undefined until that is known. */
const nameOfSession = (session: string): string | undefined => {
  const told = answerTo('sessions', { limit: sessionsMost }, head.value).value
  if (told.state === 'told') sessionNames = new Map(told.answer.sessions.map((one) => [one.session, one.key ?? one.session]))
  return sessionNames?.get(session) ?? (told.state === 'waiting' ? undefined : session)
}

/** The same in a sentence. */
export const keyOfSession = (session: string): string => nameOfSession(session) ?? '…'

export const SessionName = ({ session }: { readonly session: string }) => {
  const name = nameOfSession(session)
  return (
    <bdi class={name === undefined ? 'naming faint' : undefined} title={session}>
      {name ?? '…'}
    </bdi>
  )
}

type Tone = 'good' | 'bad' | 'warn' | 'plain'

export const Badge = ({ children, tone = 'plain' }: { readonly children: ComponentChildren; readonly tone?: Tone }) => (
  <span class={`badge ${tone}`}>{children}</span>
)

type Review = NonNullable<AnswerOf<'show'>['nodes'][number]['review']>

const reviewWords: Readonly<Record<Review, string>> = { waits: 'waits for your yes', approved: 'approved', refused: 'refused' }

/** How a memory stands that was to wait for the owner's yes; nothing for any other. */
export const ReviewBadge = ({ own: { review } }: { readonly own: { readonly review?: Review | undefined } }) =>
  review === undefined ? null : <Badge tone={review === 'approved' ? 'good' : 'warn'}>{reviewWords[review]}</Badge>

export const toneOf = (verdict: string): Tone =>
  verdict === 'used' || verdict === 'success'
    ? 'good'
    : ['wrong', 'not-relevant', 'not-useful', 'failure'].includes(verdict)
      ? 'bad'
      : 'plain'

export const Card = ({ children, title }: { readonly title: string; readonly children: ComponentChildren }) => (
  <section class="card">
    <h2>{title}</h2>
    {children}
  </section>
)

/** Text of a memory: shown as it is, never as markup, in the direction that it has by itself. */
export const Words = ({ text }: { readonly text: string }) => (
  <pre class="words" dir="auto">
    {text}
  </pre>
)

export const Nothing = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="nothing">{typeof children === 'string' ? <Commands text={children} /> : children}</p>
)

/** A sentence whose commands and settings stand between backticks. */
export const Commands = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, i) => (i % 2 === 0 ? part : <code key={`${i}${part}`}>{part}</code>))}</>
)
