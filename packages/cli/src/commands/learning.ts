/** `strength`, `learn` and `rollback`: set an edge by hand, run the learner, and restore earlier strengths. */
import type { Answer } from '@crabtrail/core'
import { expect, key, session } from '../calls/shape.ts'
import { counted, indented, type Page } from '../render/page.ts'
import { behind, changes, ending } from '../render/parts.ts'
import { command, given, printChange } from './command.ts'

const edgeKinds = [
  'sequential',
  'similarity',
  'causal',
  'support',
  'follow_up',
  'tool_link',
  'inhibit',
  'anti_goal',
  'cooccurrence',
  'learned',
  'hierarchical',
  'link',
  'mention',
] as const

export const strength = command({
  group: 'Ask and teach',
  summary: 'set an edge by hand; one that is not there yet is linked',
  positionals: [
    { name: 'SRC', help: 'the node it leaves from' },
    { name: 'DST', help: 'the node it leads to' },
    { name: 'VALUE', number: 'decimal', help: "within the profile's bounds; below zero it suppresses" },
  ],
  flags: {
    kind: { value: 'KIND', choices: edgeKinds, help: 'learned unless named; only a kind that learns can be set' },
    session,
    key,
    expect,
  },
  example: 'crabtrail strength deploy.md#incident deploy.md#rollback 0.8',
  access: 'write',
})(({ words, flags, inBrain }) => {
  const { kind, session, key, expect: expected } = flags
  const request = { ...inBrain, source: words.src, target: words.dst, value: words.value, ...given({ kind, session, key, expected }) }
  return printChange((memory) => memory.strength(request), setByHand)
})

export const learn = command({
  group: 'Ask and teach',
  summary: "work off the learner's backlog",
  positionals: [],
  flags: {},
  example: 'crabtrail learn',
  access: 'write',
})(({ inBrain }) => printChange((memory) => memory.learn(inBrain), workedOff))

export const rollback = command({
  group: 'Undo and check',
  summary: 'take learning back to what it was; contents stay, and it can be taken back itself',
  positionals: [],
  flags: {
    to: { value: 'POS', required: true, meant: true, help: '1234, a time, tag:NAME or -100 (events back)' },
    'dry-run': { reads: true, help: 'show what it would change, and change nothing' },
    session,
    key,
  },
  example: 'crabtrail rollback --to -100 --dry-run',
  access: 'write',
})(({ flags, inBrain }) => {
  const { to, session, key, 'dry-run': dryRun } = flags
  return printChange(
    (memory) => memory.rollback({ ...inBrain, to, ...given({ dryRun, session, key }) }),
    rolledBack(dryRun ? 'would be' : 'are'),
    dryRun,
  )
})

export const setByHand = (answer: Answer.StrengthAnswer, page: Page): ReadonlyArray<string> => [
  `set by hand${ending(answer, page)}`,
  ...indented(changes([answer], [], page)),
]

export const workedOff = (answer: Answer.LearnAnswer, page: Page): ReadonlyArray<string> => [
  answer.facts === 0 ? `nothing to learn${ending(answer, page)}` : `learned from ${counted(answer.facts, 'fact')}${ending(answer, page)}`,
  ...indented(changes(answer.adjustments, answer.utility, page)),
  ...behind(answer.backlog, page),
]

/** `are` for what was done, `would be` for what would. */
export const rolledBack =
  (verb: 'are' | 'would be') =>
  (answer: Answer.RollbackAnswer, page: Page): ReadonlyArray<string> => {
    const { edges, utilities } = answer.restored
    const lines = changes(edges, utilities, page)
    return [
      `strengths and utilities ${verb} as they were at ${page.strong(String(answer.to))}${ending(answer, page)}`,
      ...(answer.rounded === undefined ? [] : indented([answer.rounded])),
      ...indented(lines.length === 0 ? ['nothing differs from then'] : lines),
    ]
  }
