/** How the commands are called that ask the memory something, and that teach it. */
import type { CommandShape } from '../arguments/command-shape.ts'

const session = { value: 'NAME', help: 'the conversation it belongs to; cli unless named' } as const
const key = { value: 'KEY', help: 'makes it safe to repeat: the same call with this key changes nothing more' } as const
const expect = {
  value: 'POS',
  number: 'whole',
  help: 'the position the log is at; when somebody wrote meanwhile, nothing is done (exit code 4)',
} as const
const turn = { value: 'TURN', help: 'the recall that is meant; else the newest of the session that showed one of the nodes' } as const
const instead = { value: 'NODE', many: true, help: 'the memory that would have been right' } as const
const outcome = { value: 'X', number: 'decimal', help: 'how good it was, -1 to 1; else what the verdict says' } as const
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
const tier = { value: 'TIER', choices: ['agent', 'conscious'], help: 'conscious, a word somebody said, unless named' } as const

export const recall = {
  group: 'Ask and teach',
  summary: 'ask a question; what comes back is a turn that can be taught',
  positionals: [{ name: 'QUESTION', help: 'in quotes' }],
  flags: {
    session,
    engine: {
      value: 'ENGINE',
      choices: ['route', 'spread'],
      help: 'walk to what completes the question, or let energy spread',
    },
    limit: { value: 'N', number: 'whole', help: 'show at most so many memories' },
    budget: { value: 'TOKENS', number: 'whole', help: 'what the context may have' },
    at: { value: 'POS', reads: true, help: 'as it would have answered then: 1234, a time, tag:NAME or -100 (events back)' },
    'no-record': { reads: true, help: 'a look without a trace: no turn is kept' },
    key,
    expect,
  },
  example: 'crabtrail recall "how do we roll back a deploy?"',
  access: 'write',
  embeds: true,
} as const satisfies CommandShape

export const feedback = {
  group: 'Ask and teach',
  summary: 'say what a recall was worth',
  positionals: [
    {
      name: 'VERDICT',
      choices: ['used', 'not-relevant', 'not-useful', 'wrong', 'success', 'partial', 'correction'],
      help: 'used, not-relevant, not-useful, wrong, success, partial or correction',
    },
  ],
  flags: { turn, node: { value: 'NODE', many: true, help: 'the memories it is about' }, instead, outcome, tier, session, key, expect },
  example: 'crabtrail feedback correction --turn t17 --node deploy.md#rollback --instead deploy.md#hotfix',
  access: 'write',
} as const satisfies CommandShape

const shortForm = (summary: string, example: string) =>
  ({
    group: 'Ask and teach',
    summary,
    positionals: [{ name: 'NODE', many: true, help: 'memories of the recall' }],
    flags: { turn, instead, outcome, tier, session, key, expect },
    example,
    access: 'write',
  }) as const satisfies CommandShape

export const used = shortForm('these memories helped', 'crabtrail used deploy.md#rollback')
export const notRelevant = shortForm('these had nothing to do with the question', 'crabtrail not-relevant deploy.md#history')
export const notUseful = shortForm('these were on the subject, and no good', 'crabtrail not-useful deploy.md#todo')
export const wrong = shortForm('these were wrong; the profile says what that means', 'crabtrail wrong deploy.md#old-host')

export const strength = {
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
} as const satisfies CommandShape

export const learn = {
  group: 'Ask and teach',
  summary: "work off the learner's backlog",
  positionals: [],
  flags: {},
  example: 'crabtrail learn',
  access: 'write',
} as const satisfies CommandShape
