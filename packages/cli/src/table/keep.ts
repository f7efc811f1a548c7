/** How the commands are called that undo, check and move a memory. */
import type { CommandShape } from '../arguments/command-shape.ts'

export const rollback = {
  group: 'Undo and check',
  summary: 'take learning back to what it was; contents stay, and it can be taken back itself',
  positionals: [],
  flags: {
    to: { value: 'POS', required: true, meant: true, help: '1234, a time, tag:NAME or -100 (events back)' },
    'dry-run': { reads: true, help: 'show what it would change, and change nothing' },
    session: { value: 'NAME', help: 'the conversation it belongs to; cli unless named' },
    key: { value: 'KEY', help: 'makes it safe to repeat: the same call with this key changes nothing more' },
  },
  example: 'crabtrail rollback --to -100 --dry-run',
  access: 'write',
} as const satisfies CommandShape

export const maintain = {
  group: 'Undo and check',
  summary: 'forget what is due: unused strengths fade, weak edges go, kinds of question die or become one',
  details: [
    'The plugin does it by itself every 50 turns, or with a heartbeat. rollback brings strengths and edges back; a kind of',
    'question that died or was merged comes back when it is asked and judged again.',
    'Notes and what was said are never touched: forget is for those.',
  ],
  positionals: [],
  flags: { 'dry-run': { reads: true, help: 'tell what it would let go, and let nothing go' } },
  example: 'crabtrail maintain --dry-run',
  access: 'write',
} as const satisfies CommandShape

export const protect = {
  group: 'Undo and check',
  summary: 'keep a memory from dying, and what leads to it from fading away',
  positionals: [{ name: 'NODE', help: 'its id as printed, or a unique beginning of it' }],
  flags: { off: { help: 'take the protection away' } },
  example: 'crabtrail protect deploy.md#rollback',
  access: 'write',
} as const satisfies CommandShape

export const trust = {
  group: 'Undo and check',
  summary: 'let a memory that others wrote be given to the model, as the agent’s own are',
  details: ['It ends by itself when the passage says something else that others wrote.'],
  positionals: [{ name: 'NODE', help: 'its id as printed, or a unique beginning of it' }],
  flags: { off: { help: 'take the trust away' } },
  example: 'crabtrail trust "memory/2026-11-20.md~others"',
  access: 'write',
} as const satisfies CommandShape

export const forget = {
  group: 'Undo and check',
  summary: 'erase a text for good: what is named, what was made of it, and what quotes it; the log keeps its shape',
  details: [
    'One of the four is named. --dry-run says first what would go: nothing brings it back.',
    'A source or passage is not read in again while it has its name; ingest --again does.',
    'What cannot be reached from here is listed: backups, exports, the files of the host.',
  ],
  positionals: [],
  flags: {
    node: { value: 'NODE', help: 'one memory: its id as printed, a unique beginning of it, or erased:17' },
    source: { value: 'KEY', meant: true, help: 'a document with all that was ever read from it' },
    session: { value: 'SESSION', help: 'a conversation, by its name or as s17: what was asked and said in it' },
    subject: { value: 'WORDS', help: 'whatever says these words, one after the other: a name, a number, a sentence' },
    'dry-run': { reads: true, help: 'show what it would erase, and erase nothing' },
  },
  example: 'crabtrail forget --subject "Anna Example" --dry-run',
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
  flags: {
    'rebuild-index': { writes: true, help: 'build the text index anew from the log before looking' },
    'rebuild-snapshots': { writes: true, help: 'make the snapshots anew from the log before looking' },
  },
  example: 'crabtrail doctor',
  access: 'read',
} as const satisfies CommandShape

export const exportLog = {
  group: 'Move',
  summary: 'the log of a brain with its contents as text, for another machine or program; it holds everything, so guard it',
  positionals: [],
  flags: {
    format: { value: 'FORMAT', choices: ['jsonl'], help: 'jsonl: complete, a fresh store rebuilds from it' },
    output: { value: 'FILE', short: 'o', meant: true, help: 'write there; else to standard output' },
    force: { help: 'let it take the place of a file that is there' },
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

export const backup = {
  group: 'Move',
  summary: 'a copy of the whole store, all its brains, while others go on writing to it; it holds everything, so guard it',
  details: [
    'It is the store at one moment, in one file that only its owner may read, proven by verify before it counts.',
    'A store that is not whole is not backed up (exit code 5), so that no good backup is lost to a bad one.',
  ],
  positionals: [{ name: 'FILE', help: 'where it is to lie; its folder must be there' }],
  flags: { force: { help: 'let it take the place of an earlier backup, in the moment when it is whole' } },
  example: 'crabtrail backup /mnt/disk/crabtrail-monday.db',
  access: 'none',
} as const satisfies CommandShape

export const restore = {
  group: 'Move',
  summary: 'put a backup where the store is to be; whole and proven, or not at all',
  details: [
    'Nothing may have the store open meanwhile: a gateway is stopped first.',
    'What was erased since the backup was made is in it still, and has to be erased again.',
  ],
  positionals: [{ name: 'FILE', help: 'a backup, or another store' }],
  flags: {
    force: { help: 'also where there is a store: that is kept aside beside it, and said where' },
    'dry-run': { reads: true, help: 'prove the backup, say what it would change, and change nothing' },
  },
  example: 'crabtrail restore /mnt/disk/crabtrail-monday.db --force',
  access: 'none',
} as const satisfies CommandShape
