/** What was taken out and can be put back, whoever did it and when: read from the log, so it is there in the next visit too. */

import { signal } from '@preact/signals'
import { Card, counted, keyOfSession, moment } from '../parts/words.tsx'
import { answerTo, ask, forgetAnswers, type Problem } from '../state/ask.ts'
import { head, lookNow, mayWrite } from '../state/brain.ts'
import { adjust, route } from '../state/route.ts'

/** What is switched off: a session, or one verdict. */
export interface Off {
  readonly kind: 'session' | 'feedback'
  readonly name: string
}

interface Taken {
  readonly request: number
  readonly at: string
  readonly selector: string
  readonly selected: ReadonlyArray<number>
  readonly signals: number
}

/** Requests that are read at most; the newest. */
const requestsMost = 1_000

/** What is out now, the newest first. Nothing where it is not known: a page in a file does not hold it. */
const takenOut = (): ReadonlyArray<Taken> => {
  const [requested, withdrawn] = (['UnlearnRequested', 'UnlearnWithdrawn'] as const).map(
    (type) => answerTo('log', { type, limit: requestsMost }, head.value).value,
  )
  if (requested?.state !== 'told' || withdrawn?.state !== 'told') return []
  const back = new Set(withdrawn.answer.events.map(({ data }) => data['request']))
  return requested.answer.events
    .filter(({ position }) => !back.has(position))
    .map(({ at, data, position }) => ({
      request: position,
      at,
      selector: String(data['selector']),
      selected: (data['selected'] ?? []) as ReadonlyArray<number>,
      signals: ((data['signals'] ?? []) as ReadonlyArray<number>).length,
    }))
    .toSorted((one, other) => other.request - one.request)
}

/** What was just done, in words. */
const done = signal<string | undefined>(undefined)
const failure = signal<Problem | undefined>(undefined)

/** True while the memory is changed. */
export const working = signal(false)

/** What was done is said until one goes elsewhere. */
addEventListener('hashchange', () => {
  done.value = undefined
  failure.value = undefined
})

export const changing = async (says: string, change: () => Promise<void>): Promise<void> => {
  failure.value = undefined
  done.value = undefined
  working.value = true
  try {
    await change()
    done.value = says
  } catch (problem) {
    failure.value = problem as Problem
  }
  forgetAnswers()
  await lookNow()
  working.value = false
}

/** What counts again is switched on again. */
const putBack = (request: number, name: string): Promise<void> =>
  changing(`${name} counts again: everything is as it was before it was taken out.`, async () => {
    await ask('unlearn', { undo: String(request) })
    if (route.value.view === 'what-if') adjust({ id: undefined })
  })

/** What a session or a verdict is called in a sentence. */
export const nameOfOff = ({ kind, name }: Off): string => (kind === 'session' ? `The session ${keyOfSession(name)}` : `The verdict ${name}`)

/** The button beside the one that took it out. */
export const PutBack = ({ off, sessions }: { readonly off: Off; readonly sessions: ReadonlyArray<string> }) => {
  const numbers = new Set((off.kind === 'session' ? sessions : [off.name]).map((one) => Number(one.slice(1))))
  const one = takenOut().find(({ selected, selector }) => selector === off.kind && selected.some((number) => numbers.has(number)))
  if (one === undefined) return null
  return (
    <p class="line">
      <span>{`${nameOfOff(off)} was taken out on ${moment(one.at)}.`}</span>
      {mayWrite.value ? (
        <button type="button" disabled={working.value} onClick={() => void putBack(one.request, nameOfOff(off))}>
          Put it back
        </button>
      ) : null}
    </p>
  )
}

/** All that is out, and what was done last; above everything else. */
export const TakenOut = () => {
  const all = takenOut()
  return (
    <>
      {failure.value === undefined ? null : (
        <p class="trouble" role="alert">
          {failure.value.message}
        </p>
      )}
      {working.value ? (
        <p class="done" role="status">
          Changing the memory …
        </p>
      ) : null}
      {done.value === undefined || working.value ? null : (
        <p class="done" role="status">
          {done.value}
        </p>
      )}
      {all.length === 0 ? null : (
        <Card title={`Taken out: ${all.length}`}>
          <ul class="rows">
            {all.map((one) => (
              <li key={one.request}>
                <strong>{nameOfTaken(one)}</strong>
                <span class="faint">{`${counted(one.signals, 'signal')}, on ${moment(one.at)}`}</span>
                {mayWrite.value ? (
                  <button type="button" disabled={working.value} onClick={() => void putBack(one.request, nameOfTaken(one))}>
                    Put back
                  </button>
                ) : null}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

const nameOfTaken = ({ selected, selector }: Taken): string =>
  selector === 'session'
    ? `The session ${selected.map((number) => keyOfSession(`s${number}`)).join(', ')}`
    : selector === 'feedback'
      ? `The verdict ${selected.map((number) => `f${number}`).join(', ')}`
      : `What was chosen by its ${selector}`
