import { beforeEach, describe, expect, test } from 'vitest'
import { type Run, sharedState } from '../host/shared-state.ts'
import { beginRun } from './runs.ts'
import { noteToolCall, type ToolCall } from './tool-calls.ts'

let run: Run
beforeEach(() => {
  const talk = { brain: 'local/main/default', session: 's', sessionKind: 'interactive', actor: 'openclaw', actorKind: 'host' } as const
  run = beginRun(
    sharedState('tool-uses'),
    {},
    { talk, access: { memory: 'owner', chatKind: 'named' }, interactive: true, request: { question: 'a' } },
  )
})

const note = (...calls: ReadonlyArray<Partial<ToolCall>>) => {
  for (const call of calls) noteToolCall(run, { toolName: 'read', params: {}, ...call })
  return Object.fromEntries(run.tools)
}

describe('the tools of a run', () => {
  test('are counted with their failures', () => {
    const tallies = note({}, { error: 'no such file' }, { toolName: 'exec' })

    expect(tallies).toEqual({ read: { calls: 2, failures: 1 }, exec: { calls: 1, failures: 0 } })
  })

  test('do not count the call that only led to another', () => {
    const tallies = note(
      { toolName: 'memory_search', toolCallId: 'tool_search_code:call_3_0:memory_search:1', params: { query: 'deploy' } },
      { toolName: 'tool_call', toolCallId: 'call_3_0', params: { id: 'memory_search', args: { query: 'deploy' } } },
      { toolName: 'tool_call', toolCallId: 'call_3_1', params: { id: 'unheard_of' }, error: 'Unknown tool id: unheard_of' },
    )

    expect(tallies).toEqual({ memory_search: { calls: 1, failures: 0 }, tool_call: { calls: 1, failures: 1 } })
    expect(run.toolTexts).toEqual(['deploy', 'unheard_of'])
  })

  test('are counted under a name that can be kept, whatever a model calls them', () => {
    expect(Object.keys(note({ toolName: '寿'.repeat(5_000) }, { toolName: ' ' }))).toEqual(['寿'.repeat(100), 'unnamed'])
  })

  test('are so many at most', () => {
    const calls = Array.from({ length: 70 }, (_, index) => ({ toolName: `tool ${index}` }))

    expect(Object.keys(note(...calls, { toolName: 'tool 0' }))).toHaveLength(64)
    expect(run.tools.get('tool 0')).toEqual({ calls: 2, failures: 0 })
  })
})

describe('what tools were called with', () => {
  test('is kept as plain words', () => {
    note({ params: { path: 'docs/release.md', lines: [1, 20], deep: { note: 'two\nlines', no: null, yes: true } } })

    expect(run.toolTexts).toEqual(['docs/release.md\n1\n20\ntwo\nlines'])
  })

  test('is not kept of calls that judge memories, which name them for another reason', () => {
    note({ toolName: 'memory_feedback', params: { used: ['releases'] } }, { toolName: 'memory_why', params: { turn: 't1' } })

    expect(run.toolTexts).toEqual([])
    expect(run.tools.size).toBe(2)
  })

  test('is bounded, however it is nested', () => {
    const endless: Record<string, unknown> = { text: 'a' }
    endless['self'] = endless
    note({ params: endless }, { params: { text: 'x'.repeat(20_000) } }, { params: { text: 'y' } })

    expect(run.toolTexts.join('').length).toBeLessThanOrEqual(16_000)
    expect(run.toolTexts).toHaveLength(2)
  })
})
