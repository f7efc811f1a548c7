/** Small pieces of text that every view has. */

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

/** What a session is called by whoever began it; its number where that is not known. */
export const keyOfSession = (session: string): string => {
  const told = answerTo('sessions', { limit: sessionsMost }, head.value).value
  if (told.state === 'told') for (const { key, session: number } of told.answer.sessions) if (key !== null) knownKeys.set(number, key)
  return knownKeys.get(session) ?? session
}

/** Stay known while they are asked for again: a session keeps its key. */
const knownKeys = new Map<string, string>()

export const SessionName = ({ session }: { readonly session: string }) => <bdi title={session}>{keyOfSession(session)}</bdi>

type Tone = 'good' | 'bad' | 'warn' | 'plain'

export const Badge = ({ children, tone = 'plain' }: { readonly children: ComponentChildren; readonly tone?: Tone }) => (
  <span class={`badge ${tone}`}>{children}</span>
)

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

export const Nothing = ({ children }: { readonly children: ComponentChildren }) => <p class="nothing">{children}</p>
