import { context } from './context-settings.ts'
import { nothingForgotten } from './forgetting-settings.ts'

/**
 * Settings that a log may lack because they came after it, as the brain behaved before they existed.
 *
 * A newer program changes no older brain: what is better than neutral comes into force by a `ProfileChanged`. An exception is what is put
 * before a model (ADR 0027): to give what nobody asked for was a fault of every brain, and no ranking and no strength depends on it.
 */
const neutral = {
  engine: 'route',
  seeding: {
    cueWords: 1,
    speaker: 1,
    title: 0,
    hit: 0,
    tagFactor: 1,
    tagTurns: 0,
    vector: 0,
    vectorUnknown: 1,
    vectorNear: 20,
    vectorFade: 10,
  },
  walk: {
    gateClosed: 1,
    gateOpen: 1,
    asked: 1,
    coverage: 0,
    likeness: 1,
    words: 0,
    saturation: 1,
    against: 0,
    doubt: 0,
    untaught: 0,
    blame: 1,
  },
  context: { sure: context.sure, few: context.few, rival: context.rival, adds: context.adds, linked: context.linked },
  kernel: { order: { SEQ: 1, SIM: 1, CAUSE: 1 }, why: { SEQ: 1, SIM: 1, CAUSE: 1 } },
  learning: {
    agent: { most: { turn: 1_000_000, session: 1_000_000, day: 1_000_000 } },
    conscious: { most: { turn: 1_000_000, session: 1_000_000, day: 1_000_000 } },
    delayed: { turns: 1, seconds: 86_400, fade: 5, closeness: 0, sharing: 'fractional' },
    rule: { attention: 'share', followed: 0.5, skipped: 0, gate: 0.5, timing: 'distance', measures: 'agent' },
    squash: 'clamp',
    drift: 0,
    growth: { cooccurrence: 0, tool: 0, most: 24 },
    spoken: 0,
    severe: 1,
    spokenSeconds: 0,
    use: { gram: 3, gramsLeast: 2, gramsEnough: 4, share: 0.15, newWords: 2, identifier: 5, perTurn: 0 },
  },
  forgetting: nothingForgotten,
  exploration: { amount: 0, halfTurns: 1_000, seed: 1 },
  health: { turns: 200, least: 50, reflexMost: 0.5, oscillatingMost: 0.05, deadMost: 0.8, entropyLeast: 0.4, gapLeast: 0.5 },
  ingest: { afterNext: 0, beforePrevious: 0, prose: 1, asked: 1, answerLength: 10_000, lengthMost: 10_000 },
  mentions: { carriersMost: 0, commonAt: 2, edgesMost: 0, mentions: 0, isMentioned: 0, bothAbout: 0, bothMention: 0 },
}

/** The weights of confidence are fitted together: beside those that a log has of its own, one that came later counts nothing. */
const withOwnWeights = { ...neutral, context: { ...neutral.context, sure: { ...neutral.context.sure, words: 0 } } }

/** The settings that a log may lack. */
export const neutralFor = ({ context: own }: Readonly<Record<string, unknown>>): unknown =>
  typeof own === 'object' && own !== null && 'sure' in own ? withOwnWeights : neutral
