import { memoryTools } from '@crabtrail/agent-host/tools/tools'
import { expect, test } from 'vitest'
import { neighbours, otherRuntimes } from './neighbours.ts'

test.each([
  ['nothing', {}, /^memory-core has the memory slot; memories of this plugin/],
  ['an empty slot', { slots: { memory: 'none' } }, /^no plugin has the memory slot/],
  ['a plugin that is switched off', { entries: { 'memory-core': { enabled: false } } }, /^no plugin has the memory slot/],
  ['a context engine', { slots: { contextEngine: 'lossless-claw' } }, /; lossless-claw assembles the context;/],
  ['the host’s own context engine', { slots: { contextEngine: 'legacy' } }, /^memory-core has the memory slot; memories of/],
])('where the configuration names %s, all fits', (_, plugins, text) => {
  expect(neighbours({ plugins })).toEqual({ isProblem: false, text: expect.stringMatching(text) })
})

test('says that this plugin takes no slot', () => {
  expect(neighbours({ plugins: { slots: { memory: 'crabtrail' } } })).toEqual({
    isProblem: true,
    text: expect.stringContaining('plugins.slots.memory names crabtrail, which takes no slot'),
    command: 'openclaw config set plugins.slots.memory memory-core',
  })
})

test('names the tool that memory-lancedb has too, while that is on', () => {
  const slots = { memory: 'memory-lancedb' }

  expect(neighbours({ plugins: { slots } })).toEqual({ isProblem: true, text: expect.stringMatching(/memory_forget.*\/trail forget/) })
  expect(neighbours({ plugins: { slots, deny: ['memory-lancedb'] } }).isProblem).toBe(false)
  expect(memoryTools.map(({ name }) => name)).toContain('memory_forget')
})

test('names each runtime beside the host’s own once, with what it lacks', () => {
  const codex = { agentRuntime: { id: 'codex' } }
  const agents = {
    defaults: { models: { 'openai/gpt': codex, 'x/y': { agentRuntime: { id: 'openclaw' } } } },
    entries: { work: { models: { z: codex } } },
  }
  const models = { providers: { anthropic: { models: [{ id: 'opus', agentRuntime: { id: 'claude-cli' } }] } } }

  expect(otherRuntimes({ agents, models })).toEqual([
    expect.stringMatching(/^claude-cli: no memories in web chat, where the host does not say who asks; .*; no tools/),
    expect.stringMatching(/^codex: memories are given and stay in its thread; memory_search finds none/),
  ])
  expect(otherRuntimes({ agents: { defaults: { model: { fallbacks: ['claude-cli/opus'] } } } })).toEqual([
    expect.stringMatching(/^claude-cli: /),
  ])
  expect(otherRuntimes({ plugins: { entries: { codex: { enabled: true } } } })).toEqual([expect.stringMatching(/^codex: /)])
  expect(otherRuntimes({ plugins: { entries: { codex: { enabled: true } }, deny: ['codex'] } })).toEqual([])
  expect(otherRuntimes({ agents: { defaults: { models: null } } })).toEqual([])
})
