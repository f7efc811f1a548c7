/** Which memory a conversation may see. */
import type { AbsenceReason, ChatKind } from '@crabtrail/core'

export type Withheld = Extract<AbsenceReason, 'group' | 'not-owner' | 'unknown-asker' | 'disputed'>

export type Access =
  | { readonly memory: 'owner'; readonly chatKind: ChatKind }
  /** `name` is that of a brain beside the agent's own. */
  | { readonly memory: 'apart'; readonly chatKind: ChatKind; readonly name: string }
  | { readonly memory: 'none'; readonly chatKind: ChatKind; readonly reason: Withheld }
