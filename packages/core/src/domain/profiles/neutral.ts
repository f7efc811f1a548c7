/**
 * Settings that a log may lack because they came after it, as the brain behaved before they existed.
 *
 * A newer program changes no older brain: what is better than neutral comes into force by a `ProfileChanged`.
 */
export const neutral = {
  seeding: { cueWords: 1, hit: 0, tagFactor: 1, tagTurns: 0 },
  learning: {
    spoken: 0,
    spokenSeconds: 0,
    use: { gram: 3, gramsLeast: 2, gramsEnough: 4, share: 0.15, newWords: 2, identifier: 5, perTurn: 0 },
  },
}
