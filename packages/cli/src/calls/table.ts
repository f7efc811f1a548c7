/** The commands by name, in the order of the help. A new command is a file in a room of `commands` and a name in a group here. */

import { complete } from '../commands/ask/complete.ts'
import { feedback, learn, notRelevant, notUseful, strength, used, wrong } from '../commands/ask/feedback.ts'
import { hear, judge } from '../commands/ask/hear.ts'
import { recall } from '../commands/ask/recall.ts'
import { brains, describe, init, profile, profiles } from '../commands/brains/brains.ts'
import { list } from '../commands/brains/list.ts'
import { review } from '../commands/brains/review.ts'
import { alias, show, trust } from '../commands/brains/show.ts'
import { studio } from '../commands/brains/studio.ts'
import { archive, forget, maintain, protect } from '../commands/brains/upkeep.ts'
import { completionOf } from '../commands/completion.ts'
import { ingest } from '../commands/ingest/ingest.ts'
import { note } from '../commands/ingest/note.ts'
import { calibrate } from '../commands/measure/calibrate.ts'
import { evaluate } from '../commands/measure/eval.ts'
import { bisect, whyNot } from '../commands/past/bisect.ts'
import { timeline, turns } from '../commands/past/course.ts'
import { diff } from '../commands/past/diff.ts'
import { blame, log, sessions, stats } from '../commands/past/history.ts'
import { replay } from '../commands/past/replay.ts'
import { tag, tags } from '../commands/past/tags.ts'
import { promote, tune } from '../commands/past/tune.ts'
import { rollback, undo, unlearn } from '../commands/past/unlearning.ts'
import { why } from '../commands/past/why.ts'
import { backup, restore } from '../commands/store/backup.ts'
import { grant } from '../commands/store/grant.ts'
import { move } from '../commands/store/move.ts'
import { exportLog, importLog } from '../commands/store/transfer.ts'
import { doctor, verify } from '../commands/store/verify.ts'
import { demo } from '../demo/demo.ts'
import type { CommandShape } from '../shapes/shape.ts'

const begin = { demo, init, ingest, note, brains, profiles, profile, describe }
const verdicts = { used, 'not-relevant': notRelevant, 'not-useful': notUseful, wrong, feedback }
const ask = { recall, ...verdicts, complete, hear, judge, strength, learn }
const see = { studio, show, why, 'why-not': whyNot, blame, diff, bisect, tag, tags, sessions, turns, timeline, list, log, stats }
const taking = { undo, unlearn, rollback, replay, tune, promote, calibrate, maintain, protect, trust, review, alias, forget }
const check = { ...taking, verify, doctor, eval: evaluate }
const carry = { export: exportLog, import: importLog, move, backup, restore, archive, grant }
const commands = { ...begin, ...ask, ...see, ...check, ...carry }
const completion = completionOf(commands)

const grouped = {
  Begin: { ...begin, completion },
  'Ask and teach': ask,
  'See what it knows and why': see,
  'Undo and check': check,
  Move: carry,
}

export type Group = keyof typeof grouped

/** The casts are safe: these are the keys of the tables. */
export const groups = Object.keys(grouped) as ReadonlyArray<Group>
export const commandsOf = (group: Group): ReadonlyArray<CommandName> => Object.keys(grouped[group]) as ReadonlyArray<CommandName>

export const commandTable = { ...commands, completion } as const

export type CommandName = keyof typeof commandTable

export const commandNames = Object.keys(commandTable) as ReadonlyArray<CommandName>

export const shapeOf = (name: CommandName): CommandShape => commandTable[name].shape

export const isCommand = (word: string): word is CommandName => Object.hasOwn(commandTable, word)
