/** Every command by name, in the order in which help tells them. */
import type { CommandShape } from '../arguments/command-shape.ts'
import { feedback, learn, notRelevant, notUseful, recall, strength, used, wrong } from './ask.ts'
import { brains, demo, ingest, init, profile, profiles } from './begin.ts'
import { backup, doctor, exportLog, forget, importLog, maintain, protect, restore, rollback, trust, verify } from './keep.ts'
import { blame, log, show, stats, why } from './look.ts'
import { evaluate } from './measure.ts'

export const commandTable = {
  demo,
  init,
  ingest,
  brains,
  profiles,
  profile,
  recall,
  used,
  'not-relevant': notRelevant,
  'not-useful': notUseful,
  wrong,
  feedback,
  strength,
  learn,
  show,
  why,
  blame,
  log,
  stats,
  rollback,
  maintain,
  protect,
  trust,
  forget,
  verify,
  doctor,
  eval: evaluate,
  export: exportLog,
  import: importLog,
  backup,
  restore,
} as const satisfies Readonly<Record<string, CommandShape>>

export type CommandName = keyof typeof commandTable
export type ShapeOf<N extends CommandName> = (typeof commandTable)[N]

/** The cast says what `Object.keys` cannot. */
export const commandNames = Object.keys(commandTable) as ReadonlyArray<CommandName>

export const isCommand = (word: string): word is CommandName => Object.hasOwn(commandTable, word)
