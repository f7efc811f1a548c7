/** What is put before a model, and when: calibrated on questions with and without an answer (docs/results/confidence.md). */
import type { Profile } from './profile.ts'

/** Of every profile: how sure a memory has to be does not depend on how it learns. */
export const context: Profile['context'] = {
  coverage: 0.25,
  sure: { coverage: 1.72, rarity: 4.93, phrase: 7.14, evidence: 1.44, length: -0.26, least: 5.1 },
  few: 40,
  relative: 0.2,
  rival: 0.5,
  adds: 0.1,
  linked: 0.5,
  duplicate: 0.9,
}
