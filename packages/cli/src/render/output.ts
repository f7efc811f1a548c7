/** Prints answers on standard output, and notes and complaints on standard error. */

import { fstatSync } from 'node:fs'
import { hidePassword } from '@crabtrail/store/store-choice'
import { redact } from '@crabtrail/text/secrets/redaction'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import { codeOf, fileProblem, writeAll } from '../documents/whole-file.ts'
import { FileRefused } from '../failures.ts'
import { documentOf, type Page, pageOf, plainLine, plainly, type Render } from './page.ts'

export interface Streams {
  readonly stdout: Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'> & { readonly fd?: number }
  readonly stderr: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>
}

export interface Manner {
  readonly json: boolean
  readonly quiet: boolean
  readonly color: boolean
  /** The first words of a command for the same store and brain. */
  readonly calledAs: ReadonlyArray<string>
}

export class Output extends Context.Service<
  Output,
  Manner & {
    readonly page: Page
    /** Writes text unchanged to standard output. It interrupts the command when the reader has closed the stream. */
    readonly write: (text: string) => Effect.Effect<void, FileRefused>
    /** True if `note` prints: standard error is a terminal and `--quiet` is not given. */
    readonly watched: boolean
    /** Writes a line to standard error for a person who watches: only on a terminal, and never with `--quiet`. */
    readonly note: (text: string) => Effect.Effect<void>
    /** Writes progress like a note, over the one before. An empty text removes it. */
    readonly progress: (text: string) => Effect.Effect<void>
    readonly warn: (text: string) => Effect.Effect<void>
  }
>()('crabtrail/Output') {}

export const outputOf = (manner: Manner, { stdout, stderr }: Streams): Output['Service'] => {
  const warn = (text: string) => Effect.sync(() => void stderr.write(`${text}\n`))
  const watched = stderr.isTTY && !manner.quiet
  return {
    ...manner,
    watched,
    page: pageOf(stdout.isTTY ? stdout.columns : undefined, manner.color && stdout.isTTY, manner.calledAs),
    write: writerTo(stdout),
    note: (text) => (watched ? warn(text) : Effect.void),
    progress: (text) => (watched ? Effect.sync(() => void stderr.write(`\r${text}${eraseRest}`)) : Effect.void),
    warn,
  }
}

/** The sequence that tells a terminal to clear the rest of its line. */
const eraseRest = '\u001b[K'

/** Node writes to a file once and does not check how many bytes were accepted: a full disk would go unnoticed. */
const writerTo = (stdout: Streams['stdout']): Output['Service']['write'] => {
  const { fd } = stdout
  if (fd === undefined || !fstatSync(fd).isFile()) return (text) => writeToStream(stdout, text)
  return (text) => Effect.try({ try: () => writeAll(fd, Buffer.from(text)), catch: (error) => refused(fileProblem(error)) })
}

const writeToStream = (stdout: Streams['stdout'], text: string): Effect.Effect<void, FileRefused> =>
  Effect.callback((resume) => {
    stdout.write(text, (error) => {
      if (error === undefined || error === null) resume(Effect.void)
      else if (codeOf(error) === 'EPIPE') resume(Effect.interrupt)
      else resume(Effect.fail(refused(error.message)))
    })
  })

/** Name of standard output in error messages. */
export const standardOutput = 'standard output'

const refused = (problem: string) => new FileRefused({ path: standardOutput, problem })

/** Prints an answer: the JSON document, or what `render` makes of it for people. */
export const present = <A>(answer: A, render: Render<A>) =>
  Output.use((output) =>
    output.write(
      output.json
        ? `${documentOf(answer)}\n`
        : render(plainly(answer), output.page)
            .map((line) => `${line}\n`)
            .join(''),
    ),
  )

/** Prints an answer like {@link present}, for a command that changes something: with `--quiet` it prints nothing for people. */
export const report = <A>(answer: A, render: Render<A>) =>
  Output.use((output) => (output.quiet && !output.json ? Effect.void : present(answer, render)))

/* Prints a failure: one line for people, or one JSON document, without the secrets that somebody typed. */

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
  JSON.parse(JSON.stringify(complaint), (_, value) => (typeof value === 'string' ? redact(hidePassword(value)).text : value))
