/** Asks the memory, and keeps answers: the same question about the same position is asked once. */

import type { AnswerOf, OperationName, RequestOf } from '@crabtrail/core'
import { type ReadonlySignal, signal } from '@preact/signals'
import { answerOfFile, keptFile } from './kept-file.ts'
import { whenToSend } from './short-first.ts'

export class Problem extends Error {
  readonly tag: string
  constructor(tag: string, message: string) {
    super(message)
    this.tag = tag
  }
}

/** Asks once, without keeping the answer. Rejects with {@link Problem}. */
export const ask = async <Name extends OperationName>(name: Name, request: RequestOf<Name>): Promise<AnswerOf<Name>> => {
  if (keptFile !== undefined) {
    const kept = answerOfFile(keptFile, name, { ...request })
    if (kept !== undefined) return kept as AnswerOf<Name>
    throw new Problem(
      'NotKept',
      `This file shows the memory as of position ${keptFile.position}, and does not hold this. Ask a studio: crabtrail studio.`,
    )
  }
  await whenToSend(name)
  const response = await fetch(`ask/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  }).catch(() => {
    throw new Problem('Ended', 'The studio does not answer: it was ended. Start it again, and open the new address.')
  })
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  if (!isJson && response.status === 404)
    throw new Problem('Refused', 'This page is not open any more. Ask for a new address where you got this one.')
  if (!isJson) throw new Problem('Refused', await response.text())
  const told = (await response.json()) as AnswerOf<Name> & { readonly problem?: { readonly tag: string; readonly message: string } }
  if (!response.ok) throw new Problem(told.problem?.tag ?? 'Refused', told.problem?.message ?? 'The memory did not say why.')
  return told
}

export type Told<A> =
  | { readonly state: 'waiting'; readonly before: A | undefined }
  | { readonly state: 'told'; readonly answer: A }
  | { readonly state: 'failed'; readonly problem: Problem }

/** Answers that are kept at most; the one that was used longest ago goes first. */
const keptMost = 1_000
const kept = new Map<string, ReadonlySignal<Told<unknown>>>()

const keyOf = (name: OperationName, request: object, head: number | undefined): string => JSON.stringify([name, request, head])

/** Returns the answer if it was asked for already. */
export const knownAnswer = <Name extends OperationName>(
  name: Name,
  request: RequestOf<Name>,
  head: number | undefined,
): ReadonlySignal<Told<AnswerOf<Name>>> | undefined =>
  kept.get(keyOf(name, request, head)) as ReadonlySignal<Told<AnswerOf<Name>>> | undefined

/**
 * Returns the answer as it comes. `head` is part of what is asked: an answer about now is asked again when the log has grown, and one about an
 * earlier position never is.
 */
export const answerTo = <Name extends OperationName>(
  name: Name,
  request: RequestOf<Name>,
  head: number | undefined,
): ReadonlySignal<Told<AnswerOf<Name>>> => {
  const key = keyOf(name, request, head)
  const known = knownAnswer(name, request, head)
  if (known !== undefined) {
    kept.delete(key)
    kept.set(key, known)
    return known
  }
  const told = signal<Told<AnswerOf<Name>>>({ state: 'waiting', before: undefined })
  kept.set(key, told)
  const [oldest] = kept.keys()
  if (kept.size > keptMost && oldest !== undefined) kept.delete(oldest)
  ask(name, request).then(
    (answer) => {
      told.value = { state: 'told', answer }
    },
    (problem: Problem) => {
      // Kept until one goes elsewhere: what shows the failure looks here again at once, and would ask for ever.
      failed.add(key)
      told.value = { state: 'failed', problem }
    },
  )
  return told
}

const failed = new Set<string>()

addEventListener('hashchange', () => {
  for (const key of failed) kept.delete(key)
  failed.clear()
})

/** Grows when every answer was forgotten: what shows one asks again. */
export const asked = signal(0)

/** Forgets every answer: something was changed, or somebody wants to try again. */
export const forgetAnswers = (): void => {
  kept.clear()
  asked.value++
}
