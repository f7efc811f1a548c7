/** What a profile says of forgetting: when it is due, how fast strengths fade, and what is let go. */
import * as Schema from 'effect/Schema'

const between = (minimum: number, maximum: number) => Schema.Finite.check(Schema.isBetween({ minimum, maximum }))
const count = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

export const ForgettingSettings = Schema.Struct({
  /** A run is due after so many turns, or with a heartbeat so many seconds after the last; with fewer changed edges since it waits. */
  everyTurns: count(1, 1_000_000),
  heartbeatSeconds: count(0, 31_536_000),
  changesLeast: count(0, 1_000_000),
  decay: Schema.Struct({
    /** A strength keeps so much of itself a turn, by the family of its kind; 1: it does not fade. */
    SEQ: between(0, 1),
    SIM: between(0, 1),
    CAUSE: between(0, 1),
    /** Of an edge that was not followed for so many turns. */
    idle: count(0, 1_000_000),
    /** It is done at every so many turns, whenever the run comes. */
    step: count(1, 10_000),
    /** It ends at the size of the first strength, or at nothing. */
    floor: Schema.Literals(['first', 'none']),
    /** What leads to a protected memory does not fade below this size. */
    protectedFloor: between(0, 10),
  }),
  prune: Schema.Struct({
    /** A smaller strength is let go, and a smaller one yet while memories come and go faster than `churn` of them a week. */
    below: between(0, 10),
    churned: between(0, 10),
    churn: between(0, 1),
    /** Below this and so long unused it is called stale. */
    stale: between(0, 10),
    staleTurns: count(0, 1_000_000),
    /** What was linked, followed or moved in the last so many turns stays. */
    young: count(0, 1_000_000),
  }),
  /** A grown memory dies below 0 of degree · edges + activity · uses + success · what led to right ones − age · turns unused (decision C16). */
  death: Schema.Struct({
    degree: between(0, 100),
    activity: between(0, 100),
    success: between(0, 100),
    age: between(0, 100),
    /** Not while an edge of this size or more ends at it. */
    strong: between(0, 10),
    /** One without any edge dies after so many turns; 0: it does not. */
    orphan: count(0, 1_000_000),
  }),
  /** Two kinds of question become one: what they lead to is the same to this share, and so are their words. */
  merge: Schema.Struct({ neighbours: between(0, 1), alike: between(0, 1), most: count(0, 1_000) }),
})
export type ForgettingSettings = typeof ForgettingSettings.Type

/** Whatever was learned stays. */
export const nothingForgotten: ForgettingSettings = {
  everyTurns: 50,
  heartbeatSeconds: 3_600,
  changesLeast: 20,
  decay: { SEQ: 1, SIM: 1, CAUSE: 1, idle: 0, step: 10, floor: 'none', protectedFloor: 0 },
  prune: { below: 0, churned: 0, churn: 0.15, stale: 0, staleTurns: 0, young: 0 },
  death: { degree: 0, activity: 0, success: 0, age: 0, strong: 0, orphan: 0 },
  merge: { neighbours: 1, alike: 1, most: 0 },
}
