/** When did it change? The whole log below every view: how much happened where, what divides it, and the position that everything is shown as of. */

import type { AnswerOf } from '@crabtrail/core'
import { signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { ask } from '../state/ask.ts'
import { head, shown } from '../state/brain.ts'
import { adjust, at } from '../state/route.ts'
import { Answer } from './answer.tsx'
import { moment } from './words.tsx'

const buckets = 200
const [width, height] = [1_000, 44]

const kinds = ['turns', 'verdicts', 'facts', 'learning', 'growth', 'forgetting'] as const

/** The position under the pointer while it is dragged: the views follow when it rests. */
const dragged = signal<number | undefined>(undefined)

export const Timeline = () => (
  <section class="timeline" aria-label="Time line of the log">
    <Answer name="timeline" request={{ buckets }} fixed={head.value === undefined}>
      {(told) => (told.position === 0 ? <p class="nothing">Nothing happened yet.</p> : <Line told={told} />)}
    </Answer>
  </section>
)

type Told = AnswerOf<'timeline'>

const settle = (position: number | undefined): void => {
  dragged.value = undefined
  adjust({ at: position === undefined || position >= (head.value ?? 0) ? undefined : Math.max(1, position) })
}

const Line = ({ told }: { readonly told: Told }) => {
  const place = useRef<SVGSVGElement>(null)
  const position = dragged.value ?? shown.value ?? told.to
  const xOf = (one: number) => ((one - told.from) / Math.max(1, told.to - told.from)) * width
  const under = (event: PointerEvent): number => {
    const box = place.current?.getBoundingClientRect()
    const share = box === undefined ? 1 : Math.max(0, Math.min(1, (event.clientX - box.left) / box.width))
    return Math.round(told.from + share * (told.to - told.from))
  }
  return (
    <>
      <svg
        ref={place}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          dragged.value = under(event)
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) dragged.value = under(event)
        }}
        onPointerUp={(event) => settle(under(event))}
        aria-hidden="true"
      >
        <Bars told={told} xOf={xOf} />
        {told.marks.map(({ kind, name, position: where }) => (
          <path key={`${kind}${where}`} class={`mark ${kind}`} d={`M${xOf(where)} 0 l4 6 h-8 z`}>
            <title>{`${kind}${name === undefined ? '' : ` ${name}`} at ${where}`}</title>
          </path>
        ))}
        <line class="here" x1={xOf(position)} x2={xOf(position)} y1="0" y2={height} vector-effect="non-scaling-stroke" />
      </svg>
      <div class="line controls">
        <button type="button" onClick={() => void stepTurn(-1)} title="the turn before ( [ )">
          ‹ turn
        </button>
        <input
          type="range"
          id="position"
          aria-label="Position in the log"
          min={told.from}
          max={told.to}
          value={position}
          onInput={({ currentTarget: { value } }) => {
            dragged.value = Number(value)
          }}
          onChange={({ currentTarget: { value } }) => settle(Number(value))}
        />
        <button type="button" onClick={() => void stepTurn(1)} title="the next turn ( ] )">
          turn ›
        </button>
        <output for="position">
          {dragged.value === undefined && at.value === undefined
            ? `now, position ${told.position}`
            : `as of ${position}, ${timeOf(told, position)}`}
        </output>
        <button type="button" disabled={at.value === undefined} onClick={() => settle(undefined)} title="back to now ( n )">
          now
        </button>
      </div>
    </>
  )
}

const timeOf = ({ buckets: all }: Told, position: number): string => {
  const bucket = all.findLast(({ from }) => from <= position)
  return bucket === undefined ? '' : moment(bucket.at)
}

const Bars = ({ told: { buckets: all }, xOf }: { readonly told: Told; readonly xOf: (position: number) => number }) => {
  const most = Math.max(1, ...all.map((bucket) => kinds.reduce((sum, kind) => sum + bucket[kind], 0)))
  const wide = width / Math.max(1, all.length)
  return (
    <>
      {all.flatMap((bucket) => {
        let top = height
        return kinds.map((kind) => {
          const tall = (bucket[kind] / most) * (height - 8)
          top -= tall
          return tall === 0 ? null : (
            <rect key={`${bucket.from}${kind}`} class={kind} x={xOf(bucket.from)} y={top} width={Math.max(1, wide - 0.5)} height={tall} />
          )
        })
      })}
    </>
  )
}

/** Steps are taken one after the other: each begins where the one before it ended. */
let stepping: Promise<void> = Promise.resolve()

/** Goes to the end of the turn before or after the position that is shown. */
export const stepTurn = (by: -1 | 1): Promise<void> => {
  stepping = stepping.then(() => step(by)).catch(() => undefined)
  return stepping
}

const step = async (by: -1 | 1): Promise<void> => {
  const here = shown.value
  if (here === undefined) return
  if (by < 0) {
    const { turns } = await ask('turns', { at: String(here), limit: 2 })
    const to = turns.find(({ end }) => end < here)
    if (to !== undefined) settle(to.end)
    return
  }
  const [{ turns: reached }, { turns: newest }] = await Promise.all([
    ask('turns', { at: String(here), limit: 1 }),
    ask('turns', { limit: 1 }),
  ])
  const [next, last] = [numberOf(reached) + 1, numberOf(newest)]
  if (next >= last) return settle(undefined)
  const { turns } = await ask('turns', { before: `t${next + 1}`, limit: 1 })
  settle(turns[0]?.end)
}

const numberOf = ([one]: ReadonlyArray<{ readonly turn: string }>): number => Number(one?.turn.slice(1) ?? 0)

export const toNow = (): void => settle(undefined)
