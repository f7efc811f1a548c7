/**
 * A plugin that keeps what a host gives it: every registration, hook, service, tool, command, search and command line, in order.
 *
 * It runs in the real host and in the fake one; what it kept in both must agree. The host copies this folder, so it imports nothing
 * from outside.
 */
import type plugin from '../../../packages/plugin-openclaw/src/index.ts'
import { type HookName, heardHooks } from './hooks.ts'
import { type Recorded, record } from './recording.ts'

type Api = Parameters<(typeof plugin)['register']>[0]

/** Words in a message that make `before_prompt_build` fail, be late, give context or block; below, the time that the host waits for it. */
export const wishes = { throw: 'probe:throw', late: 'probe:late', context: 'probe:context', block: 'probe:block' } as const
const promptTimeoutMs = 300
const contribution = 'PROBE CONTEXT'
const heartbeatContribution = 'PROBE HEARTBEAT'
const blocked = { outcome: 'block', reason: 'the probe blocks', message: 'PROBE BLOCKED' }

type Keep = (kind: Recorded['kind'], name: string, given: Recorded['given']) => void
type PromptContext = { readonly hookInvocation?: { readonly assertActive: () => void } }

const counted = globalThis as { crabtrailProbes?: number }

export default {
  id: 'crabtrail-probe',
  name: 'Crabtrail probe',
  description: 'Keeps what the host gives a plugin.',
  register(api: Api): void {
    const { file } = (api.pluginConfig ?? {}) as { readonly file?: string }
    const mode = api.registrationMode
    counted.crabtrailProbes = (counted.crabtrailProbes ?? 0) + 1
    const registration = counted.crabtrailProbes
    const keep: Keep = (kind, name, given) => {
      if (file !== undefined) record(file, { kind, name, mode, registration, given })
    }
    keep('register', mode, { api: Object.keys(api).sort() })
    if (mode === 'setup-only') return
    hearCommandLine(api, keep)
    if (mode === 'cli-metadata') return
    for (const name of heardHooks) hear(api, keep, name)
    offer(api, keep)
  },
}

const hear = (api: Api, keep: Keep, name: HookName): void => {
  const handler = (event: { readonly prompt?: string }, ctx: PromptContext) => {
    keep('hook', name, { event, ctx })
    if (name === 'heartbeat_prompt_contribution') return { prependContext: heartbeatContribution }
    if (name === 'before_agent_run' && event.prompt?.includes(wishes.block) === true) return blocked
    return name === 'before_prompt_build' ? granted(event.prompt ?? '', ctx, keep) : undefined
  }
  const options = name === 'before_prompt_build' ? { timeoutMs: promptTimeoutMs } : {}
  api.on(name, handler as Parameters<Api['on']>[1], options as Parameters<Api['on']>[2])
}

const granted = (prompt: string, ctx: PromptContext, keep: Keep): unknown => {
  if (prompt.includes(wishes.throw)) throw new Error('the probe throws')
  if (prompt.includes(wishes.context)) return { prependContext: contribution }
  if (!prompt.includes(wishes.late)) return undefined
  return new Promise((resolve) => {
    setTimeout(() => {
      keep('late', 'before_prompt_build', { active: activity(ctx) })
      resolve({ prependContext: contribution })
    }, promptTimeoutMs * 2)
  })
}

const activity = ({ hookInvocation }: PromptContext): unknown => {
  try {
    hookInvocation?.assertActive()
    return true
  } catch (error) {
    return error
  }
}

const offer = (api: Api, keep: Keep): void => {
  api.registerService({
    id: 'crabtrail-probe',
    start: (ctx) => keep('service', 'start', { ctx }),
    stop: (ctx) => keep('service', 'stop', { ctx }),
  })
  api.registerTool((ctx) => {
    keep('tool-factory', 'probe_note', { ctx })
    return {
      name: 'probe_note',
      label: 'Probe note',
      description: 'Notes that the probe was called.',
      parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'], additionalProperties: false },
      execute: async (toolCallId, params, signal, onUpdate) => {
        keep('tool', 'probe_note', { toolCallId, params, signal, onUpdate })
        return { content: [{ type: 'text', text: 'noted' }], details: { noted: true } }
      },
    }
  })
  api.registerCommand({
    name: 'probe',
    description: 'Says what the probe heard.',
    acceptsArgs: true,
    handler: async (ctx) => {
      keep('command', 'probe', { ctx })
      return { text: `the probe heard: ${ctx.args ?? ''}` }
    },
  })
  api.registerMemoryCorpusSupplement({
    search: async (asked) => {
      keep('corpus', 'search', { asked })
      return [{ corpus: 'crabtrail-probe', path: 'probe/1', title: 'Probe', kind: 'note', score: 0.5, snippet: 'a note', id: 'probe-1' }]
    },
    get: async (asked) => {
      keep('corpus', 'get', { asked })
      return { corpus: 'crabtrail-probe', path: 'probe/1', content: 'a note', fromLine: 1, lineCount: 1 }
    },
  })
}

const hearCommandLine = (api: Api, keep: Keep): void => {
  api.registerCli(
    ({ program, workspaceDir }) => {
      const where = program.command('probe').description('What the probe sees.').command('where <word>').option('--json', 'as JSON')
      where.action((word: unknown, options: unknown) => {
        keep('cli', 'where', { word, options, workspaceDir })
        process.stdout.write(`${JSON.stringify({ word, mode: api.registrationMode, pluginConfig: api.pluginConfig })}\n`)
      })
    },
    { descriptors: [{ name: 'probe', description: 'What the probe sees of the command line.', hasSubcommands: true }] },
  )
}
