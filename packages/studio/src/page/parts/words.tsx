/** Small pieces of text that every view has. */

import type { ComponentChildren } from 'preact'
import { linkTo } from '../state/route.ts'

export const strength = (value: number): string => value.toFixed(2)
export const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`

const clock = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
export const moment = (iso: string): string => clock.format(new Date(iso))

export const counted = (count: number, one: string, many = `${one}s`): string => `${count.toLocaleString('en')} ${count === 1 ? one : many}`

export const NodeLink = ({ node, title }: { readonly node: string; readonly title?: string | undefined }) => (
  <a class="node" href={linkTo('notes', node)} title={node}>
    <bdi>{title === undefined || title === '' ? node : title}</bdi>
  </a>
)

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
