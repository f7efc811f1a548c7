/** What the settings of forgetting say. `from` is of balanced’s number. */
import type { SettingWords } from './setting-words.ts'

const own = 'ours, not tuned yet'
const kept = (family: string): SettingWords => ({
  unit: 'factor a turn',
  says: `What a strength of the family ${family} keeps of itself for each turn in which nothing follows it; 1: it does not fade.`,
  from: 'ours: half is gone after 3,465 turns',
})

export const forgettingWords: Readonly<Record<string, SettingWords>> = {
  'forgetting.everyTurns': { unit: 'turns', says: 'A run is due so many after the last.', from: 'S0.76, C24' },
  'forgetting.heartbeatSeconds': { unit: 'seconds', says: 'After the last run the next heartbeat brings one.', from: 'S0.76, C24' },
  'forgetting.changesLeast': { unit: 'edges', says: 'With fewer changed since the last run it waits.', from: 'C24' },
  'forgetting.decay.SEQ': kept('SEQ'),
  'forgetting.decay.SIM': kept('SIM'),
  'forgetting.decay.CAUSE': kept('CAUSE'),
  'forgetting.decay.idle': { unit: 'turns', says: 'Unused, before a strength begins to fade.', from: own },
  'forgetting.decay.step': { unit: 'turns', says: 'It fades at turns that are multiples of this, whenever the run comes.', from: own },
  'forgetting.decay.floor': {
    unit: 'rule',
    says: 'It ends at the size of its `first` strength, or at nothing (`none`).',
    from: 'ours: documents stay true unused',
  },
  'forgetting.decay.protectedFloor': {
    unit: 'strength',
    says: 'Size below which nothing fades that leads to a protected memory.',
    from: 'S4.37; the size is the habitual bound',
  },
  'forgetting.prune.below': { unit: 'strength', says: 'An edge of a smaller size is let go.', from: 'S4.83, C3' },
  'forgetting.prune.churned': { unit: 'strength', says: 'The same while memories come and go quickly, if it is less.', from: 'C4' },
  'forgetting.prune.churn': { unit: 'share a week', says: 'Of the memories that came or went: more is quickly.', from: 'C4' },
  'forgetting.prune.stale': { unit: 'strength', says: 'A smaller one, unused, is called stale where it is let go.', from: 'S4.84' },
  'forgetting.prune.staleTurns': { unit: 'turns', says: 'Unused, for that.', from: 'S4.84' },
  'forgetting.prune.young': {
    unit: 'turns',
    says: 'What was linked, followed or moved in the last so many is kept.',
    from: 'ours, after C24',
  },
  'forgetting.death.degree': { unit: 'per edge', says: 'A kind of question lives by its edges …', from: own },
  'forgetting.death.activity': { unit: 'per use', says: '… by how often they were followed …', from: own },
  'forgetting.death.success': { unit: 'per strength', says: '… by the strengths above 0 that it leads by …', from: own },
  'forgetting.death.age': { unit: 'per turn', says: '… and loses so much for each turn unused: below 0 it dies (C16).', from: own },
  'forgetting.death.strong': {
    unit: 'strength',
    says: 'It does not die while an edge of this size ends at it.',
    from: 'ours: what is worth something is kept',
  },
  'forgetting.death.orphan': { unit: 'turns', says: 'Without any edge it dies after so many; 0: it does not.', from: 'C14, S4.87' },
  'forgetting.merge.neighbours': {
    unit: 'share',
    says: 'Two kinds of question become one where so much of what they lead to is the same …',
    from: 'ours, for S4.88',
  },
  'forgetting.merge.alike': { unit: 'likeness', says: '… and their words are so alike.', from: 'ours, for S4.88' },
  'forgetting.merge.most': { unit: 'pairs', says: 'One run makes one.', from: own },
}
