/** What the settings of learning and of its health are said to be. */
import { turnsKept } from '../packages/core/src/domain/projections/turn-ledger.ts'

export interface Setting {
  readonly unit: string
  readonly says: string
  /** Where the number comes from. */
  readonly from: string
}

const own = 'ours, not tuned yet'

const mostSaid = (tier: string, what: string): Readonly<Record<string, Setting>> => ({
  [`learning.${tier}.most.turn`]: { unit: 'verdicts', says: `${what} counts so often on one turn,`, from: own },
  [`learning.${tier}.most.session`]: { unit: 'verdicts', says: 'so often in one session,', from: own },
  [`learning.${tier}.most.day`]: { unit: 'verdicts', says: 'and so often on one day of UTC; more is kept and teaches nothing.', from: own },
})

export const learningWords: Readonly<Record<string, Setting>> = {
  'learning.agent.cue': { unit: 'strength', says: 'The agent tier moves a cue’s edge so far.', from: own },
  'learning.agent.path': { unit: 'strength', says: 'The agent tier moves a walked edge so far, at most.', from: own },
  'learning.agent.utility': { unit: 'utility', says: 'The agent tier’s “not useful” lowers a memory so far.', from: own },
  'learning.conscious.cue': { unit: 'strength', says: 'A word somebody said moves a cue’s edge so far.', from: own },
  'learning.conscious.path': { unit: 'strength', says: 'A word somebody said moves a walked edge so far, at most.', from: own },
  'learning.conscious.utility': { unit: 'utility', says: 'A “not useful” somebody said lowers a memory so far.', from: own },
  ...mostSaid('agent', 'What programs conclude'),
  ...mostSaid('conscious', 'What somebody says'),
  'learning.delayed.turns': {
    unit: 'turns',
    says: 'An outcome that names no turn is shared among so many last of its session,',
    from: 'S3.70',
  },
  'learning.delayed.seconds': { unit: 'seconds', says: 'none older than this.', from: 'S3.70' },
  'learning.delayed.fade': { unit: 'turns', says: 'One that lies so far back weighs 1/e.', from: 'S3.68, S3.72' },
  'learning.delayed.closeness': {
    unit: 'factor',
    says: 'One whose question and memories have all the words of what was said weighs so much more.',
    from: own,
  },
  'learning.delayed.sharing': { unit: '', says: '`fractional`, or everything to the heaviest: `winner`.', from: 'C22, S4.114' },
  'learning.depth': { unit: 'per edge', says: 'Credit fades by exp(−this · distance) along the path (α of S4.60).', from: own },
  'learning.windowTurns': { unit: 'turns', says: `A verdict on an older turn teaches nothing. The ledger keeps ${turnsKept}.`, from: own },
  'learning.muteSessions': { unit: 'kinds', says: 'Sessions in which no verdict teaches.', from: 'ours' },
  'learning.muteOrigins': { unit: 'origins', says: 'Speakers whose verdicts teach nothing.', from: 'ours' },
  'learning.spoken': {
    unit: 'outcome',
    says: 'Of a correction heard in a message, on all that the turn before put before the model.',
    from: own,
  },
  'learning.spokenSeconds': { unit: 'seconds', says: 'An older turn is not what a heard correction is about.', from: 'S3.70' },
  'learning.use.gram': { unit: 'words', says: 'In a row, which a reply and a memory must share.', from: own },
  'learning.use.gramsLeast': { unit: 'stretches', says: 'Of its own words, fewer of which in a reply are chance.', from: own },
  'learning.use.gramsEnough': { unit: 'stretches', says: 'As many are use, whatever the length of the memory.', from: own },
  'learning.use.share': { unit: 'share', says: 'Of the memory’s own stretches that is use, with fewer than enough.', from: own },
  'learning.use.newWords': { unit: 'words', says: 'Among them that the question does not have.', from: own },
  'learning.use.identifier': { unit: 'characters', says: 'Of the shortest name or number whose mention is use.', from: own },
  'learning.use.perTurn': { unit: 'memories', says: 'One turn may count as used.', from: own },
  'health.turns': { unit: 'turns', says: 'Newest recalls that `stats` looks at.', from: own },
  'health.least': { unit: 'edges or turns', says: 'Fewer are too few to say anything of.', from: own },
  'health.reflexMost': { unit: 'share', says: 'More reflexes among the learned edges: the memory sets hard.', from: 'S3.110; number ours' },
  'health.oscillatingMost': { unit: 'share', says: 'More edges that are pulled both ways.', from: 'S2.30; number ours' },
  'health.deadMost': { unit: 'share', says: 'More learned edges that nothing follows.', from: own },
  'health.entropyLeast': { unit: 'share', says: 'Less entropy of who is recalled: always the same.', from: 'S3.110; number ours' },
  'health.gapLeast': {
    unit: 'share',
    says: 'A spectral gap that has shrunk below this share of what it was in the middle of the log.',
    from: 'S3.105, S3.110; number ours',
  },
}
