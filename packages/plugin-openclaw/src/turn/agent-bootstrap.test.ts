import { describe, expect, test } from 'vitest'
import type { Bootstrap, PromptFile } from '../host/conversation.ts'
import type { PluginParts } from '../host/handler.ts'
import { sharedState } from '../host/shared-state.ts'
import { comparePrompt, notesInPrompt, registerBootstrap } from './prompt-notes.ts'

const file = (name: string, content: string): PromptFile => ({ name, path: `/space/${name}`, missing: false, content })

describe('what the host tells of such files', () => {
  const session = { agentId: 'main', sessionKey: 'agent:main:main' }
  const told = (more: Partial<Bootstrap> = {}): Bootstrap => ({
    ...session,
    workspaceDir: '/space/',
    bootstrapFiles: [file('MEMORY.md', 'Noon.')],
    ...more,
  })
  const hearing = (name: string) => {
    const state = sharedState(`bootstrap ${name}`)
    const parts = { state, warn: () => {} } as unknown as PluginParts
    let hear: (event: { readonly context: object }) => unknown = () => {}
    const runtime = { agent: { resolveAgentWorkspaceDir: () => '/space' } }
    registerBootstrap({ config: {}, registerHook: (_event: string, handler: typeof hear) => (hear = handler), runtime } as never, parts)
    return { state, hear: (context: Bootstrap) => hear({ context }) }
  }

  test('is for one turn of that session, as other plugins leave it', () => {
    const { hear, state } = hearing('once')
    const files = [file('MEMORY.md', 'Noon.')]
    state.promptHoldsFiles.add('main')

    hear(told({ bootstrapFiles: files }))
    files.push(file('USER.md', 'Dusk.'))

    expect(notesInPrompt(state, { ...session, sessionKey: 'agent:main:other' })).toBe('')
    expect(notesInPrompt(state, session)).toBe('Noon.\n\nDusk.')
    comparePrompt(state, session, 'Noon. Dusk.')
    expect(notesInPrompt(state, session)).toBe('')
  })

  test('of another folder than the agent’s own is not for any', () => {
    const { hear, state } = hearing('folder')
    state.promptHoldsFiles.add('main')

    hear(told())
    hear(told({ workspaceDir: '/elsewhere', bootstrapFiles: [file('MEMORY.md', 'Dusk.')] }))

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
