/** What the settings say of how much is heard, of outcomes that name no turn, of chance, and of the health of learning. */
import type { SettingWords } from './setting-words.ts'

const own = 'ours, not tuned yet'

const mostSaid = (tier: string, what: string): Readonly<Record<string, SettingWords>> => ({
  [`learning.${tier}.most.turn`]: { unit: 'verdicts', says: `${what} counts so often on one turn,`, from: own },
  [`learning.${tier}.most.session`]: { unit: 'verdicts', says: 'so often in one session,', from: own },
  [`learning.${tier}.most.day`]: { unit: 'verdicts', says: 'and so often on one day of UTC; more is kept and teaches nothing.', from: own },
})

export const sharingWords: Readonly<Record<string, SettingWords>> = {
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
  'learning.delayed.sharing': { unit: 'rule', says: '`fractional`, or everything to the heaviest: `winner`.', from: 'C22, S4.114' },
  'exploration.amount': {
    unit: 'strength',
    says: 'What an edge that only use has made may count more or less in a recall that is recorded, at most, by chance. 0: nothing.',
    from: 'S3.110; off, number ours',
  },
  'exploration.halfTurns': { unit: 'turns', says: 'After so many half of it is left, after twice as many a third.', from: own },
  'exploration.seed': { unit: 'number', says: 'What chance is drawn from, with the number of the turn.', from: own },
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
