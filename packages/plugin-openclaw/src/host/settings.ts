/** Settings under `plugins.entries.crabtrail.config`. The manifest's `configSchema` and the tables in the documentation are made from this schema. */
import { join, resolve } from 'node:path'
import { brainProblem, defaultBrain } from '@crabtrail/agent-host/conversation/naming'
import { leastMs, mostMs } from '@crabtrail/agent-host/state/deadline'
import { fileChoice, namesServer, type StoreChoice, serverChoice } from '@crabtrail/store/store-choice'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import * as Schema from 'effect/Schema'
import { gatewayProblem } from './gateway-name.ts'

/** The fields of every server. The key has none: the gateway reads it from an environment variable, so that no configuration file holds it. */
const serverFields = (kind: string, usualVariable: string) => ({
  baseUrl: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(1_000)).annotate({
    description: 'Address of an OpenAI-compatible API, for example http://localhost:11434/v1.',
  }),
  model: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(128)).annotate({ description: `Name of ${kind} on the server.` }),
  keyVariable: Schema.optionalKey(
    Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200)).annotate({
      description: `Name of the environment variable of the gateway that holds the key. Default: ${usualVariable}, if it is set.`,
    }),
  ),
})

const EmbedderServer = Schema.Struct({
  ...serverFields('the model', 'CRABTRAIL_EMBEDDER_KEY'),
  dimension: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 8_192 })).annotate({
      description: 'Numbers in a vector of this model. Required, except for the known models of OpenAI.',
    }),
  ),
  questionMs: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 10, maximum: 5_000 })).annotate({
      description:
        'Milliseconds of deadlineMs that a question may wait for its vector. At most half of deadlineMs, which is the default; of auto at most half of its least.',
    }),
  ),
})

const ModelServer = Schema.Struct(serverFields('a small model for chat', 'CRABTRAIL_MODEL_KEY'))

/** The value of each setting that is left out. */
const defaults = {
  enabled: true,
  brain: defaultBrain,
  deadlineMs: 'auto',
  searchTools: ['memory_search'],
  embedder: 'none',
  model: 'off',
  modelMs: 2_000,
  follow: true,
  groups: 'none',
  senders: 'owner',
  judging: 'each',
  aliases: true,
  capture: 'facts',
  tools: true,
  studio: 'off',
} as const

// The manifest names no default of `model`: the host would write it into the settings, and an owner who says off would look like one who says nothing.
export const PluginConfig = Schema.Struct({
  enabled: Schema.Boolean.annotate({
    description: 'Record turns and give memories to the model.',
    default: defaults.enabled,
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(defaults.enabled))),
  storePath: Schema.optionalKey(
    Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(8_192)).annotate({
      description:
        'Path of the database file; a relative path starts at the state directory of the host. Default: crabtrail/crabtrail.db there. Or a PostgreSQL database, as postgres://USER@HOST/DATABASE; the gateway takes its password from $PGPASSWORD or ~/.pgpass.',
    }),
  ),
  brain: Schema.String.check(Schema.makeFilter(brainProblem), Schema.isMaxLength(386))
    .annotate({
      description:
        'An agent’s own brain, as TENANT/AGENT/NAME, with {agent} for the id of the agent. Without {agent} all agents share this brain. Brains of groups and senders have the same tenant.',
      default: defaults.brain,
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(defaults.brain))),
  gateway: Schema.optionalKey(
    Schema.String.check(Schema.makeFilter(gatewayProblem), Schema.isMaxLength(64)).annotate({
      description:
        'Name of this gateway, in letters, digits, dots and dashes. Used where others can be in its brains: in a PostgreSQL database, and in a brain that agents share. Default: made once from the name of the machine. Another name makes other sources of its notes.',
    }),
  ),
  deadlineMs: Schema.Union([Schema.Literal('auto'), Schema.Int.check(Schema.isBetween({ minimum: 20, maximum: 10_000 }))])
    .annotate({
      description: `Milliseconds that a reply may wait for the memory. A turn that would wait longer goes on without it. auto: a tenth of the median time that the newest turns waited for the model, at least ${leastMs} and at most ${mostMs} ms.`,
      default: defaults.deadlineMs,
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(defaults.deadlineMs))),
  tokens: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000 })).annotate({
      description: 'Tokens that memories may take in a prompt. Default: the budget in the profile of the brain.',
    }),
  ),
  searchTools: Schema.Array(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200)))
    .check(Schema.isMaxLength(16))
    .annotate({
      description: 'Search tools of the host; the next recall of the session also starts from their hits. Empty: none.',
      default: defaults.searchTools,
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(defaults.searchTools))),
  embedder: Schema.Union([Schema.Literals(['none', 'hashed', 'host']), EmbedderServer])
    .annotate({
      description:
        'Makes vectors for questions whose words no note has: none, hashed (built in, offline), host, or a server. host is the provider that memory.search.provider of the host names, with the model of memory.search.model. All notes and the questions are sent to that provider, or to the server. Programs that share a brain need the same embedder.',
      default: defaults.embedder,
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(defaults.embedder))),
  model: Schema.Union([Schema.Literals(['off', 'host']), ModelServer])
    .annotate({
      description:
        'The language model of the memory: off (the default), host, or a server. host is the model of agents.defaults.utilityModel where the host lets the plugin ask it (plugins.entries.crabtrail.llm.allowModelOverride), else the default model of the host. It judges what the owner says, and notes that are read in, against the memories near them (see judging), names other words for notes (see aliases), and chooses among the memories that habits lead to, where the rules are not sure. The message or question, what was said before it, and excerpts of the offered memories are sent to it.',
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(defaults.model))),
  modelMs: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30_000 }))
    .annotate({
      description:
        'Milliseconds beside deadlineMs that a reply may wait for the language model; nobody waits for what it judges. 0: no model is asked.',
      default: defaults.modelMs,
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(defaults.modelMs))),
  modelDayUsd: Schema.optionalKey(
    Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 10_000 })).annotate({
      description:
        'US dollars that a UTC day may spend on calls of the language model about one memory. The lower one of this and the memory’s own model.dayUsd (0.5 unless set) holds. A call costs what the host counts; where it counts nothing, tokens cost the memory’s model.priceIn and model.priceOut.',
    }),
  ),
  judging: Schema.Literals(['each', 'batches', 'off'])
    .annotate({
      description:
        'When the language model reads what the owner says in private, to change what the memory knows. each: each message once, while the agent answers, until half of the budget of the day is used up. batches: up to ten at once, at a heartbeat, before a conversation is shortened and at its end. off: never. The message, the one before it with the beginning of its answer, and up to eight notes near it are sent.',
      default: defaults.judging,
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(defaults.judging))),
  aliases: Schema.Boolean.annotate({
    description:
      'Let the language model name, in the background and once for each text, by which other words people may ask for a note: it is then found by them, too. Only with a model, for notes that the plugin follows and what else the memory of the agent holds; the beginning of each text is sent, ten in a call, never one of others or with a secret. At most half of the budget of a day is used up so.',
    default: defaults.aliases,
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(defaults.aliases))),
  follow: Schema.Boolean.annotate({
    description: 'Read MEMORY.md, USER.md and memory/ of the workspace, and follow their changes.',
    default: defaults.follow,
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(defaults.follow))),
  groups: Schema.Literals(['none', 'own'])
    .annotate({
      description: 'Memory in groups and channels. none: no memory. own: a separate brain for each, without anything from the agent’s own.',
      default: defaults.groups,
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(defaults.groups))),
  senders: Schema.Literals(['owner', 'each'])
    .annotate({
      description: 'Memory in direct chats. owner: for the owner only. each: also a separate brain for every other sender.',
      default: defaults.senders,
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(defaults.senders))),
  capture: Schema.Literals(['off', 'facts', 'turns'])
    .annotate({
      description:
        'What conversations leave in the memory by themselves, on probation. off: nothing. facts: what the owner states and no note says, as far as a language model judges messages. turns: also what the owner says and the agent replies, without questions and secrets, at most 100 memories a day.',
      default: defaults.capture,
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(defaults.capture))),
  tools: Schema.Boolean.annotate({
    description:
      'Give the agent the tools memory_feedback, memory_forget, memory_note, memory_undo and memory_why. Without them the system prompt stays as it is without the plugin.',
    default: defaults.tools,
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(defaults.tools))),
  studio: Schema.Literals(['off', 'read', 'write'])
    .annotate({
      description:
        'Serve the page of crabtrail studio below /crabtrail/studio of the gateway. off: there is no such page. read: for the owner, who gets an address by /trail studio; nothing can be changed there. write: the page also offers what takes back and corrects.',
      default: defaults.studio,
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(defaults.studio))),
})
export type PluginConfig = typeof PluginConfig.Type

export interface InvalidConfig {
  readonly message: string
}

/** Fails for an unknown setting and for a value out of range. */
export const readPluginConfig = (given: unknown): Result.Result<PluginConfig, InvalidConfig> =>
  Schema.decodeUnknownResult(PluginConfig)(given ?? {}, { onExcessProperty: 'error' })

export const configJsonSchema = (): object => Schema.toJsonSchemaDocument(PluginConfig, { onExcessProperty: 'error' }).schema

/** Where the memory of all agents is, and the path that the names of this host's own files begin with: the database file, if it is one. */
export interface StorePlace {
  readonly store: StoreChoice
  readonly path: string
}

/** Fails for a URL that leads to no server. `env` completes a URL, as it does for `psql`. */
export const storePlace = (
  stateDir: string,
  { storePath }: { readonly storePath?: string },
  env: Readonly<Record<string, string | undefined>>,
): Result.Result<StorePlace, InvalidConfig> => {
  if (storePath !== undefined && namesServer(storePath)) {
    return Result.mapBoth(serverChoice(storePath, env), {
      onFailure: ({ message }) => ({ message: `storePath: ${message}` }),
      onSuccess: (store) => ({ store, path: join(stateDir, 'crabtrail', 'postgres') }),
    })
  }
  return Result.succeed(storePath === undefined ? defaultPlace(stateDir) : placeAt(resolve(stateDir, storePath)))
}

export const defaultPlace = (stateDir: string): StorePlace => placeAt(join(stateDir, 'crabtrail', 'crabtrail.db'))

const placeAt = (path: string): StorePlace => ({ store: fileChoice(path), path })
