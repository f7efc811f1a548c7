/**
 * Settings under `plugins.entries.crabtrail.config`, each with its bounds, unit, default and sentence. The manifest's `configSchema` and
 * the tables in the documentation are made from this schema.
 */
import { join, resolve } from 'node:path'
import * as Effect from 'effect/Effect'
import type * as Result from 'effect/Result'
import * as Schema from 'effect/Schema'

/** The key has no field here: the gateway reads it from an environment variable, so that no configuration file holds it. */
const EmbedderServer = Schema.Struct({
  baseUrl: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(1_000)).annotate({
    description: 'Address of an OpenAI-compatible API: http://localhost:11434/v1.',
  }),
  model: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(128)).annotate({ description: 'As the server calls it.' }),
  dimension: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 8_192 })).annotate({
      description: 'Numbers of a vector of this model. Needed unless it is one of OpenAI that is known here.',
    }),
  ),
  keyVariable: Schema.optionalKey(
    Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200)).annotate({
      description: 'Name of the environment variable that holds the key. Default: CRABTRAIL_EMBEDDER_KEY, where it is set.',
    }),
  ),
  questionMs: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 10, maximum: 5_000 })).annotate({
      description: 'How many milliseconds of deadlineMs a question may wait for its vector, at most and by default half of them.',
    }),
  ),
})

export const PluginConfig = Schema.Struct({
  enabled: Schema.Boolean.annotate({
    description: 'Whether turns are recorded and memories given to the model.',
    default: true,
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))),
  storePath: Schema.optionalKey(
    Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(1_000)).annotate({
      description: 'The database file. Relative paths start at the state directory. Default: crabtrail/crabtrail.db there.',
    }),
  ),
  deadlineMs: Schema.Int.check(Schema.isBetween({ minimum: 20, maximum: 10_000 }))
    .annotate({
      description: 'How many milliseconds a reply may wait for the memory. A turn that would wait longer goes on without it.',
      default: 300,
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(300))),
  tokens: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000 })).annotate({
      description: 'Tokens that memories may take in a prompt. Default: what the profile of the brain says.',
    }),
  ),
  searchTools: Schema.Array(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200)))
    .check(Schema.isMaxLength(16))
    .annotate({
      description: 'Tools whose hits the next question of the session starts from as well. Empty: none.',
      default: ['memory_search'],
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(['memory_search']))),
  embedder: Schema.Union([Schema.Literals(['none', 'hashed']), EmbedderServer])
    .annotate({
      description:
        'Vectors where words fail: none, hashed (built in, offline), or a server that every note and such questions are sent to. One brain, one embedder.',
      default: 'none',
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed('none' as const))),
  follow: Schema.Boolean.annotate({
    description: 'Whether MEMORY.md, USER.md and memory/ of the workspace are read in, and their changes followed.',
    default: true,
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))),
  groups: Schema.Literals(['none', 'own'])
    .annotate({
      description: 'Memory in groups and channels: none, or own: a brain of its own for each, which holds nothing of the agent’s.',
      default: 'none',
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed('none' as const))),
  senders: Schema.Literals(['owner', 'each'])
    .annotate({
      description: 'Memory in direct chats: for the owner alone, or each: everybody else has a brain of their own too.',
      default: 'owner',
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed('owner' as const))),
  tools: Schema.Boolean.annotate({
    description: 'Whether the agent has the tools memory_feedback and memory_why. Without them no system prompt differs by a byte.',
    default: true,
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))),
})
export type PluginConfig = typeof PluginConfig.Type

/** Fails for an unknown setting and for a value out of range, with a message that names the setting. */
export const readPluginConfig = (given: unknown): Result.Result<PluginConfig, Schema.SchemaError> =>
  Schema.decodeUnknownResult(PluginConfig)(given ?? {}, { onExcessProperty: 'error' })

export const configJsonSchema = (): object => Schema.toJsonSchemaDocument(PluginConfig, { onExcessProperty: 'error' }).schema

/** Path of the database file that all agents share. */
export const databasePath = (stateDir: string, { storePath }: { readonly storePath?: string }): string =>
  storePath === undefined ? join(stateDir, 'crabtrail', 'crabtrail.db') : resolve(stateDir, storePath)
