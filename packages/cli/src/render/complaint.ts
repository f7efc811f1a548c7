/** Prints a failure: one line for people, or one JSON document, without the secrets that somebody typed. */

import { redact } from '@crabtrail/core'
import type { Streams } from './output.ts'
import { documentOf, plainLine } from './text.ts'

export interface Complaint {
  readonly tag: string
  readonly message: string
  /** Fields of the error beside its message. */
  readonly facts: Readonly<Record<string, unknown>>
}

/** Tag, message and fields of an error, without its stack and cause. */
export const complaintOf = (error: { readonly _tag: string; readonly message: string }): Complaint => ({
  tag: error._tag,
  message: error.message,
  facts: Object.fromEntries(Object.entries(error).filter(([name]) => !['_tag', 'message', 'stack', 'cause'].includes(name))),
})

/** The complaint about a malformed call, in the form of the memory's InvalidRequest. */
export const malformedComplaint = (malformed: { readonly field: string; readonly problem: string }): Complaint => ({
  tag: 'InvalidRequest',
  message: `${malformed.field}: ${malformed.problem}`,
  facts: { field: malformed.field, problem: malformed.problem },
})

/** The complaint about an exception that no error type covers: a bug. */
export const defectComplaint = (defect: unknown): Complaint => ({
  tag: 'Defect',
  message: `this is a bug in Crabtrail: ${defect instanceof Error ? defect.message : String(defect)}; please report it with what --debug says`,
  facts: {},
})

export const complaintLine = (complaint: Complaint): string => plainLine(`crabtrail: ${complaint.message}`)

export const complaintDocument = (complaint: Complaint): string =>
  documentOf({ error: { tag: complaint.tag, message: complaint.message, ...complaint.facts } })

/** Prints to standard error, or with `json` as the one document on standard output. */
export const complain = (complaint: Complaint, json: boolean, { stderr, stdout }: Streams): void => {
  const told = withoutSecrets(complaint)
  if (json) stdout.write(`${complaintDocument(told)}\n`)
  else stderr.write(`${complaintLine(told)}\n`)
}

/** Secrets are removed by the rules for stored text: terminals, build logs and hosts keep what they are shown. */
const withoutSecrets = (complaint: Complaint): Complaint =>
  JSON.parse(JSON.stringify(complaint), (_, value) => (typeof value === 'string' ? redact(value).text : value))
