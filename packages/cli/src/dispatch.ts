/** The file of each command. Only the file of the command that is run is loaded; `eval` is in a package of its own (`forward.ts`). */
import * as Effect from 'effect/Effect'
import type { RunCall } from './arguments/call.ts'
import type { CommandShape } from './arguments/command-shape.ts'
import type { Input, Module, Run } from './command.ts'
import type { CommandName, ShapeOf } from './table/command-table.ts'

const files: { readonly [N in Exclude<CommandName, 'eval'>]: () => Promise<Module<ShapeOf<N>>> } = {
  demo: () => import('./commands/demo.ts'),
  init: () => import('./commands/init.ts'),
  ingest: () => import('./commands/ingest.ts'),
  brains: () => import('./commands/brains.ts'),
  profiles: () => import('./commands/profiles.ts'),
  profile: () => import('./commands/profile.ts'),
  recall: () => import('./commands/recall.ts'),
  used: () => import('./commands/used.ts'),
  'not-relevant': () => import('./commands/not-relevant.ts'),
  'not-useful': () => import('./commands/not-useful.ts'),
  wrong: () => import('./commands/wrong.ts'),
  feedback: () => import('./commands/feedback.ts'),
  strength: () => import('./commands/strength.ts'),
  learn: () => import('./commands/learn.ts'),
  show: () => import('./commands/show.ts'),
  why: () => import('./commands/why.ts'),
  blame: () => import('./commands/blame.ts'),
  log: () => import('./commands/log.ts'),
  stats: () => import('./commands/stats.ts'),
  rollback: () => import('./commands/rollback.ts'),
  maintain: () => import('./commands/maintain.ts'),
  protect: () => import('./commands/protect.ts'),
  trust: () => import('./commands/trust.ts'),
  forget: () => import('./commands/forget.ts'),
  verify: () => import('./commands/verify.ts'),
  doctor: () => import('./commands/doctor.ts'),
  export: () => import('./commands/export.ts'),
  import: () => import('./commands/import.ts'),
  backup: () => import('./commands/backup.ts'),
  restore: () => import('./commands/restore.ts'),
}

/** Loads the command and runs it. The casts are safe: the parser has given words and flags the types that the command declares. */
export const dispatch = (
  command: keyof typeof files,
  { flags, words }: Pick<RunCall, 'flags' | 'words'>,
  brain: string | undefined,
): ReturnType<Run<CommandShape>> => {
  const input = { words, flags, inBrain: brain === undefined ? {} : { brain } }
  const load = files[command] as () => Promise<Module<CommandShape>>
  return Effect.flatMap(Effect.promise(load), ({ run }) => run(input as Input<CommandShape>))
}
