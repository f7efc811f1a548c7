/** The model that the user has: an OpenAI-compatible endpoint, taken from the environment, and looked at before anything is started. */

export interface Endpoint {
  /** Without a slash at its end. */
  readonly url: string
  readonly key: string
  readonly model: string
}

/** What is wrong with it, in words for whoever set it. */
class BadEndpoint extends Error {
  constructor(problem: string) {
    super(`${problem}; without OPENAI_BASE_URL the model is a script`)
  }
}

const presumed = 'gpt-4.1-mini'
const patienceMs = 10_000
const listed = 8

/** Undefined unless both variables are set. */
export const endpointOf = async (env: NodeJS.ProcessEnv): Promise<Endpoint | undefined> => {
  const { OPENAI_API_KEY: key = '', OPENAI_BASE_URL: base = '', OPENAI_MODEL: named = '' } = env
  if (key === '' || base === '') return undefined
  if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol))
    throw new BadEndpoint('OPENAI_BASE_URL is no address of a web server')
  if (new URL(base).username !== '') throw new BadEndpoint('OPENAI_BASE_URL holds a name of a user: only OPENAI_API_KEY is used')
  const url = base.replace(/\/+$/, '')
  const models = await modelsOf(url, key)
  return { url, key, model: named === '' ? chosen(models, url) : named }
}

/** Undefined where the endpoint does not list them. */
const modelsOf = async (url: string, key: string): Promise<ReadonlyArray<string> | undefined> => {
  const signal = AbortSignal.timeout(patienceMs)
  const response = await fetch(`${url}/models`, { headers: { authorization: `Bearer ${key}` }, signal }).catch((error: unknown) => {
    throw new BadEndpoint(`OPENAI_BASE_URL cannot be reached: ${url}: ${reason(error)}`)
  })
  const text = await response.text()
  if (response.status === 401 || response.status === 403)
    throw new BadEndpoint(`${url} does not take OPENAI_API_KEY: it answers ${response.status}`)
  return response.ok ? idsIn(text) : undefined
}

const reason = (error: unknown): string => {
  const { cause, message } = error as { readonly cause?: { readonly code?: string; readonly message?: string }; readonly message: string }
  return cause?.code ?? cause?.message ?? message
}

const idsIn = (text: string): ReadonlyArray<string> | undefined => {
  try {
    const { data } = JSON.parse(text) as { readonly data?: ReadonlyArray<{ readonly id?: unknown }> }
    return data?.map(({ id }) => String(id))
  } catch {
    return undefined
  }
}

const chosen = (models: ReadonlyArray<string> | undefined, url: string): string => {
  if (models === undefined || models.includes(presumed)) return presumed
  const [only, ...others] = models
  if (only !== undefined && others.length === 0) return only
  const some = models.slice(0, listed).join(', ')
  throw new BadEndpoint(`${url} has ${models.length} models: set OPENAI_MODEL to one${some === '' ? '' : `, as ${some}`}`)
}
