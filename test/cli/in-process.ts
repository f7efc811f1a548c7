/** A call of the command line without a process of its own: what it would end with, and what it would say. */
import * as Cause from 'effect/Cause'
import * as Effect from 'effect/Effect'
import { parseCall } from '../../packages/cli/src/arguments/parse-call.ts'
import { dispatch } from '../../packages/cli/src/dispatch.ts'
import { exitCodes, exits } from '../../packages/cli/src/failures.ts'
import { openingOf } from '../../packages/cli/src/memory-layer.ts'
import { Opening } from '../../packages/cli/src/opening.ts'
import { type Complaint, complaintOf, malformedComplaint } from '../../packages/cli/src/render/complaint.ts'
import { Output, outputOf } from '../../packages/cli/src/render/output.ts'
import { settingsOf } from '../../packages/cli/src/settings/settings.ts'

export interface Outcome {
  readonly code: number
  readonly complaint: Complaint | undefined
}

/** With `folder` for home, and the store that is there by default. Throws for a defect. */
export const callIn = async (folder: string, args: ReadonlyArray<string>): Promise<Outcome> => {
  const call = parseCall(args)
  if (call.ask === 'nothing') return { code: exits.malformed, complaint: malformedComplaint(call.malformed) }
  if (call.ask !== 'run') return { code: exits.done, complaint: undefined }
  const program = Effect.gen(function* () {
    const settings = yield* Effect.fromResult(settingsOf(call.everywhere, { env: {}, home: folder, folder, config: {}, configPath: '' }))
    const output = outputOf({ json: true, quiet: false, color: false }, { stdout: silent, stderr: silent })
    const opening = yield* openingOf(call, settings)
    return yield* dispatch(call, settings.brain).pipe(Effect.provideService(Output, output), Effect.provideService(Opening, opening))
  })
  const exit = await Effect.runPromiseExit(Effect.scoped(program))
  if (exit._tag === 'Success') return { code: exit.value, complaint: undefined }
  const failure = exit.cause.reasons.find(Cause.isFailReason)?.error
  if (failure === undefined) throw Cause.squash(exit.cause)
  return { code: exitCodes[failure._tag], complaint: complaintOf(failure) }
}

const silent = {
  isTTY: false,
  columns: 80,
  write: (_text: unknown, done?: unknown) => {
    if (typeof done === 'function') done()
    return true
  },
}
