/** Creates a brain, changes its settings, and puts the vectors of an embedder in force. */

import * as Result from 'effect/Result'
import type { Decision, Speaker } from '../decision.ts'
import type { NoveltyMeasure } from '../events/turn-events.ts'
import type { Origin } from '../graph.ts'
import type { ContentRef, Position } from '../identity.ts'
import { type ChangedSetting, changedSettings } from '../profiles/own-settings.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { Nano } from '../strength.ts'

export interface Creation {
  /** The sha256 of the canonical settings, in hex. */
  readonly digest: string
}

/** Creates a brain. `profile` is in force from the first event on. */
export const decideCreation = ({ digest }: Creation, _state: BrainState, profile: Profile): Decision<void> =>
  Result.succeed({
    events: [{ type: 'BrainCreated', data: { profile: profile.name, settings: { ...profile }, digest } }],
    answer: undefined,
  })

export interface ProfileChange extends Creation {
  readonly profile: Profile
}

/** Changes the profile and answers with the settings that differ. No event where the digest in force is the same. */
export const decideProfile = (
  { digest, origin, profile }: ProfileChange & Pick<Speaker, 'origin'>,
  { settings }: BrainState,
  inForce: Profile,
): Decision<ReadonlyArray<ChangedSetting>> =>
  Result.succeed({
    events:
      digest === settings.inForce?.digest
        ? []
        : [{ type: 'ProfileChanged', origin, data: { profile: profile.name, settings: { ...profile }, digest } }],
    answer: changedSettings(inForce, profile),
  })

export interface Description {
  readonly about: ContentRef
}

export const decideDescription = ({ about, origin }: Description & Pick<Speaker, 'origin'>): Decision<void> =>
  Result.succeed({ events: [{ type: 'BrainDescribed', origin, data: { about } }], answer: undefined })

export interface Tag {
  readonly tag: ContentRef
  readonly at: Position
  /** The position that a tag of this name stands for already. */
  readonly taken: Position | undefined
}

/**
 * Names a position, for the owner alone. A tag is never moved: an answer that was given for it would no longer be found. Answers with the
 * position that a tag of this name stands for already; then nothing is decided.
 */
export const decideTag = ({ at, origin, tag, taken }: Tag & Pick<Speaker, 'origin'>): Decision<Position | undefined> => {
  if (!mayChangeProfile(origin)) return Result.fail({ _tag: 'OwnerOnly', origin, about: 'tag' })
  return Result.succeed({ events: taken === undefined ? [{ type: 'TagCreated', origin, data: { tag, at } }] : [], answer: taken })
}

/** True for the owner alone, because settings decide whose words teach. */
export const mayChangeProfile = (origin: Origin): boolean => origin === 'owner'

export interface EmbedderChange {
  readonly embedder: ContentRef
  readonly dimension: number
  /** The position of the event that put the replaced embedder in force; undefined where there was none. */
  readonly since: Position | undefined
}

/** Puts an embedder in force. No event where another process did so meanwhile: the vectors of that embedder are then compared. */
export const decideEmbedder = ({ dimension, embedder, since }: EmbedderChange, { settings }: BrainState): Decision<void> =>
  Result.succeed({
    events: settings.embedder?.since === since ? [{ type: 'EmbedderChanged', data: { embedder, dimension, bands: [] } }] : [],
    answer: undefined,
  })

export interface Calibration {
  readonly measure: NoveltyMeasure
  /** Noise, novel and known; empty where the bands of the settings hold again. */
  readonly bands: ReadonlyArray<Nano>
  /** The number of own texts that they were measured by. */
  readonly pieces: number
  /** The maker of the vectors; undefined for words. */
  readonly embedder: { readonly name: ContentRef; readonly dimension: number } | undefined
}

/** Puts measured bands in force. No event where bands are given up and there are none. */
export const decideCalibration = (
  { bands, embedder, measure, origin, pieces }: Calibration & Pick<Speaker, 'origin'>,
  { settings }: BrainState,
): Decision<void> => {
  if (!mayChangeProfile(origin)) return Result.fail({ _tag: 'OwnerOnly', origin, about: 'settings' })
  const measuredBy = embedder === undefined ? {} : { embedder: embedder.name, dimension: embedder.dimension }
  const isNothing = bands.length === 0 && !settings.calibrated.has(measure)
  return Result.succeed({
    events: isNothing ? [] : [{ type: 'BandsCalibrated', origin, data: { by: measure, bands, pieces, ...measuredBy } }],
    answer: undefined,
  })
}

export interface ConfidenceCalibration {
  readonly least: Nano
  /** The number of foreign messages of which a memory has a word. */
  readonly messages: number
  readonly memories: number
}

/** Puts a measured bar of confidence in force. */
export const decideConfidence = (
  { least, memories, messages, origin }: ConfidenceCalibration & Pick<Speaker, 'origin'>,
  _state: BrainState,
): Decision<void> =>
  Result.succeed({ events: [{ type: 'ConfidenceCalibrated', origin, data: { least, messages, memories } }], answer: undefined })
