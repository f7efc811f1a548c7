/** How the commands are called that set a memory up and fill it. */
import type { CommandShape } from '../arguments/command-shape.ts'

/** How documents may be said to be read. */
export const formatChoices = ['auto', 'markdown', 'text', 'json', 'jsonl', 'hipporag', 'source'] as const

export const demo = {
  group: 'Begin',
  summary: 'watch a memory learn, unlearn and prove it, in a store of its own',
  positionals: [],
  flags: {
    keep: { help: 'leave the store behind, and say how to go on with it' },
    'no-host': { help: 'without OpenClaw, which is how this always is; the demo of a checkout starts it otherwise' },
  },
  example: 'crabtrail demo --keep',
  access: 'none',
} as const satisfies CommandShape

const profileChoices = ['balanced', 'crabpath', 'linkstrength', 'neurogated'] as const
const set = { value: 'NAME=VALUE', many: true, help: "in place of the profile's own, as walk.fade=0.4; profiles NAME lists them" } as const

export const init = {
  group: 'Begin',
  summary: 'create a brain',
  positionals: [],
  flags: { profile: { value: 'NAME', help: 'the settings it learns by; balanced unless named' }, set },
  example: 'crabtrail init --brain work --profile balanced',
  access: 'make',
} as const satisfies CommandShape

export const profiles = {
  group: 'Begin',
  summary: 'the settings that a brain can learn by: what they are, in which unit, and where they come from',
  positionals: [
    { name: 'NAME', optional: true, choices: profileChoices, help: 'every setting of one profile; else what tells them apart' },
  ],
  flags: {},
  example: 'crabtrail profiles linkstrength',
  access: 'none',
} as const satisfies CommandShape

export const profile = {
  group: 'Begin',
  summary: 'change the settings of a brain from here on',
  details: [
    'What was learned so far stays as it is; strengths outside the new bounds come within them when they are next moved.',
    'Settings that were set before are not carried over: what is not named again is as the profile has it.',
    'What was said before is learned from by the settings of its time, however late that is.',
  ],
  positionals: [{ name: 'NAME', choices: profileChoices, help: 'the profile it learns by from now on' }],
  flags: {
    set,
    key: { value: 'KEY', help: 'makes it safe to repeat: the same call with this key changes nothing more' },
    expect: {
      value: 'POS',
      number: 'whole',
      help: 'the position the log is at; when somebody wrote meanwhile, nothing is done (exit code 4)',
    },
  },
  example: 'crabtrail profile crabpath --set learning.drift=0',
  access: 'write',
} as const satisfies CommandShape

export const brains = {
  group: 'Begin',
  summary: "list a store's brains",
  positionals: [],
  flags: {},
  example: 'crabtrail brains --store ./team.db',
  access: 'read',
} as const satisfies CommandShape

export const ingest = {
  group: 'Begin',
  summary: 'read documents in; a second run changes only what changed',
  details: [
    'Folders are read through for .md, .markdown, .txt, .json, .jsonl and source code; hidden entries, node_modules, lock files, links that lead out and what a .gitignore or .crabtrailignore leaves out are passed over.',
    'Records of sessions that a host keeps are read where the file is named, or with --transcripts: what was said, without what tools gave and what was put before the model.',
    'A file is remembered by its path below the folder that was named, or below --root, so the same call anywhere means the same source.',
    'What is not in a folder any more is retired, and comes back as it was with its file; a file that was moved keeps all that was learned of it. What is there and left out by an ignore file stays as it was, but for --prune.',
    'A folder that lost most of its documents, or all of them, is refused unless --prune is given: its disk may not be there.',
    'What cannot be read is named and skipped; the rest is taken, and the exit code is 1. What was forgotten is named and passed over.',
  ],
  positionals: [{ name: 'PATH', many: true, help: 'files and folders' }],
  flags: {
    root: { value: 'DIR', help: 'the folder that source names begin below' },
    as: { value: 'NAME', help: 'file them under this name, to keep several folders apart' },
    format: { value: 'FORMAT', choices: formatChoices, help: 'auto goes by the ending' },
    origin: { value: 'ORIGIN', choices: ['owner', 'agent', 'untrusted', 'system'], help: 'who they come from; owner unless named' },
    transcripts: { help: 'read in also the records of sessions that lie in a folder' },
    prune: { help: 'retire what is gone also where that is most of a folder, or all of it, and what ignore files leave out' },
    again: { help: 'read in also what was forgotten of these documents, now and from now on' },
    'dry-run': { reads: true, help: 'show what it would change, and change nothing' },
  },
  example: 'crabtrail ingest notes/ --as notes',
  access: 'found',
} as const satisfies CommandShape
