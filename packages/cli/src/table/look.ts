/** How the commands are called that only look: at the log, the graph and the reasons. */
import type { CommandShape } from '../arguments/command-shape.ts'

const at = { value: 'POS', help: 'as it was then: 1234, a time, tag:NAME or -100 (events back)' } as const

export const log = {
  group: 'See what it knows and why',
  summary: 'the events, newest last',
  positionals: [],
  flags: {
    type: { value: 'TYPE', help: 'only events of this type, as StrengthAdjusted' },
    turn: { value: 'TURN', help: 'only those of a turn' },
    session: { value: 'SESSION', help: 'only those of a session' },
    node: { value: 'NODE', help: 'only those that name a node' },
    edge: { value: 'EDGE', help: 'only those that name an edge' },
    from: { value: 'POS', help: 'from here on: 1234, a time, tag:NAME or -100 (events back)' },
    to: { value: 'POS', help: 'up to here' },
    limit: { value: 'N', number: 'whole', help: 'the newest so many' },
    follow: { help: 'wait for more until interrupted; with --json one value a line' },
  },
  example: 'crabtrail log --type StrengthAdjusted --from -200',
  access: 'read',
} as const satisfies CommandShape

export const show = {
  group: 'See what it knows and why',
  summary: 'a node or an edge with its neighbours; without argument the brain',
  positionals: [{ name: 'NODE|EDGE', optional: true, help: "an id as printed, a unique beginning of it, path#heading, or 'SRC>KIND>DST'" }],
  flags: { at },
  example: 'crabtrail show deploy.md#rollback',
  access: 'read',
} as const satisfies CommandShape

export const why = {
  group: 'See what it knows and why',
  summary: 'why a turn recalled what it did, or did not',
  positionals: [
    { name: 'TURN', help: 'as printed: t17' },
    { name: 'NODE', optional: true, help: 'only this memory; one that was not recalled: why not' },
  ],
  flags: { at, all: { help: 'every memory, edge and event; else the memories given and counts of the rest, on one screen' } },
  example: 'crabtrail why t17 deploy.md#rollback',
  access: 'read',
} as const satisfies CommandShape

export const blame = {
  group: 'See what it knows and why',
  summary: 'where a strength comes from, event by event',
  positionals: [{ name: 'EDGE', help: "an id as printed, or 'SRC>KIND>DST' in quotes" }],
  flags: { at },
  example: "crabtrail blame 'deploy.md#incident>learned>deploy.md#rollback'",
  access: 'read',
} as const satisfies CommandShape

export const stats = {
  group: 'See what it knows and why',
  summary: 'how much there is of what',
  positionals: [],
  flags: {},
  example: 'crabtrail stats',
  access: 'read',
} as const satisfies CommandShape
