/** How the commands are called that undo, check and move a memory. */
import type { CommandShape } from '../arguments/command-shape.ts'

export const rollback = {
  group: 'Undo and check',
  summary: 'take learning back to what it was; contents stay, and it can be taken back itself',
  positionals: [],
  flags: {
    to: { value: 'POS', required: true, help: '1234, a time, tag:NAME or -100 (events back)' },
    'dry-run': { reads: true, help: 'show what it would change, and change nothing' },
    session: { value: 'NAME', help: 'the conversation it belongs to; cli unless named' },
    key: { value: 'KEY', help: 'makes it safe to repeat: the same call with this key changes nothing more' },
  },
  example: 'crabtrail rollback --to -100 --dry-run',
  access: 'write',
} as const satisfies CommandShape

export const verify = {
  group: 'Undo and check',
  summary: 'prove the log whole and everything derived from it right; exit code 5 when not',
  positionals: [],
  flags: { rederive: { help: 'derive everything learned again and compare' } },
  example: 'crabtrail verify --rederive',
  access: 'read',
} as const satisfies CommandShape

export const doctor = {
  group: 'Undo and check',
  summary: 'what is odd about this store, and what to do about it',
  positionals: [],
  flags: { 'rebuild-index': { writes: true, help: 'build the text index anew from the log before looking' } },
  example: 'crabtrail doctor',
  access: 'read',
} as const satisfies CommandShape

export const exportLog = {
  group: 'Move',
  summary: 'the whole log with its contents, for a backup or another machine; it holds everything, so guard it',
  positionals: [],
  flags: {
    format: { value: 'FORMAT', choices: ['jsonl'], help: 'jsonl: complete, a fresh store rebuilds from it' },
    output: { value: 'FILE', short: 'o', help: 'write there; else to standard output' },
  },
  example: 'crabtrail export -o memory.jsonl',
  access: 'read',
} as const satisfies CommandShape

export const importLog = {
  group: 'Move',
  summary: 'rebuild a brain from an export: same positions, same hashes, same digest',
  positionals: [{ name: 'FILE', help: 'an export, whole to its last line, or - for standard input' }],
  flags: {},
  example: 'crabtrail import memory.jsonl --store ./copy.db',
  access: 'make',
} as const satisfies CommandShape
