/** Who takes part, in which conversation. */
import * as Schema from 'effect/Schema'
import { fact, Numbered, Ref, Refs } from './event-definition.ts'

export const actorKinds = ['owner', 'agent', 'host', 'tool', 'other'] as const
export const sessionKinds = ['interactive', 'cli', 'heartbeat', 'cron', 'subagent'] as const

export const endReasons = ['reset', 'shutdown', 'idle', 'closed'] as const

export const sessionEvents = {
  ActorNamed: fact({ actor: Numbered, name: Ref, kind: Schema.Literals(actorKinds) }, { name: ['actor-name', 'actor'] }),
  /** Only interactive and cli sessions teach. */
  SessionStarted: fact(
    {
      session: Numbered,
      key: Ref,
      kind: Schema.Literals(sessionKinds),
      agent: Schema.optionalKey(Ref),
      workspace: Schema.optionalKey(Ref),
      channel: Schema.optionalKey(Ref),
      tags: Schema.optionalKey(Refs),
    },
    {
      key: ['session-key', 'session'],
      agent: ['session-part', 'session'],
      workspace: ['session-part', 'session'],
      channel: ['session-part', 'session'],
      tags: ['tag', 'session'],
    },
  ),
  SessionEnded: fact({ session: Numbered, reason: Schema.Literals(endReasons) }),
  HeartbeatObserved: fact({ session: Numbered, tags: Refs }, { tags: ['tag', 'session'] }),
}
