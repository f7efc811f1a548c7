/**
 * The embedding provider of the host: the one that its own memory search is set to.
 *
 * The host publishes the module without types and promises nothing about it, so each part is looked at before it is used, and what is missing is
 * said in words of ours. No agent's own `memory.search` is looked at: the memories of all agents have one embedder.
 */
import { createHash } from 'node:crypto'
import type { EmbedderSettings } from '@crabtrail/agent-host/model/chosen-models'
import { vectorsIn } from '@crabtrail/agent-host/model/host-vectors'
import type { HostEmbedding } from '@crabtrail/agent-host/state/parts'
import { embedderLimits } from '@crabtrail/core'
import { type HostEmbedder, NoHostEmbedder } from '@crabtrail/store/worker'

/** The part of the host's configuration that says how it makes vectors. */
export interface HostEmbedderConfig {
  readonly memory?: { readonly search?: SearchConfig | undefined } | undefined
  readonly models?: { readonly providers?: Readonly<Record<string, unknown>> | undefined } | undefined
}

interface SearchConfig {
  readonly provider?: string | undefined
  readonly model?: string | undefined
  readonly remote?: { readonly baseUrl?: string | undefined } | undefined
  readonly inputType?: string | undefined
  readonly queryInputType?: string | undefined
  readonly documentInputType?: string | undefined
  readonly outputDimensionality?: number | undefined
}

interface Embedding {
  readonly id: string
  readonly runtime: { readonly config: { readonly current: () => unknown } }
}

/** A provider as the host makes it. */
interface Provider {
  readonly model?: unknown
  readonly embedBatch: (texts: ReadonlyArray<string>, options: object) => Promise<unknown>
}

interface Adapter {
  readonly defaultModel?: unknown
  readonly create: (options: object) => Promise<unknown>
}

/** Imported by a variable because the host publishes this module without types. */
const door = 'openclaw/plugin-sdk/embedding-providers'

/** Returns the embedding provider of the host; undefined where the settings do not name it. `health` hears how the newest call ended. */
export const hostEmbedding = (
  { runtime }: Embedding,
  { embedder }: Pick<EmbedderSettings, 'embedder'>,
  health = { failed: false },
): HostEmbedding | undefined => {
  if (embedder !== 'host') return undefined
  const current = () => runtime.config.current() as HostEmbedderConfig
  let made: Made | undefined
  let found: { readonly settings: string; readonly look: Promise<Look> } | undefined
  // Once for these settings: the host lets nothing else run while it looks, and a status looks, too.
  const look = (config: HostEmbedderConfig, settings: string): Promise<Look> => {
    if (found?.settings === settings) return found.look
    const mine = { settings, look: adapterOf(config) }
    found = mine
    mine.look.catch(() => {
      if (found === mine) found = undefined
    })
    return mine.look
  }
  const embed: HostEmbedder = async (texts, kind, signal) => {
    const config = current()
    const settings = settingsOf(config)
    // A call that takes too long has failed at once: a provider that does not heed the signal may never end it.
    const late = () => {
      if (isTimeout(signal.reason)) health.failed = true
    }
    signal.addEventListener('abort', late, { once: true })
    try {
      if (made?.settings !== settings) made = await madeBy(await look(config, settings), config, settings)
      const inputType = kind === 'question' ? 'query' : 'document'
      const answer = await made.provider.embedBatch(texts, { signal, inputType })
      const vectors = vectorsIn(answer, texts.length)
      // An answer that came too late left the memory without vectors.
      if (!signal.aborted) health.failed = false
      return { id: made.id, vectors }
    } catch (error) {
      // The next call makes it anew: a key may be another one by then.
      made = undefined
      found = undefined
      if (!signal.aborted) health.failed = true
      throw error
    } finally {
      signal.removeEventListener('abort', late)
    }
  }
  return {
    embed,
    problem: () => {
      const config = current()
      return look(config, settingsOf(config)).then(
        () => undefined,
        (error: unknown) => (error instanceof NoHostEmbedder ? error.message : other),
      )
    },
  }
}

const isTimeout = (reason: unknown): boolean => reason instanceof DOMException && reason.name === 'TimeoutError'

interface Made {
  readonly settings: string
  readonly id: string
  readonly provider: Provider
}

const settingsOf = ({ memory, models }: HostEmbedderConfig): string => {
  const provider = memory?.search?.provider ?? ''
  return JSON.stringify([memory?.search, models?.providers?.[provider]])
}

const other = 'this host makes vectors for plugins in another way than is known here: name a server, or hashed, or update the plugin'
const unnamed = 'the host names no embedding provider: openclaw config set memory.search.provider PROVIDER'

const madeBy = async ({ adapter, name, search }: Look, config: HostEmbedderConfig, settings: string): Promise<Made> => {
  const model = search.model?.trim() || (typeof adapter.defaultModel === 'string' ? adapter.defaultModel : '')
  const { inputType, outputDimensionality: dimensions, documentInputType, queryInputType, remote } = search
  const options = { config, provider: name, model, remote, inputType, documentInputType, queryInputType, dimensions, fallback: 'none' }
  const { provider } = Object(await adapter.create(options)) as { readonly provider?: unknown }
  if (!isProvider(provider)) throw new NoHostEmbedder(other)
  const named = typeof provider.model === 'string' ? provider.model : model
  return { settings, id: idOf(config, name, named), provider }
}

const isProvider = (provider: unknown): provider is Provider =>
  typeof (Object(provider) as { readonly embedBatch?: unknown }).embedBatch === 'function'

interface Look {
  readonly adapter: Adapter
  readonly name: string
  readonly search: SearchConfig
}

/** The adapter for the provider that the host names. Rejects with what is missing. */
const adapterOf = async (config: HostEmbedderConfig): Promise<Look> => {
  const get = await getProvider()
  const search = config.memory?.search ?? {}
  const name = search.provider?.trim() ?? ''
  if (name === '' || name === 'none') throw new NoHostEmbedder(unnamed)
  const adapter = await get(name, config)
  if (adapter === undefined || adapter === null)
    throw new NoHostEmbedder(
      `the host knows no embedding provider of the name in memory.search.provider: see its documentation for those it has`,
    )
  if (!isAdapter(adapter)) throw new NoHostEmbedder(other)
  return { adapter, name, search }
}

const isAdapter = (adapter: object): adapter is Adapter => 'create' in adapter && typeof adapter.create === 'function'

type Get = (name: string, config: object) => object | null | undefined | Promise<object | null | undefined>

/** The module system keeps the module after the first import. */
const getProvider = async (): Promise<Get> => {
  const { getEmbeddingProvider: get }: { readonly getEmbeddingProvider?: unknown } = await import(door).catch(() => {
    throw new NoHostEmbedder('this host has no openclaw/plugin-sdk/embedding-providers for plugins: name a server, or hashed')
  })
  if (typeof get !== 'function') throw new NoHostEmbedder(other)
  return get as Get
}

/** The id names provider and model, and marks all else that a vector depends on, without the address itself. */
const idOf = ({ memory, models }: HostEmbedderConfig, name: string, model: string): string => {
  const { documentInputType, inputType, outputDimensionality, queryInputType, remote } = memory?.search ?? {}
  const { baseUrl } = Object(models?.providers?.[name]) as { readonly baseUrl?: unknown }
  const depends = [name, model, remote?.baseUrl ?? baseUrl, inputType, documentInputType, queryInputType, outputDimensionality]
  const mark = createHash('sha256').update(JSON.stringify(depends)).digest('hex').slice(0, 8)
  const printable = `host/${name}/${model}`.replaceAll(/[^\x21-\x7e]/g, '_')
  return `${printable.slice(0, embedderLimits.idCharacters - mark.length - 1)}#${mark}`
}
