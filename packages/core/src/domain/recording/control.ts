/** Opens a brain, changes the settings it learns by, and puts the vectors of an embedder in force. */
import * as Result from 'effect/Result'
import type { Decision, Speaker } from '../decision.ts'
import type { ContentRef, Position } from '../identity.ts'
import type { Origin } from '../node.ts'
import { type ChangedSetting, changedSettings } from '../profiles/own-settings.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'

export interface Creation {
  /** sha256 in hex over the canonical settings. */
  readonly digest: string
}

/** `profile` holds from the first event on. */
export const decideCreation = ({ digest }: Creation, _state: BrainState, profile: Profile): Decision<void> =>
  Result.succeed({
    events: [{ type: 'BrainCreated', data: { profile: profile.name, settings: { ...profile }, digest } }],
    answer: undefined,
  })

export interface ProfileChange extends Creation {
  readonly profile: Profile
}

/** Answers with the settings that differ. No event where the digest in force is the same. */
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

/** Settings say whose words teach, so nobody but the owner may change them. */
export const mayChangeProfile = (origin: Origin): boolean => origin === 'owner'

export interface EmbedderChange {
  /** The embedder's id. */
  readonly embedder: ContentRef
  /** Numbers of a vector. */
  readonly dimension: number
  /** Position of the event that put the embedder in force which is to be replaced; undefined where none was. */
  readonly since: Position | undefined
}

/** No event where another process put an embedder in force meanwhile: its vectors are those to compare with. */
export const decideEmbedder = ({ dimension, embedder, since }: EmbedderChange, { settings }: BrainState): Decision<void> =>
  Result.succeed({
    events: settings.embedder?.since === since ? [{ type: 'EmbedderChanged', data: { embedder, dimension, bands: [] } }] : [],
    answer: undefined,
  })
