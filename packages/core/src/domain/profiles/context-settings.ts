/** Settings of the context that a model is given, calibrated on questions with and without an answer (docs/results/confidence.md). */
import type { Profile } from './profile.ts'

/** Shared by every profile: confidence does not depend on learning. */
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
