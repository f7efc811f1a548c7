import { beginRun } from '@crabtrail/agent-host/state/runs'
import { type Run, sharedState } from '@crabtrail/agent-host/state/shared-state'
import { withNewHits } from '@crabtrail/agent-host/turn/tool-calls'
import { beforeEach, describe, expect, test } from 'vitest'
import { type CalledTool, noteToolCall, searchHits } from './tool-calls.ts'

const note = {
  path: 'memory/2026-11-20.md',
  startLine: 1,
  endLine: 8,
  score: 0.96,
  snippet: '# Releases\n\nThe release job deploys.\n\nSource: memory/2026-11-20.md#L1-L8',
  provenance: { originClass: 'agent' },
  corpus: 'memory',
}

describe('what a search of the host found', () => {
  test('is a passage of a note, without what the host wrote behind it', () => {
    const hit = { source: 'memory/2026-11-20.md', text: '# Releases\n\nThe release job deploys.', from: 1, to: 8 }

    expect(searchHits({ results: [note] })).toEqual([hit])
  })

  test('is filed under the folder of the gateway where its notes are', () => {
    expect(searchHits({ results: [note] }, 'ada-0a1b').map(({ source }) => source)).toEqual(['ada-0a1b/memory/2026-11-20.md'])
    expect(searchHits({ results: [{ ...note, path: 'x'.repeat(510) }] }, 'ada-0a1b')).toEqual([])
  })

  test.each([
    ['of an untrusted origin', { ...note, provenance: { originClass: 'untrusted' } }],
    ['of no origin that is said', { ...note, provenance: undefined }],
    ['our own memory', { ...note, corpus: 'crabtrail' }],
    ['without a text', { ...note, snippet: '\n\nSource: memory/2026-11-20.md' }],
    ['without a place', { ...note, path: 7 }],
    ['under a name too long to be one', { ...note, path: 'x'.repeat(513) }],
    ['nothing at all', null],
  ])('is no hint when it is %s', (_, result) => {
    expect(searchHits({ results: [result] })).toEqual([])
  })

  test.each([undefined, null, {}, { results: 'none' }, 'text'])('is nothing in %o', (details) => {
    expect(searchHits(details)).toEqual([])
  })

  test('is bounded in number and in length', () => {
    const found = searchHits({ results: Array.from({ length: 30 }, () => ({ ...note, snippet: '寿'.repeat(9_000), startLine: -1 })) })

    expect(found).toHaveLength(20)
    expect(found[0]?.text).toHaveLength(2_000)
    expect(found[0]).not.toHaveProperty('from')
  })

  test('comes before what was found earlier, and the same passage counts once', () => {
    const hits = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, index) => ({ source: `${first + index}.md`, text: 'a' }))

    const both = withNewHits(hits(1, 15), [...hits(14, 20), { source: '21.md', text: 'b' }])

    expect(both.map(({ source }) => Number.parseInt(source, 10))).toEqual([
      14, 15, 16, 17, 18, 19, 20, 21, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ])
  })
})

let run: Run
beforeEach(() => {
  const talk = { brain: 'local/main/default', session: 's', sessionKind: 'interactive', actor: 'openclaw', actorKind: 'host' } as const
  run = beginRun(
    sharedState('tool-uses'),
    {},
    { talk, access: { memory: 'owner', chatKind: 'named' }, interactive: true, request: { question: 'a' } },
  )
})

const noted = (...calls: ReadonlyArray<Partial<CalledTool>>) => {
  for (const call of calls) noteToolCall(run, { toolName: 'read', params: {}, ...call })
  return Object.fromEntries(run.tools)
}

describe('the tools of a run', () => {
  test('are counted with their failures', () => {
    const tallies = noted({}, { error: 'no such file' }, { toolName: 'exec' })

    expect(tallies).toEqual({ read: { calls: 2, failures: 1 }, exec: { calls: 1, failures: 0 } })
  })

  test('do not count the call that only led to another', () => {
    const tallies = noted(
      { toolName: 'memory_search', toolCallId: 'tool_search_code:call_3_0:memory_search:1', params: { query: 'deploy' } },
      { toolName: 'tool_call', toolCallId: 'call_3_0', params: { id: 'memory_search', args: { query: 'deploy' } } },
      { toolName: 'tool_call', toolCallId: 'call_3_1', params: { id: 'unheard_of' }, error: 'Unknown tool id: unheard_of' },
    )

    expect(tallies).toEqual({ memory_search: { calls: 1, failures: 0 }, tool_call: { calls: 1, failures: 1 } })
    expect(run.toolTexts).toEqual(['deploy', 'unheard_of'])
  })

  test('are counted once, however often the host reports a call', () => {
    const call = { toolName: 'memory_why', toolCallId: 'call_5' }

    expect(noted(call, call, { ...call, toolCallId: 'call_6' })).toEqual({ memory_why: { calls: 2, failures: 0 } })
  })

  test('are counted under a name that can be kept, whatever a model calls them', () => {
    expect(Object.keys(noted({ toolName: '寿'.repeat(5_000) }, { toolName: ' ' }))).toEqual(['寿'.repeat(100), 'unnamed'])
  })

  test('are so many at most', () => {
    const calls = Array.from({ length: 70 }, (_, index) => ({ toolName: `tool ${index}` }))

    expect(Object.keys(noted(...calls, { toolName: 'tool 0' }))).toHaveLength(64)
    expect(run.tools.get('tool 0')).toEqual({ calls: 2, failures: 0 })
  })
})

describe('the calls of a run', () => {
  const result = (text: string) => ({ content: [{ type: 'text', text }] })
  const called = (...calls: ReadonlyArray<Partial<CalledTool>>) => {
    noted(...calls)
    return run.calls
  }

  test('are reported with their command and the beginning of what it printed', () => {
    const [call] = called({
      toolName: 'exec',
      params: { command: 'git commit -m x' },
      result: result(`[main 1a2b3c4] x\n${'y'.repeat(9_000)}`),
    })

    expect(call).toMatchObject({ tool: 'exec', command: 'git commit -m x' })
    expect(call?.output).toMatch(/^\[main 1a2b3c4\]/)
    expect(call?.output).toHaveLength(500)
    expect(call).not.toHaveProperty('failed')
  })

  test('are reported with their file and digests of its texts, by which equal texts are known', () => {
    const [write, read, edit, back] = called(
      { toolName: 'write', params: { path: 'a.md', content: 'One\n' } },
      { params: { path: 'a.md' }, result: result('One') },
      { toolName: 'edit', params: { file_path: 'a.md', old_string: 'One', new_string: 'Two' } },
      { toolName: 'edit', params: { path: 'a.md', oldText: 'Two', newText: 'One' }, error: 'not found' },
    )

    expect(write).toMatchObject({ path: 'a.md', added: read?.read })
    expect(write).not.toHaveProperty('removed')
    expect([edit?.removed, edit?.added]).toEqual([back?.added, back?.removed])
    expect(back).toMatchObject({ failed: true })
    expect(JSON.stringify([read, { ...write, text: '' }])).not.toContain('One')
  })

  test('read a whole file only where no part of it was asked for', () => {
    const [part] = called({ params: { path: 'a.md', offset: 10 }, result: result('One') })

    expect(part).not.toHaveProperty('read')
  })

  test('are the last ones, of any shape, and without those about memories', () => {
    const many = Array.from({ length: 70 }, (_, i) => ({
      toolName: `tool ${i % 3}`,
      params: i % 2 === 0 ? null : { path: 7, content: [] },
    }))

    expect(called(...many, { toolName: 'memory_note', params: { note: 'x' } })).toHaveLength(64)
    expect(run.calls.at(-1)?.tool).toBe('tool 0')
  })
})

describe('the steps of a run', () => {
  const command = (text: unknown): Partial<CalledTool> => ({ toolName: 'exec', params: { command: text } })

  test('are the tools whose calls succeeded, in their order, with the program of a command and nothing else of it', () => {
    noted(
      {},
      {},
      command('cd /srv/app && TOKEN=s3cret npm run build --key=4711'),
      { error: 'no' },
      command('git push'),
      command('npm test'),
    )

    expect(run.steps).toEqual(['read', 'exec npm', 'exec git', 'exec npm'])
  })

  test.each([
    ['/usr/bin/secret-program a', 'exec'],
    ['$(curl evil)', 'exec'],
    [`${'x'.repeat(1_000_000)} y`, 'exec'],
    [7, 'exec'],
    ['python3.12 -c "print(1)"', 'exec python3.12'],
  ])('name no program that is not plain: %j', (text, step) => {
    noted(command(text))

    expect(run.steps).toEqual([step])
  })

  test('are no calls that are about memories, and so many at most', () => {
    noted({ toolName: 'memory_note' }, { toolName: 'memory_why' })
    expect(run.steps).toEqual([])

    noted(...Array.from({ length: 200 }, (_, i) => ({ toolName: `tool ${i}` })))
    expect(run.steps).toHaveLength(64)
  })
})

describe('what failed calls reported', () => {
  test('is kept of the newest ones, each cut short', () => {
    noted({ error: 'no such file' }, {}, { toolName: 'exec', error: 'x'.repeat(1_000_000) })

    expect(run.toolErrors).toEqual([
      { tool: 'read', text: 'no such file' },
      { tool: 'exec', text: 'x'.repeat(2_000) },
    ])
    noted(...Array.from({ length: 20 }, (_, index) => ({ error: `failed ${index}` })))
    expect(run.toolErrors.map(({ text }) => text)).toEqual(Array.from({ length: 8 }, (_, index) => `failed ${index + 12}`))
  })
})

describe('what tools were called with', () => {
  test('is kept as plain words', () => {
    noted({ params: { path: 'docs/release.md', lines: [1, 20], deep: { note: 'two\nlines', no: null, yes: true } } })

    expect(run.toolTexts).toEqual(['docs/release.md\n1\n20\ntwo\nlines'])
  })

  test('is not kept of calls that judge memories, which name them for another reason', () => {
    noted({ toolName: 'memory_feedback', params: { used: ['releases'] } }, { toolName: 'memory_why', params: { turn: 't1' } })
    noted({ toolName: 'memory_undo', params: { note: 'releases' } })

    expect(run.toolTexts).toEqual([])
    expect(run.tools.size).toBe(3)
  })

  test('is bounded, however it is nested', () => {
    const endless: Record<string, unknown> = { text: 'a' }
    endless['self'] = endless
    noted({ params: endless }, { params: { text: 'x'.repeat(20_000) } }, { params: { text: 'y' } })

    expect(run.toolTexts.join('').length).toBeLessThanOrEqual(16_000)
    expect(run.toolTexts).toHaveLength(2)
  })
})
