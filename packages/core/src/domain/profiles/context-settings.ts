/** Settings of the context that a model is given, calibrated on questions with and without an answer (docs/results/confidence.md). */
import type { Profile } from './profile.ts'

/** Shared by every profile: confidence does not depend on learning. */
export const context: Profile['context'] = {
  coverage: 0.25,
  sure: { coverage: 2.56, rarity: 1.56, phrase: 6.42, evidence: 1.01, words: 5.36, length: -0.89, least: 4.2 },
  few: 40,
  relative: 0.2,
  rival: 0.5,
  adds: 0.1,
  linked: 0.5,
  duplicate: 0.9,
}
