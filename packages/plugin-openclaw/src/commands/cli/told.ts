/** What a command says: lines for people or one JSON document for programs, and how the process ends. */
import { RemoteMemoryError } from '@crabtrail/store/worker'
import { errorInWords } from '../../error-in-words.ts'

export interface Told {
  readonly lines: ReadonlyArray<string>
  readonly json: object
  readonly exit: number
}

/** What cannot be done as it was asked. */
export class Refused extends Error {
  readonly tag: string
  readonly exit: number
  constructor({ exit, message, tag }: { readonly tag: string; readonly message: string; readonly exit: number }) {
    super(message)
    this.tag = tag
    this.exit = exit
  }
}

/** Prints and sets the exit code; an error is one line. Never rejects. */
export const tell = async (asJson: boolean, work: () => Promise<Told>): Promise<void> => {
  try {
    const { exit, json, lines } = await work()
    process.stdout.write(asJson ? `${safe(JSON.stringify(json))}\n` : lines.map((line) => `${line}\n`).join(''))
    process.exitCode = exit
  } catch (error) {
    const { exit, message, tag } = fault(error)
    if (asJson) process.stdout.write(`${safe(JSON.stringify({ error: { tag, message } }))}\n`)
    else process.stderr.write(`crabtrail: ${safe(message)}\n`)
    process.exitCode = exit
  }
}

const exits: Readonly<Record<string, number>> = {
  InvalidRequest: 2,
  NotFound: 3,
  Ambiguous: 3,
  WrongExpectedPosition: 4,
  IdempotencyConflict: 4,
  IntegrityBroken: 5,
}

const fault = (error: unknown): { readonly tag: string; readonly message: string; readonly exit: number } => {
  if (error instanceof Refused) return error
  if (error instanceof RemoteMemoryError) return { tag: error.tag, message: errorInWords(error, 'terminal'), exit: exits[error.tag] ?? 1 }
  return { tag: 'Defect', message: error instanceof Error ? error.message : String(error), exit: 1 }
}

/** Texts of a memory were written by anybody, and a terminal obeys some characters. */
const safe = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
