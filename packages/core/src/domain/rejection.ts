/** Why a decider makes no events: the signal names something that is not there, or asks for what the settings do not allow. */
import type { NodeNumber, TurnNumber } from './identity.ts'

export type Rejection =
  | { readonly _tag: 'UnknownTurn'; readonly turn: TurnNumber }
  | { readonly _tag: 'NodeNotShown'; readonly turn: TurnNumber; readonly node: NodeNumber }
  | { readonly _tag: 'NodeNotLive'; readonly node: NodeNumber }
  | { readonly _tag: 'SameNode' }
  | { readonly _tag: 'JudgedAndInstead'; readonly node: NodeNumber; readonly about: 'nodes' | 'turn' }
  | { readonly _tag: 'SpeakerIsMute' }
  | { readonly _tag: 'NodeNotTrusted'; readonly node: NodeNumber }
  | { readonly _tag: 'KindDoesNotLearn'; readonly kind: string }
  | { readonly _tag: 'StrengthOutOfBounds'; readonly min: number; readonly max: number }
  | { readonly _tag: 'NothingNamed' }
