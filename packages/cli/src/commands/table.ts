/** The commands by name, in the order of the help. A new command is a file beside this one and a line here. */

import type { CommandShape } from '../calls/shape.ts'
import { backup, restore } from './backup.ts'
import { brains, describe, init, profile, profiles } from './brains.ts'
import { calibrate } from './calibrate.ts'
import { completionOf } from './completion.ts'
import { demo } from './demo.ts'
import { evaluate } from './eval.ts'
import { feedback, notRelevant, notUseful, used, wrong } from './feedback.ts'
import { grant } from './grant.ts'
import { hear, judge } from './hear.ts'
import { ingest } from './ingest.ts'
import { learn, strength } from './learning.ts'
import { list } from './list.ts'
import { move } from './move.ts'
import { note } from './note.ts'
import { bisect, whyNot } from './past/bisect.ts'
import { diff } from './past/diff.ts'
import { blame, log, sessions, stats } from './past/history.ts'
import { promote } from './past/promote.ts'
import { replay } from './past/replay.ts'
import { tag, tags } from './past/tags.ts'
import { tune } from './past/tune.ts'
import { rollback, undo, unlearn } from './past/unlearning.ts'
import { why } from './past/why.ts'
import { recall } from './recall.ts'
import { show, trust } from './show.ts'
import { exportLog, importLog } from './transfer.ts'
import { archive, forget, maintain, protect } from './upkeep.ts'
import { doctor, verify } from './verify.ts'

const commands = {
  demo,
  init,
  ingest,
  note,
  brains,
  profiles,
  profile,
  describe,
  recall,
  used,
  'not-relevant': notRelevant,
  'not-useful': notUseful,
  wrong,
  feedback,
  hear,
  judge,
  strength,
  learn,
  show,
  why,
  'why-not': whyNot,
  blame,
  diff,
  bisect,
  tag,
  tags,
  sessions,
  list,
  log,
  stats,
  undo,
  unlearn,
  rollback,
  replay,
  tune,
  promote,
  calibrate,
  maintain,
  protect,
  trust,
  forget,
  verify,
  doctor,
  eval: evaluate,
  export: exportLog,
  import: importLog,
  move,
  backup,
  restore,
  archive,
  grant,
} as const

export const commandTable = { ...commands, completion: completionOf(commands) } as const

export type CommandName = keyof typeof commandTable

/** The cast is safe: these are the keys of the table. */
export const commandNames = Object.keys(commandTable) as ReadonlyArray<CommandName>

export const shapeOf = (name: CommandName): CommandShape => commandTable[name].shape

export const isCommand = (word: string): word is CommandName => Object.hasOwn(commandTable, word)
