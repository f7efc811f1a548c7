import { describe, expect, test } from 'vitest'
import { kindCode, kindCodes, kindOf, kindsLookedUp, ownerCode, ownerOf, spaceCode, spaceName } from './columns.ts'

describe('the codes of closed words', () => {
  test('stand in files for good', () => {
    expect(kindCodes).toEqual({
      'node-id': 1,
      'session-key': 2,
      'source-key': 3,
      tag: 4,
      'actor-name': 5,
      'session-part': 6,
      'source-digest': 7,
      'edge-label': 8,
      'message-id': 9,
      'setting-name': 10,
      'node-title': 11,
      'node-tag': 12,
      'source-root': 13,
      'node-text': 20,
      question: 21,
      hint: 22,
      context: 23,
      prompt: 24,
      'feedback-text': 25,
      'node-links': 26,
      explanation: 27,
      'node-alias': 28,
    })
    expect((['brain', 'actor', 'session', 'source', 'node', 'edge', 'turn', 'feedback'] as const).map(ownerCode)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7,
    ])
    expect((['document', 'cue', 'phrase', 'alias'] as const).map(spaceCode)).toEqual([1, 2, 3, 4])
    expect(kindsLookedUp).toBe(11)
  })

  test('read back as the words they are', () => {
    expect(kindOf(kindCode('question'))).toBe('question')
    expect(ownerOf(ownerCode('edge'))).toBe('edge')
    expect(spaceName(spaceCode('cue'))).toBe('cue')
    expect(() => kindOf(99)).toThrow(/code 99/)
  })
})
