import { expect, test } from 'vitest'
import { readTrail } from './trail-call.ts'

test.each([
  [undefined, { call: 'help' }],
  ['', { call: 'help' }],
  ['why', { call: 'why', node: undefined }],
  ['why 2', { call: 'why', node: '2' }],
  ['WHY notes.md#a', { call: 'why', node: 'notes.md#a' }],
  ['off', { call: 'off' }],
  ['routing', { call: 'routing' }],
  ['wrong', { call: 'wrong', nodes: [], instead: undefined }],
  ['wrong 1, 2', { call: 'wrong', nodes: ['1', '2'], instead: undefined }],
  ['wrong 1 instead a.md#b', { call: 'wrong', nodes: ['1'], instead: ['a.md#b'] }],
  ['wrong 1 instead', { call: 'wrong', nodes: ['1'], instead: [] }],
  ['wrong instead a.md', { call: 'wrong', nodes: [], instead: ['a.md'] }],
  ['used [a.md#b] "my notes.md#c"', { call: 'used', nodes: ['a.md#b', 'my notes.md#c'], instead: undefined }],
  ['not-useful 3', { call: 'not-useful', nodes: ['3'], instead: undefined }],
  ['undo', { call: 'undo', rest: [] }],
  ['Undo 57', { call: 'undo', rest: ['57'] }],
  ['unlearn', { call: 'unlearn', what: undefined, name: undefined, confirmed: false, rest: [] }],
  ['unlearn session', { call: 'unlearn', what: 'session', name: undefined, confirmed: false, rest: [] }],
  ['unlearn Session "agent:main:my talk" YES', { call: 'unlearn', what: 'session', name: 'agent:main:my talk', confirmed: true, rest: [] }],
  ['unlearn session s17 no yes', { call: 'unlearn', what: 'session', name: 's17', confirmed: false, rest: ['no', 'yes'] }],
  ['unlearn undo 57', { call: 'unlearn', what: 'undo', name: '57', confirmed: false, rest: [] }],
  ['note', { call: 'note', text: '' }],
  ['Note  the "tide", twice\na day ', { call: 'note', text: 'the "tide", twice\na day' }],
  ['notes', { call: 'unknown', word: 'notes' }],
  ['forget everything', { call: 'unknown', word: 'forget' }],
])('%j is read as %j', (typed, call) => {
  expect(readTrail(typed)).toEqual(call)
})
