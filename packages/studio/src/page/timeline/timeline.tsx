/** When did it change? The whole log below every view: how much happened where, what divides it, and the position that everything is shown as of. */

import type { AnswerOf } from '@crabtrail/core'
import { signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Answer } from '../parts/answer.tsx'
import { SavePicture } from '../parts/save-picture.tsx'
import { moment } from '../parts/words.tsx'
import { head, shown } from '../state/brain.ts'
import { buckets, timeAt } from '../state/dates.ts'
import { at, linkTo } from '../state/route.ts'
import { dragged, playing, playOrStop, settle, speed, speeds, stepSession, stepTurn, stop, toNow } from './steps.ts'

const [width, height] = [1_000, 40]

/** What is counted, from the bottom up, with what it is called. */
const kinds = [
  ['turns', 'turns'],
  ['verdicts', 'verdicts'],
  ['facts', 'what it knows'],
  ['learning', 'what it learned'],
  ['growth', 'kinds of question'],
  ['forgetting', 'forgetting'],
] as const

export const Timeline = () => (
  <section class="timeline" aria-label="Time line of the log">
    <Answer name="timeline" request={{ buckets }} fixed={head.value === undefined}>
      {(told) => (told.position === 0 ? <p class="nothing">Nothing happened yet.</p> : <Line told={told} />)}
    </Answer>
  </section>
)

type Told = AnswerOf<'timeline'>

const Line = ({ told }: { readonly told: Told }) => {
  const bars = useRef<SVGSVGElement>(null)
  const position = dragged.value ?? shown.value ?? told.to
  const shareOf = (one: number): number => (one - told.from) / Math.max(1, told.to - told.from)
  return (
    <>
      <Controls told={told} position={position} />
      <Marks told={told} shareOf={shareOf} />
      <div class="track">
        <svg ref={bars} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <Bars told={told} shareOf={shareOf} />
        </svg>
        <span class="here" style={{ left: `${100 * shareOf(position)}%` }} />
        <input
          type="range"
          id="position"
          aria-label="Position in the log"
          aria-valuetext={`${timeOf(told, position)} UTC, position ${position}`}
          min={told.from}
          max={told.to}
          value={position}
          onInput={({ currentTarget: { value } }) => {
            stop()
            dragged.value = Number(value)
          }}
          onChange={({ currentTarget: { value } }) => settle(Number(value))}
        />
      </div>
      <p class="legend">
        {kinds
          .filter(([kind]) => told.buckets.some((bucket) => bucket[kind] > 0))
          .map(([kind, words]) => (
            <span key={kind}>
              <i class={kind} />
              {words}
            </span>
          ))}
        <SavePicture name="time line" picture={bars} />
      </p>
    </>
  )
}

const Controls = ({ position, told }: { readonly told: Told; readonly position: number }) => (
  <div class="controls">
    <span class="buttons">
      <Step name="the session before" keyName="{" shows="«" onClick={() => void stepSession(-1)} />
      <Step name="the turn before" keyName="[" shows="‹" onClick={() => void stepTurn(-1)} />
      <button type="button" class="play" onClick={playOrStop} title={`${playing.value ? 'stop' : 'show turn after turn'} ( p )`}>
        {playing.value ? 'Stop' : 'Play'}
      </button>
      <Step name="the next turn" keyName="]" shows="›" onClick={() => void stepTurn(1)} />
      <Step name="the next session" keyName="}" shows="»" onClick={() => void stepSession(1)} />
    </span>
    <label class="speed">
      <span class="hidden">Turns a second while it plays</span>
      <select
        value={speed.value}
        onChange={({ currentTarget: { value } }) => {
          speed.value = Number(value)
        }}
      >
        {speeds.map((one) => (
          <option key={one} value={one}>
            {`${one} a second`}
          </option>
        ))}
      </select>
    </label>
    <output for="position">
      {dragged.value === undefined && at.value === undefined ? (
        <>
          <strong>Now</strong> <span class="faint">{`${timeOf(told, told.position)} UTC, position ${told.position}`}</span>
        </>
      ) : (
        <>
          <strong>{`${timeOf(told, position)} UTC`}</strong> <span class="faint">{`position ${position} of ${told.to}`}</span>
        </>
      )}
    </output>
    <span class="grow" />
    {at.value === undefined ? null : (
      <>
        <a href={linkTo('compare', undefined, { a: String(at.value), b: 'now' })}>what changed since</a>
        <button type="button" onClick={toNow} title="back to now ( n )">
          Back to now
        </button>
      </>
    )}
  </div>
)

interface StepProps {
  readonly name: string
  readonly keyName: string
  readonly shows: string
  readonly onClick: () => void
}

const Step = ({ keyName, name, onClick, shows }: StepProps) => (
  <button type="button" onClick={onClick} title={`${name} ( ${keyName} )`} aria-label={name}>
    {shows}
  </button>
)

/** The time of the event at a position; while one drags, when the part of the log around it began: nobody is asked for that. */
const timeOf = ({ buckets: all }: Told, position: number): string => {
  const exact = dragged.value === undefined ? timeAt(position) : undefined
  const about = all.findLast(({ from }) => from <= position)?.at
  const time = exact ?? about
  return time === undefined ? '' : moment(time)
}

interface Placed {
  readonly told: Told
  /** Where a position lies, from 0 at the beginning to 1 at the end. */
  readonly shareOf: (position: number) => number
}

const markWords: Readonly<Record<Told['marks'][number]['kind'], string>> = {
  tag: 'tag',
  rollback: 'set back',
  unlearn: 'taken out',
  withdrawn: 'put back',
  erasure: 'erased',
  settings: 'settings',
  promoted: 'promoted',
}

/** Marks that are drawn at most, the newest; and the pixels that one with words takes. */
const [marksMost, roomOfWords] = [200, 140]

/** Width of the window. */
const wide = signal(innerWidth)
addEventListener('resize', () => {
  wide.value = innerWidth
})

/** What divides the log, in words where there is room for them, and else as a sign. */
const Marks = ({ shareOf, told }: Placed) => {
  let free = 0
  const room = roomOfWords / wide.value
  return (
    <div class="marks">
      {told.marks.slice(-marksMost).map(({ kind, name, position }) => {
        const share = shareOf(position)
        const words = name ?? markWords[kind]
        const isRoom = share >= free
        if (isRoom) free = share + room
        const isLate = share > 1 - room
        return (
          <button
            type="button"
            key={`${kind}${position}${name ?? ''}`}
            class={`flag ${kind} ${isLate ? 'late' : ''}`}
            style={{ left: `${100 * share}%` }}
            title={`${markWords[kind]}${name === undefined ? '' : ` ${name}`}, ${timeOf(told, position)} UTC, position ${position}`}
            onClick={() => settle(position)}
          >
            {isRoom ? words : <span class="hidden">{words}</span>}
          </button>
        )
      })}
    </div>
  )
}

const Bars = ({ shareOf, told: { buckets: all } }: Placed) => {
  const most = Math.max(1, ...all.map((bucket) => kinds.reduce((sum, [kind]) => sum + bucket[kind], 0)))
  const wide = width / Math.max(1, all.length)
  return (
    <>
      {all.flatMap((bucket) => {
        let top = height
        return kinds.map(([kind]) => {
          const tall = (bucket[kind] / most) * height
          top -= tall
          return tall === 0 ? null : (
            <rect
              key={`${bucket.from}${kind}`}
              class={kind}
              x={width * shareOf(bucket.from)}
              y={top}
              width={Math.max(1, wide - 0.5)}
              height={tall}
            />
          )
        })
      })}
    </>
  )
}
