import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemoryWorker } from '@crabtrail/store/worker'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { currentUserText, prefixBefore } from '../chat-request.ts'
import { calling, deferred, inTurn } from '../model-script.ts'
import { createFakeHost, type FakeHostOptions } from './fake-host.ts'
import { handClock } from './host-clock.ts'
import type { HostedPlugin } from './registration.ts'

type Hook = (event: { readonly prompt: string }, ctx: { readonly hookInvocation: { readonly assertActive: () => void } }) => unknown
interface Api {
  readonly registrationMode: string
  readonly on: (name: string, handler: Hook, options?: object) => void
  readonly registerGatewayMethod: (name: string) => void
  readonly registerCommand: (command: {
    readonly name: string
    readonly requiredScopes?: ReadonlyArray<string>
    readonly handler: Said
  }) => void
}
type Said = (ctx: { readonly senderIsOwner?: boolean }) => { readonly text: string }

const session = 'agent:main:test'
/** The first moment of 2026-11-20. */
const morning = 1_795_132_800_000

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fake-host-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const plugin = (register: (api: Api) => void): HostedPlugin => ({ id: 'small', register: register as HostedPlugin['register'] })

const started = async (options: Partial<FakeHostOptions> & Pick<FakeHostOptions, 'load'>) => {
  const host = createFakeHost({ home, script: () => 'Hello.', ...options })
  await host.start()
  return host
}

describe('a command in the fake host', () => {
  test('is told who the sender is only where it asks for a scope', async () => {
    const handler: Said = ({ senderIsOwner }) => ({ text: String(senderIsOwner) })
    const register = ({ registerCommand }: Api) => {
      registerCommand({ name: 'open', handler })
      registerCommand({ name: 'owned', requiredScopes: ['operator.admin'], handler })
    }
    const host = await started({ load: () => plugin(register) })

    const said = [await host.chat(session, '/open'), await host.chat(session, '/owned')]
    await host.stop()

    expect(said).toEqual(['undefined', 'true'])
  })
})

describe('our plugin in the fake host', () => {
  // Each registration gets a module of its own, as in the host.
  const load = async (): Promise<HostedPlugin> => {
    vi.resetModules()
    return (await import('../../../packages/plugin-openclaw/src/index.ts')).default
  }

  test('puts before a question what it reminds the memory of, and nothing before the prefix changes', { timeout: 120_000 }, async () => {
    const host = await started({ load, entry: { hooks: { allowConversationAccess: true }, config: { deadlineMs: 10_000 } } })
    const memory = openMemoryWorker({ path: join(host.state, 'crabtrail', 'crabtrail.db') })
    const text = '# Releases\n\nReleases are deployed from the main branch by the release job.\n'
    const documents = [{ source: 'releases.md', format: 'markdown', text }] as const
    await memory.ask('ingest', { brain: 'local/main/default', documents: [...documents] }, { deadlineMs: 30_000 })
    await memory.close(10_000)

    await host.turn(session, 'How are releases deployed?')
    await host.turn(session, 'Thank you!')
    await host.stop()

    const [first, second] = host.requests
    expect(currentUserText(first ?? fail())).toMatch(/How are releases deployed\?\n\n<crabtrail-memory turn="t1">[\s\S]*release job/)
    expect(prefixBefore(second ?? fail())).toContain('How are releases deployed?')
    expect(prefixBefore(second ?? fail())).not.toContain('crabtrail-memory')
  })

  test.each(['cli-metadata', 'setup-only', 'tool-discovery', 'setup-runtime'] as const)('can be looked at in %s mode', async (mode) => {
    const host = createFakeHost({ home, script: () => 'Hello.', load })

    expect((await host.look(mode)).plugin).toBe('crabtrail')
    expect(host.log()).toBe('')
  })
})

describe('the fake host', () => {
  test('gives up a hook that never answers when the test’s clock says so, and tells it when it asks', async () => {
    const clock = handClock(morning)
    const ended: unknown[] = []
    const asked = Promise.withResolvers<void>()
    const late = Promise.withResolvers<void>()
    const load = () =>
      plugin(({ on }) =>
        on('before_prompt_build', async (_event, { hookInvocation }) => {
          asked.resolve()
          await late.promise
          try {
            hookInvocation.assertActive()
          } catch (error) {
            ended.push(error)
          }
          return { prependContext: 'too late' }
        }),
      )
    const host = await started({ load, clock })

    const turn = host.turn(session, 'Hi')
    await asked.promise
    clock.advance(15_000)
    expect(await turn).toBe('Hello.')
    late.resolve()
    await host.idle()

    expect(host.log()).toContain('before_prompt_build handler from small failed: timed out after 15000ms')
    expect(ended).toEqual([new Error('prompt hook invocation is no longer active')])
    expect(currentUserText(host.requests[0] ?? fail())).toMatch(/^\[Fri 2026-11-20 00:00 UTC\] Hi/)
  })

  test('blocks a tool whose gate fails, and goes on with the turn', async () => {
    const results: unknown[] = []
    const load = () =>
      plugin(({ on }) => {
        on('before_tool_call', () => Promise.reject(new Error('broken')))
        on('after_tool_call', (event) => void results.push(event))
      })
    const script = inTurn(calling(deferred('memory_search', { query: 'x' })), 'Done.')
    const host = await started({ load, script })

    expect(await host.turn(session, 'Search')).toBe('Done.')
    await host.settled()
    expect(results).toMatchObject([{ toolName: 'tool_call', error: 'Tool call blocked because before_tool_call hook failed' }])
  })

  test('does not reload for ever because of a handler that never returns', async () => {
    const clock = handClock(morning)
    const hung = Promise.withResolvers<void>()
    const load = () => plugin(({ on }) => on('agent_end', () => hung.promise))
    const host = await started({ load, clock })
    await host.turn(session, 'Hi')

    const reload = host.reconfigure({ plugins: { entries: { small: { config: {} } } } })
    clock.advance(5_000)
    await reload

    expect(host.log()).toContain('forced retirement after 5000ms: 1 still-running call(s)')
    hung.resolve()
    await host.stop()
  })

  test('leaves out the hooks that the user has not granted, and says so', async () => {
    const load = () => plugin(({ on }) => on('before_prompt_build', () => ({ prependContext: 'unheard' })))
    const host = await started({ load, entry: {} })

    await host.turn(session, 'Hi')

    expect(currentUserText(host.requests[0] ?? fail())).not.toContain('unheard')
    expect(host.log()).toContain('before_prompt_build is blocked')
  })

  test('builds the prompt again within a run when the model’s side fails', async () => {
    let builds = 0
    const load = () => plugin(({ on }) => on('before_prompt_build', () => void builds++))
    const host = await started({ load, script: () => (builds < 3 ? { status: 503, message: 'busy' } : 'At last.') })

    expect(await host.turn(session, 'Hi')).toBe('At last.')
    expect(builds).toBe(3)
  })

  test('is loud about what it cannot do', async () => {
    const method = () => plugin(({ registerGatewayMethod }) => registerGatewayMethod('x'))
    const hook = () => plugin(({ on }) => on('subagent_spawned', () => {}))

    await expect(started({ load: method })).rejects.toThrow('the fake host has no api (full).registerGatewayMethod yet')
    await expect(started({ load: hook })).rejects.toThrow('does not drive the hook subagent_spawned yet')
  })
})

const fail = (): never => {
  throw new Error('the model was not asked')
}
