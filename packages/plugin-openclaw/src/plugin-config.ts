/** What a user may set under `plugins.entries.crabtrail.config`. The manifest's configSchema is this schema, and a test keeps them one. */
import * as Effect from 'effect/Effect'
import type * as Result from 'effect/Result'
import * as Schema from 'effect/Schema'

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
  follow: Schema.Boolean.annotate({
    description: 'Whether MEMORY.md, USER.md and memory/ of the workspace are read in, and their changes followed.',
    default: true,
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))),
  tools: Schema.Boolean.annotate({
    description: 'Whether the agent has the tools memory_feedback and memory_why. Without them no system prompt differs by a byte.',
    default: true,
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))),
})
export type PluginConfig = typeof PluginConfig.Type

/** A setting that is unknown or out of range fails with a message that names it. */
export const readPluginConfig = (given: unknown): Result.Result<PluginConfig, Schema.SchemaError> =>
  Schema.decodeUnknownResult(PluginConfig)(given ?? {}, { onExcessProperty: 'error' })

export const configJsonSchema = (): object => Schema.toJsonSchemaDocument(PluginConfig, { onExcessProperty: 'error' }).schema
