/** Every number of a document, under the profile that owns it. */
import { describe, expect, test } from 'vitest'
import { settingsOf } from './own-settings.ts'
import type { Profile } from './profile.ts'
import { balanced, crabpath, explainedProfiles, linkstrength, neurogated, silent } from './profiles.ts'

const at = (profile: Profile, setting: string): unknown => new Map(settingsOf(profile)).get(setting)

describe('crabpath has', () => {
  test.each([
    ['S4.28 S4.63 S0.63 S3.110 C1', 'strength.min', -10],
    ['S4.28 S4.63 S0.63 S3.110 C1', 'strength.max', 10],
    ['S4.38 C10', 'tiers.reflex', 0.8],
    ['S4.39 S4.40 S4.50 C10', 'tiers.habitual', 0.3],
    ['S4.41 C21', 'budget.fired', 24],
    ['S4.42 C21', 'budget.follows', 6],
    ['S4.43 C21', 'budget.hops', 3],
    ['S4.44 C21', 'budget.candidates', 8],
    ['S4.45 S3.12 C21', 'budget.seeds', 20],
    ['S4.55 C21', 'budget.items', 24],
    ['C21', 'budget.cues', 8],
    ['S3.19 C32', 'seeding.hit', 0.25],
    ['S3.77 S3.80 C25', 'seeding.sameCue', 0.92],
    ['S4.59', 'learning.rule.attention', 'fixed'],
    ['S4.59', 'learning.rule.followed', 0.5],
    ['S4.59 S4.66 C17', 'learning.rule.skipped', 0],
    ['S4.61', 'learning.rule.gate', 0],
    ['S4.67 S4.68', 'learning.rule.timing', 'depth'],
    ['S4.64', 'learning.rule.measures', 'every-tier'],
    ['S4.62 C5', 'learning.drift', 0.02],
    ['S3.84', 'learning.growth.cooccurrence', 0.2],
    ['S3.85', 'learning.growth.tool', 0.3],
    ['S4.64 C5', 'learning.conscious.path', 0.1],
    ['S4.64 C5', 'learning.agent.path', 0.1],
    ['C7', 'learning.squash', 'clamp'],
    ['S3.59', 'learning.spoken', -1],
    ['S3.58', 'learning.implicit.unopposed', 1],
    ['S3.58', 'learning.implicit.succeeded', 1],
    ['S3.59', 'learning.implicit.failed', -1],
    ['S3.59', 'learning.implicit.undone', -1],
    ['S3.59', 'learning.implicit.restored', -1],
    ['S3.60', 'learning.implicit.edited', 0.3],
    ['S3.66 S3.70 C22', 'learning.windowTurns', 10],
    ['S3.70 C22', 'learning.spokenSeconds', 900],
    ['S3.59', 'wrong', 'not-relevant'],
    ['S0.76 C24', 'forgetting.everyTurns', 50],
    ['S0.76 C24', 'forgetting.heartbeatSeconds', 3_600],
    ['S3.93 C24', 'forgetting.changesLeast', 20],
    ['S4.31 C9', 'forgetting.decay.SIM', 0.97],
    ['S4.31 C9', 'forgetting.decay.SEQ', 0.97],
    ['C9', 'forgetting.decay.idle', 8],
    ['S4.37', 'forgetting.decay.floor', 'none'],
    ['S4.83 S0.74 C3', 'forgetting.prune.below', 0.05],
    ['C4', 'forgetting.prune.churned', 0.03],
    ['C4', 'forgetting.prune.churn', 0.15],
    ['S4.84', 'forgetting.prune.stale', 0.02],
    ['S4.84', 'forgetting.prune.staleTurns', 14],
    ['S4.87 C14', 'forgetting.death.orphan', 14],
    ['S4.87 S0.72 C14', 'forgetting.death.captured', 14],
    ['S0.1 C30', 'growth.mode', 'grow'],
    ['S0.39', 'growth.statements', 'memory'],
    ['S0.20', 'growth.compare', 'vectors'],
    ['S0.28 S4.70', 'growth.vectors.noise', 0.28],
    ['S0.28 S4.70', 'growth.vectors.stated', 0.28],
    ['S0.27 S4.71', 'growth.vectors.novel', 0.58],
    ['S0.26 S4.69', 'growth.vectors.known', 0.6],
    ['S0.29', 'growth.vectors.relative', 0.25],
    ['S0.30 S0.67 S4.73', 'growth.wordsLeast', 3],
    ['S0.31 S4.73', 'growth.letters', 0.45],
    ['S0.64', 'growth.perSession', 200],
    ['S0.65', 'growth.perTurn', 1],
    ['S0.68', 'growth.perHour', 60],
    ['S0.66', 'growth.cooldown', 8],
    ['S0.58 S4.77 C19', 'growth.hits.least', 0.1],
    ['S0.58 S4.77 C19', 'growth.hits.most', 0.2],
    ['S0.59 C19', 'growth.out.least', 0.12],
    ['S0.59 C19', 'growth.out.most', 0.25],
    ['S4.78 C19', 'growth.before.least', 0.06],
    ['S4.78 C19', 'growth.before.most', 0.12],
    ['S0.56', 'growth.beforeTurns', 3],
    ['S0.70 C14', 'growth.probation', 6],
    ['S0.72 C14', 'growth.ttl', 14],
  ])('%s: %s = %s', (_, setting, value) => {
    expect(at(crabpath, setting)).toBe(value)
  })
})

describe('linkstrength has', () => {
  test.each([
    ['S2.10 C1', 'strength.min', 0.05],
    ['S2.10 C1', 'strength.max', 0.95],
    ['S2.4 C5', 'learning.agent.path', 0.00001],
    ['S2.4 C5', 'learning.agent.cue', 0.00001],
    ['S2.7 C5', 'learning.conscious.path', 0.01],
    ['S2.7 C5', 'learning.conscious.cue', 0.01],
    ['S2.5', 'learning.implicit.succeeded', 1],
    ['S2.5 S2.23', 'learning.implicit.unused', -1],
    ['S2.23 S2.24', 'learning.implicit.usedLater', 1],
    ['S2.16', 'wrong', 'not-useful'],
    ['S2.10', 'learning.rule.followed', 1],
    ['S2.25 S2.4', 'learning.growth.cooccurrence', 0.00001],
    ['S2.25', 'learning.growth.joins', 'all'],
    ['C7', 'learning.squash', 'clamp'],
    ['C3', 'forgetting.prune.below', 0],
    ['C9', 'forgetting.decay.SIM', 1],
  ])('%s: %s = %s', (_, setting, value) => {
    expect(at(linkstrength, setting)).toBe(value)
  })

  test('S2.8 C6: its tiers a thousandfold apart, as the numbers say and the sentence does not', () => {
    expect(linkstrength.learning.conscious.path / linkstrength.learning.agent.path).toBeCloseTo(1000, 6)
  })
})

describe('neurogated has', () => {
  test.each([
    ['S1.24 C1', 'strength.min', 0],
    ['S1.24 S1.39 C1', 'strength.max', 1],
    ['S1.6', 'budget.seeds', 5],
    ['S1.7', 'budget.items', 3],
    ['S1.10 S1.28', 'ingest.similar', 5],
    ['S1.22', 'walk.structure', 0],
    ['S1.35', 'walk.coverage', 0],
    ['S1.31', 'kernel.asked', 'always'],
    ['S1.34', 'budget.fired', 256],
    ['S1.8', 'budget.hops', 2],
    ['S1.9', 'walk.fade', 0.5],
    ['S1.11 C5', 'learning.conscious.path', 0.1],
    ['S1.11 C5', 'learning.agent.path', 0.1],
    ['S1.39', 'learning.rule.followed', 1],
    ['S1.3 S1.33', 'engine', 'spread'],
    ['S1.33', 'tiers.habitual', 0],
    ['S1.33', 'walk.slope', 1],
    ['S1.31', 'kernel.why.SEQ', 0.5],
    ['S1.31', 'kernel.why.SIM', 1.5],
    ['S1.31', 'kernel.why.CAUSE', 2],
    ['S1.31 S1.37', 'kernel.order.SEQ', 2],
    ['S1.31 S1.37', 'kernel.order.SIM', 1.5],
    ['S1.31 S1.37', 'kernel.order.CAUSE', 0.5],
    ['S1.31 S1.37', 'kernel.likeness.SEQ', 0.5],
    ['S1.31 S1.37', 'kernel.likeness.SIM', 2],
    ['S1.31 S1.37', 'kernel.likeness.CAUSE', 1.5],
    ['S1.27', 'ingest.next', 1],
    ['S1.29', 'ingest.cause', 1],
    ['S1.41 S1.12 C9', 'forgetting.decay.SEQ', 0.99],
    ['S1.40', 'forgetting.decay.SIM', 1],
    ['S1.41 S1.12 C9', 'forgetting.decay.CAUSE', 0.99],
    ['S1.42 S1.13 C3', 'forgetting.prune.below', 0.1],
    ['S1.27', 'ingest.previous', 0],
  ])('%s: %s = %s', (_, setting, value) => {
    expect(at(neurogated, setting)).toBe(value)
  })
})

describe('the documents’ tiers are one table in each profile', () => {
  test('C10: reflex from 0.80, and habitual from 0.30 where a document has tiers', () => {
    for (const { tiers } of [balanced, crabpath, linkstrength]) expect(tiers).toEqual({ habitual: 0.3, reflex: 0.8 })
    expect(neurogated.tiers.reflex).toBe(0.8)
  })

  test('C17 S4.66: no profile lets what was skipped gain from a failure, and S4.62: crabpath alone drifts', () => {
    for (const { learning, name } of [balanced, crabpath, linkstrength, neurogated]) {
      expect(learning.rule.skipped).toBe(0)
      expect(learning.drift > 0).toBe(name === 'crabpath')
    }
  })
})

describe('where numbers come from', () => {
  test('what differs from balanced’s has a source, and what has none is balanced’s', () => {
    const [usual, ...others] = explainedProfiles()
    const values = new Map(usual?.settings.map(({ setting, value }) => [setting, value]))
    for (const { name, settings } of others) {
      const unfounded = settings.filter(
        ({ from, setting, value }) => from === silent && JSON.stringify(value) !== JSON.stringify(values.get(setting)),
      )
      expect([name, unfounded]).toEqual([name, []])
    }
  })

  test('is said of settings that there are', () => {
    for (const { settings } of explainedProfiles()) {
      expect(settings.length).toBeGreaterThan(90)
      for (const { from, says, unit } of settings) for (const text of [from, says, unit]) expect(text).not.toBe('')
    }
  })

  test('with what each may be', () => {
    const settings = new Map(explainedProfiles()[0]?.settings.map((one) => [one.setting, one.limits]))

    expect(settings.get('walk.fade')).toBe('0 to 1')
    expect(settings.get('engine')).toBe('route, spread')
    expect(settings.get('budget.hops')).toBe('0 to 8')
  })
})
