/** The default profile. Its numbers are tuned by evaluation; those that come from the documents name their row. */
import type { Profile } from './profile.ts'

export const balanced: Profile = {
  name: 'balanced',
  strength: { min: -0.95, max: 0.95 },
  utility: { min: 0.05, max: 1 },
  tiers: { habitual: 0.3, reflex: 0.8 },
  wrong: 'not-relevant',
  budget: { seeds: 20, cues: 8, hops: 3, fired: 24, follows: 6, candidates: 8, items: 24, tokens: 1_500 },
  seeding: { pool: 100, cueMatch: 0.5, sameCue: 0.92, cueWords: 2, hit: 0.25, tagFactor: 1.15, tagTurns: 20 },
  walk: { slope: 0.35, residual: 0.7, spread: 0.4, fade: 0.5, expansions: 10, learned: 2.5, inhibition: 2.5 },
  context: { coverage: 0.25, relative: 0.2, duplicate: 0.9 },
  learning: {
    agent: { cue: 0.02, path: 0.005, utility: 0.01 },
    conscious: { cue: 0.6, path: 0.1, utility: 0.3 },
    depth: 0.5,
    windowTurns: 1000,
    muteSessions: ['heartbeat', 'cron', 'subagent'],
    muteOrigins: ['untrusted', 'system'],
    spoken: -0.3,
    spokenSeconds: 900,
    use: { gram: 3, gramsLeast: 2, gramsEnough: 4, share: 0.15, newWords: 2, identifier: 5, perTurn: 3 },
  },
  ingest: { next: 0.5, previous: 0.25, part: 0.4, link: 0.6 },
}
