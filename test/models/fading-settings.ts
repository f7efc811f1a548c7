/** Forgetting in numbers that short histories reach. */
export const forgetful = {
  profile: 'balanced',
  settings: {
    'forgetting.decay.SEQ': 0.7,
    'forgetting.decay.SIM': 0.6,
    'forgetting.decay.CAUSE': 0.7,
    'forgetting.decay.idle': 1,
    'forgetting.decay.step': 1,
    'forgetting.prune.below': 0.2,
    'forgetting.prune.churned': 0.2,
    'forgetting.prune.young': 1,
    'forgetting.prune.staleTurns': 2,
    'forgetting.death.age': 0.2,
    'forgetting.death.orphan': 1,
    'forgetting.merge.neighbours': 0.5,
    'forgetting.merge.alike': 0.1,
  },
} as const
