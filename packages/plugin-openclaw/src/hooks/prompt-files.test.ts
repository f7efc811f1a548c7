import { sharedState } from '@crabtrail/agent-host/state/shared-state'
import { comparePrompt, notesInPrompt } from '@crabtrail/agent-host/turn/prompt-notes'
import { describe, expect, test } from 'vitest'
import type { PluginParts } from '../host/openclaw.ts'
import { type Bootstrap, type PromptFile, registerBootstrap, wholeNotes } from './prompt-files.ts'

const file = (name: string, content: string): PromptFile => ({ name, path: `/space/${name}`, missing: false, content })
const absent = (name: string): PromptFile => ({ name, path: `/space/${name}`, missing: true })
const long = (characters: number): string => 'x'.repeat(characters)

describe('a file that the host puts into the system prompt', () => {
  test('stands there whole up to the limit of a file, which is smaller for USER.md', () => {
    const bootstrapFiles = [file('AGENTS.md', long(20_001)), file('USER.md', long(4_001)), file('MEMORY.md', `${long(20_000)}\n\n`)]

    expect(wholeNotes({ bootstrapFiles })).toEqual([long(20_000)])
  })

  test('stands there only as far as those before it left room', () => {
    const cfg = { agents: { defaults: { bootstrapTotalMaxChars: 1_000 } } }
    const behind = (characters: number) =>
      wholeNotes({ cfg, bootstrapFiles: [file('AGENTS.md', long(characters)), file('MEMORY.md', 'm'.repeat(64))] })

    expect(behind(936)).toEqual(['m'.repeat(64)])
    expect(behind(937)).toEqual([])
    expect(behind(1_001)).toEqual([])
  })

  test('that is missing takes the room of the line that says so', () => {
    const cfg = { agents: { defaults: { bootstrapTotalMaxChars: 100 } } }
    const bootstrapFiles = [absent('SOUL.md'), file('MEMORY.md', long(60))]

    expect(wholeNotes({ cfg, bootstrapFiles })).toEqual([])
    expect(wholeNotes({ cfg, bootstrapFiles: bootstrapFiles.slice(1) })).toEqual([long(60)])
  })

  test('has the limit of its agent, and of all agents where that has none or no valid one', () => {
    const whole = (entry: object, defaults: object) =>
      wholeNotes({ agentId: 'ada', cfg: { agents: { entries: { ada: entry }, defaults } }, bootstrapFiles: [file('MEMORY.md', long(100))] })
        .length

    expect(whole({ bootstrapMaxChars: 99 }, { bootstrapMaxChars: 100 })).toBe(0)
    expect(whole({}, { bootstrapMaxChars: 99 })).toBe(0)
    expect(whole({ bootstrapMaxChars: 100 }, { bootstrapMaxChars: 99 })).toBe(1)
    expect(whole({ bootstrapMaxChars: 0 }, { bootstrapMaxChars: 99 })).toBe(1)
  })
})

const promptFile = (name: string, content: string): PromptFile => ({ name, path: `/space/${name}`, missing: false, content })

describe('what the host tells of such files', () => {
  const session = { agentId: 'main', sessionKey: 'agent:main:main' }
  const told = (more: Partial<Bootstrap> = {}): Bootstrap => ({
    ...session,
    workspaceDir: '/space/',
    bootstrapFiles: [promptFile('MEMORY.md', 'Noon.')],
    ...more,
  })
  const hearing = (name: string) => {
    const state = sharedState(`bootstrap ${name}`)
    const parts = { state, isOn: () => true, warn: () => {} } as unknown as PluginParts
    let hear: (event: { readonly context: object }) => unknown = () => {}
    const runtime = { agent: { resolveAgentWorkspaceDir: () => '/space' } }
    registerBootstrap({ config: {}, registerHook: (_event: string, handler: typeof hear) => (hear = handler), runtime } as never, parts)
    return { state, hear: (context: Bootstrap) => hear({ context }) }
  }

  test('is for one turn of that session, as other plugins leave it', () => {
    const { hear, state } = hearing('once')
    const files = [promptFile('MEMORY.md', 'Noon.')]
    state.promptHoldsFiles.add('main')

    hear(told({ bootstrapFiles: files }))
    files.push(promptFile('USER.md', 'Dusk.'))

    expect(notesInPrompt(state, { ...session, sessionKey: 'agent:main:other' })).toBe('')
    expect(notesInPrompt(state, session)).toBe('Noon.\n\nDusk.')
    comparePrompt(state, session, 'Noon. Dusk.')
    expect(notesInPrompt(state, session)).toBe('')
  })

  test('of another folder than the agent’s own is not for any', () => {
    const { hear, state } = hearing('folder')
    state.promptHoldsFiles.add('main')

    hear(told())
    hear(told({ workspaceDir: '/elsewhere', bootstrapFiles: [promptFile('MEMORY.md', 'Dusk.')] }))

    expect(notesInPrompt(state, session)).toBe('Noon.')
  })

  test('counts once a prompt of that agent held it, until one does not', () => {
    const { hear, state } = hearing('trust')
    const turn = (prompt: string | undefined, more: Partial<Bootstrap> = {}) => {
      hear(told(more))
      const known = notesInPrompt(state, session)
      comparePrompt(state, session, prompt)
      return known
    }

    const known = [turn('Noon.'), turn('Noon.'), turn(undefined, { bootstrapFiles: [] }), turn(undefined), turn('Noon.'), turn('Noon.')]

    expect(known).toEqual(['', 'Noon.', '', 'Noon.', '', 'Noon.'])
  })
})
