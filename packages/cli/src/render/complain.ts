/** Prints what went wrong, without the secrets that somebody typed: terminals, build logs and hosts keep what they are shown. */
import { redact } from '@crabtrail/core'
import { type Complaint, complaintDocument, complaintLine } from './complaint.ts'
import type { Streams } from './output.ts'

/** Where it is looked for: on standard error, or as the one document on standard output. */
export const complain = (complaint: Complaint, json: boolean, { stderr, stdout }: Streams): void => {
  const told = withoutSecrets(complaint)
  if (json) stdout.write(`${complaintDocument(told)}\n`)
  else stderr.write(`${complaintLine(told)}\n`)
}

/** Every text in it as a text that is stored would be. */
const withoutSecrets = (complaint: Complaint): Complaint =>
  JSON.parse(JSON.stringify(complaint), (_, value) => (typeof value === 'string' ? redact(value).text : value))
