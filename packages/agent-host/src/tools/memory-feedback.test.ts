import { describedFields, operations, toolArguments, verdicts } from '@crabtrail/core'
import { describe, expect, test } from 'vitest'
import { feedbackArguments, whyArguments } from './memory-feedback.ts'

const printed = ({ parameters }: { readonly parameters: object }) => JSON.stringify(parameters, null, 1)

describe('the arguments of memory_feedback', () => {
  // They are part of every system prompt. Each change of a byte invalidates the prompt caches of all users.
  test('are printed as one constant JSON Schema', () => {
    expect(printed(feedbackArguments)).toMatchInlineSnapshot(`
      "{
       "type": "object",
       "properties": {
        "verdict": {
         "type": "string",
         "enum": [
          "used",
          "not-relevant",
          "not-useful",
          "wrong"
         ],
         "description": "used: it helped. not-relevant: it has nothing to do with the question. not-useful: it says nothing of worth. wrong: it misled."
        },
        "nodes": {
         "type": "array",
         "items": {
          "type": "string",
          "minLength": 1,
          "maxLength": 512
         },
         "maxItems": 16,
         "description": "The notes, by the ids in square brackets before them. Absent: all that were given."
        },
        "instead": {
         "type": "array",
         "items": {
          "type": "string",
          "minLength": 1,
          "maxLength": 512
         },
         "maxItems": 16,
         "description": "Notes that would have been right."
        },
        "note": {
         "type": "string",
         "maxLength": 2000,
         "description": "What was wrong, in a sentence."
        },
        "turn": {
         "type": "string",
         "pattern": "^t?[1-9][0-9]*$",
         "description": "The turn, as its notes name it (turn=\\"t17\\"). Leave it out when the message corrects you: then it is the answer that is corrected."
        }
       },
       "required": [
        "verdict"
       ],
       "additionalProperties": false
      }"
    `)
  })

  test('name fields of the operation, and verdicts that it has', () => {
    const { answering: _, text, ...rest } = fieldsOf('feedback')
    expect(Object.keys({ ...rest, note: text })).toEqual(expect.arrayContaining(namesIn(feedbackArguments)))
    const { verdict } = feedbackArguments.parameters['properties'] as { readonly verdict: { readonly enum: ReadonlyArray<string> } }
    expect(verdicts).toEqual(expect.arrayContaining([...verdict.enum]))
  })

  test.each([
    ['nothing', undefined, {}],
    ['a list', ['used'], {}],
    ['texts with spaces around them', { verdict: ' wrong ', note: ' no ', turn: 't1 ' }, { verdict: 'wrong', text: 'no', turn: 't1' }],
    ['a single text for a list', { nodes: 'a.md', instead: [' b.md', ''] }, { nodes: ['a.md'], instead: ['b.md'] }],
    ['empty texts and lists', { note: ' ', turn: '', nodes: [], instead: [''] }, {}],
    ['values of another type', { verdict: 1, note: ['no'], nodes: [1, null], turn: 17 }, {}],
    ['a verdict that only people give', { verdict: 'success' }, {}],
    ['fields that a model may not give', { text: 'a', tier: 'conscious', brain: 'other', actor: 'owner' }, {}],
  ])('are read from %s', (_, given, read) => {
    expect(feedbackArguments.read(given)).toEqual(read)
  })
})

describe('the arguments of a tool', () => {
  test('do not compile with a verdict that does not exist, and are refused with a field that does not exist', () => {
    // @ts-expect-error: there is no such verdict
    toolArguments(operations.feedback.request, { verdict: { choices: ['bad'], sentence: 'A verdict.' } })
    // @ts-expect-error: there is no such field
    expect(() => toolArguments(operations.why.request, { verdicts: { sentence: 'A verdict.' } })).toThrow('no field verdicts')
  })

  test('have no wider bounds than the operation', () => {
    const { parameters } = toolArguments(operations.why.request, { node: { most: 1_000_000, sentence: 'A note.' } })
    expect(parameters).toMatchObject({ properties: { node: { maxLength: 512 } } })
  })
})

describe('the arguments of memory_why', () => {
  test('are printed as one constant JSON Schema', () => {
    expect(printed(whyArguments)).toMatchInlineSnapshot(`
      "{
       "type": "object",
       "properties": {
        "turn": {
         "type": "string",
         "pattern": "^t?[1-9][0-9]*$",
         "description": "A turn, as t17. Absent: the last one of this conversation."
        },
        "node": {
         "type": "string",
         "minLength": 1,
         "maxLength": 512,
         "description": "A note, by its id: why it was recalled, or why not."
        }
       },
       "additionalProperties": false
      }"
    `)
  })

  test('name fields of the operation', () => {
    expect(Object.keys(fieldsOf('why'))).toEqual(expect.arrayContaining(namesIn(whyArguments)))
  })

  test('are read as texts', () => {
    expect(whyArguments.read({ turn: 't1', node: ' a.md', brain: 'other' })).toEqual({ turn: 't1', node: 'a.md' })
  })
})

const fieldsOf = (name: keyof typeof operations): Readonly<Record<string, unknown>> =>
  Object.fromEntries(describedFields(operations[name].request).map((field) => [field.name, field]))

const namesIn = ({ parameters }: { readonly parameters: { readonly [key: string]: unknown } }): string[] =>
  Object.keys(parameters['properties'] as object)
