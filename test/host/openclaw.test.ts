import { describe, expect, test } from 'vitest'
import { patient, realHost } from './stage.ts'

const brain = 'local/main/default'
const session = 'agent:main:host-1'

const stage = realHost({
  prepare: async ({ withStore }) => {
    const text = '# Releases\n\nReleases are deployed from the main branch by the release job.\n'
    await withStore((memory) => memory.ask('ingest', { brain, documents: [{ source: 'releases.md', format: 'markdown', text }] }, patient))
  },
})

describe('the packed plugin in a real gateway', () => {
  test('gives the model what the question reminds the memory of, and records the turn in the agent’s brain', {
    timeout: 90_000,
  }, async () => {
    const answer = await stage.timed('first turn', () => stage.host.turn(session, 'How are releases deployed?'))

    const events = await stage.log('main', { session })
    expect(answer).toBe('ACK')
    expect(stage.sent()).toMatch(/<crabtrail-memory>[\s\S]*release job[\s\S]*<\/crabtrail-memory>[\s\S]*How are releases deployed\?/)
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['SessionStarted', 'TurnStarted', 'SeedsSelected', 'ContextBundled']),
    )
    expect(events.find(({ type }) => type === 'SessionStarted')).toMatchObject({ data: { kind: 'interactive' } })
  })

  test('leaves nothing of it in the history that the next turn sends', { timeout: 60_000 }, async () => {
    await stage.timed('second turn', () => stage.host.turn(session, 'Thank you!'))

    const sent = stage.model.requests.at(-1)?.body
    expect(sent).toContain('How are releases deployed?')
    expect(sent).not.toContain('crabtrail-memory')
  })

  test('leaves a store that verifies when the gateway stops', { timeout: 60_000 }, async () => {
    await stage.timed('stop', () => stage.host.stop())

    const verified = await stage.withStore((memory) => memory.ask('verify', { brain }, patient))
    const events = await stage.log('main', { session })
    expect(verified.checks.filter(({ ok }) => !ok)).toEqual([])
    expect(events.filter(({ type }) => type === 'TurnStarted')).toHaveLength(2)
    expect(stage.host.log()).not.toMatch(/crabtrail.*(error|without memory)/i)
  })
})
