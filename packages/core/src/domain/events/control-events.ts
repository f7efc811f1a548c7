/** Which settings are in force, what was asked of the memory as a whole, and names for positions. */
import * as Schema from 'effect/Schema'
import { origins } from '../node.ts'
import { AnyPosition, Count, fact, Hex, NanoList, Numbered, Numbers, Ref, Word, Words } from './event-definition.ts'

/** Complete settings, as JSON: from here on they are in force. Read by deciders only, never by a fold. */
const Settings = Schema.Record(Schema.String, Schema.Unknown)

export const controlEvents = {
  BrainCreated: fact({ profile: Word, settings: Settings, digest: Hex }),
  ProfileChanged: fact({ profile: Word, settings: Settings, digest: Hex }),
  /** `bands` are the embedder's calibrated cosine thresholds, rising. */
  EmbedderChanged: fact({ embedder: Ref, dimension: Count, bands: NanoList }, { embedder: ['setting-name', 'brain'] }),
  ExperimentArmAssigned: fact({ session: Numbered, experiment: Ref, arm: Count }, { experiment: ['setting-name', 'session'] }),
  BrainForked: fact({ parent: Ref, at: AnyPosition, hash: Hex }, { parent: ['setting-name', 'brain'] }),
  BrainPromoted: fact({ branch: Ref, at: AnyPosition, hash: Hex }, { branch: ['setting-name', 'brain'] }),
  TagCreated: fact({ tag: Ref, at: AnyPosition }, { tag: ['tag', 'brain'] }),

  MaintenanceRequested: fact({ tasks: Words }),
  /** `to` is a commit end, `through` the newest fact whose effects stand at or before it. */
  RollbackRequested: fact({ to: AnyPosition, through: AnyPosition }),
  /** `signals` are the positions of the facts that are taken out. */
  UnlearnRequested: fact({
    selector: Schema.Literals(['session', 'turn', 'feedback', 'origin', 'actor']),
    /** The number of what was selected; for an origin its name stands in `selectedOrigin`. */
    selected: Schema.optionalKey(Numbered),
    selectedOrigin: Schema.optionalKey(Schema.Literals(origins)),
    signals: Numbers,
    nodes: Schema.optionalKey(Numbers),
  }),
  /** The request at that position no longer stands. */
  UnlearnWithdrawn: fact({ request: Numbered }),
}
