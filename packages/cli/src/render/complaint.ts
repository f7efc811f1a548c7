/** How an error is told: one line for people, one document for programs. */
import { documentOf } from './document.ts'
import { plainLine } from './plain.ts'

export interface Complaint {
  readonly tag: string
  readonly message: string
  /** What the error knows, beside its sentence. */
  readonly facts: Readonly<Record<string, unknown>>
}

/** A tagged error by its own fields; what only says where in the program it came from stays out. */
export const complaintOf = (error: { readonly _tag: string; readonly message: string }): Complaint => ({
  tag: error._tag,
  message: error.message,
  facts: Object.fromEntries(Object.entries(error).filter(([name]) => !['_tag', 'message', 'stack', 'cause'].includes(name))),
})

/** A call that was not understood, told as the memory tells a request that it does not understand. */
export const malformedComplaint = (malformed: { readonly field: string; readonly problem: string }): Complaint => ({
  tag: 'InvalidRequest',
  message: `${malformed.field}: ${malformed.problem}`,
  facts: { field: malformed.field, problem: malformed.problem },
})

/** Something that no error was made for: ours to mend. */
export const defectComplaint = (defect: unknown): Complaint => ({
  tag: 'Defect',
  message: `this is a bug in Crabtrail: ${defect instanceof Error ? defect.message : String(defect)}; please report it with what --debug says`,
  facts: {},
})

export const complaintLine = (complaint: Complaint): string => plainLine(`crabtrail: ${complaint.message}`)

export const complaintDocument = (complaint: Complaint): string =>
  documentOf({ error: { tag: complaint.tag, message: complaint.message, ...complaint.facts } })
