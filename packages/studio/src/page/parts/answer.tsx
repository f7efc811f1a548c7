/** Shows an answer when it is there, what it was before while it is asked for, and what went wrong. */

import type { AnswerOf, OperationName, RequestOf } from '@crabtrail/core'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { answerTo, asked, forgetAnswers, type Problem } from '../state/ask.ts'
import { head } from '../state/brain.ts'
import { at } from '../state/route.ts'

interface AnswerProps<Name extends OperationName> {
  readonly name: Name
  readonly request: RequestOf<Name>
  /** True for an answer that does not change when the log grows. */
  readonly fixed?: boolean
  /** True within a sentence. */
  readonly inline?: boolean
  /** What is shown where it cannot be told. Absent: the failure in its own words. */
  readonly failed?: (problem: Problem) => ComponentChildren
  readonly children: (answer: AnswerOf<Name>) => ComponentChildren
}

export const Answer = <Name extends OperationName>({
  children,
  failed,
  fixed = false,
  inline = false,
  name,
  request,
}: AnswerProps<Name>) => {
  const before = useRef<AnswerOf<Name>>(undefined)
  void asked.value
  const told = answerTo(name, request, fixed || at.value !== undefined ? undefined : head.value).value
  if (told.state === 'told') before.current = told.answer
  if (told.state === 'failed') return failed === undefined ? <Trouble problem={told.problem} /> : failed(told.problem)
  const answer = told.state === 'told' ? told.answer : before.current
  const isBusy = told.state === 'waiting'
  if (inline) return answer === undefined ? <span class="waiting">…</span> : <span aria-busy={isBusy}>{children(answer)}</span>
  if (answer === undefined)
    return (
      <p class="waiting" role="status">
        Asking the memory …
      </p>
    )
  return (
    <div class="answer" aria-busy={isBusy}>
      {children(answer)}
    </div>
  )
}

export const Trouble = ({ problem }: { readonly problem: Problem }) => (
  <div class="trouble" role="alert">
    <strong>{titles[problem.tag] ?? 'That did not work'}</strong>
    <p>{problem.message}</p>
    <button type="button" onClick={forgetAnswers}>
      Try again
    </button>
  </div>
)

const titles: Readonly<Record<string, string>> = {
  NotFound: 'Not there',
  InvalidRequest: 'That cannot be asked',
  ReadOnly: 'This studio only reads',
  StoreUnavailable: 'The store cannot be read',
  IntegrityBroken: 'The log is damaged',
  Ended: 'The studio has ended',
}

/** `at` of requests, where a position is shown. */
export const asOf = (): { readonly at?: string } => (at.value === undefined ? {} : { at: String(at.value) })
