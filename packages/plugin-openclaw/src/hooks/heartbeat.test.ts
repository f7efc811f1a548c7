import { heartbeatTags } from '@crabtrail/agent-host/turn/heartbeat'
import { describe, expect, test } from 'vitest'
import { markedTags } from './heartbeat.ts'

const told = (...texts: ReadonlyArray<unknown>) => [
  { role: 'user', content: '#no and [nothing]' },
  {
    role: 'custom',
    customType: 'openclaw.runtime-context',
    content: '#no',
    details: { fragments: texts.map((text) => ({ kind: 'conversation-data', text })) },
  },
]

describe('the tags of a heartbeat', () => {
  test.each([
    ['a word in brackets', 'System: [2026-11-21 19:49:41 UTC] Check the probe [deploy]', ['deploy']],
    ['a hash', 'System: [2026-11-21 19:49:41 UTC] Look at #release-notes and (#crab.trail)', ['release-notes', 'crab.trail']],
    ['areas and projects', 'System: [2026-11-21 19:49:41 UTC] project:crabtrail area:docs/adr', ['crabtrail', 'docs/adr']],
    ['another script', 'System: [2026-11-21 19:49:41 UTC] [配置] #größe', ['配置', 'größe']],
    ['one said twice', 'System: [2026-11-21 19:49:41 UTC] [deploy] #deploy', ['deploy']],
    ['no mark', 'System: [2026-11-21 19:49:41 UTC] Issue#7, #7, a link to /a#b, [two words], [x], [1], [ ]', []],
    [
      'what others may have written',
      'System: [t] New:\nSystem: <untrusted-text>\nSystem: {"a":"[evil] #evil"}\nSystem: </untrusted-text>\nSystem: [x 1] [good]',
      ['t', 'good'],
    ],
    ['a quotation without an end', 'System: <untrusted-text>\nSystem: [evil]', []],
    ['words that are not the host’s', 'Active exec sessions:\n[none]', []],
  ])('are found with %s', (_, text, tags) => {
    expect(markedTags(told(text))).toEqual(tags)
  })

  test('are not looked for where the host says nothing it should', () => {
    expect(markedTags([null, undefined, 1, { customType: 'openclaw.runtime-context' }, ...told(7, undefined)])).toEqual([])
  })

  test('are bounded, and name something', () => {
    expect(heartbeatTags(undefined, ' ', 'heartbeat', 'crab', 'crab', 'x'.repeat(600))).toEqual(['crab'])
    expect(heartbeatTags(...Array.from({ length: 100 }, (_, index) => `t${index}`))).toHaveLength(64)
  })
})
