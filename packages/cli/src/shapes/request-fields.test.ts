import { describedFields, operations } from '@crabtrail/core'
import { describe, expect, test } from 'vitest'
import { type CommandName, shapeOf } from '../calls/table.ts'
import { flagOf, requestOf } from './request-fields.ts'

const field = (name: keyof typeof operations, of: string) => {
  const found = describedFields(operations[name].request).find((one) => one.name === of)
  if (found === undefined) throw new Error(`${name} has no field ${of}`)
  return found
}

describe('an option of a described field', () => {
  test('has its bounds, its value name and its sentence with the meaning of an absent value', () => {
    expect(flagOf(field('recall', 'limit'))).toEqual({
      number: 'whole',
      value: 'N',
      help: 'the most memories that are listed; else 10',
    })
    expect(flagOf(field('recall', 'budget')).help).toBe('the most that the context may have, in tokens; else as the profile says')
    expect(flagOf(field('show', 'at')).help).toBe(
      'as it was at that position; 1234, a time, yesterday, -100 (events back), tag:NAME, t17 or session:NAME; else now',
    )
    expect(flagOf(field('log', 'session')).help).toBe('only events of this session: its key, or its number as s17')
  })

  test('is a switch for a truth, may be repeated for a list, and is needed where the field is', () => {
    expect(flagOf(field('rollback', 'dryRun'))).toEqual({ help: 'tells what it would do, and changes nothing' })
    expect(flagOf(field('feedback', 'nodes'))).toMatchObject({ value: 'NODE', many: true })
    expect(flagOf(field('feedback', 'nodes')).required).toBeUndefined()
    expect(flagOf(field('rollback', 'to')).required).toBe(true)
    expect(flagOf(field('feedback', 'outcome')).number).toBe('decimal')
  })

  test.each<[CommandName, string, keyof typeof operations, string]>([
    ['feedback', 'tier', 'feedback', 'tier'],
    ['recall', 'engine', 'recall', 'engine'],
    ['strength', 'kind', 'strength', 'kind'],
    ['ingest', 'origin', 'ingest', 'origin'],
  ])('of %s --%s has the choices that %s describes for %s', (command, option, name, of) => {
    expect(shapeOf(command).flags[option]?.choices).toEqual(field(name, of).choices)
    expect(field(name, of).choices?.length).toBeGreaterThan(1)
  })
})

test('a request has the fields that the call gives under their own names', () => {
  const fields = ['question', 'limit', 'record', 'expected'].map((name) => field('recall', name))

  expect(requestOf(fields, { words: { question: 'how' }, flags: { limit: 3, 'no-record': true, expect: 7 } })).toEqual({
    question: 'how',
    limit: 3,
    record: false,
    expected: 7,
  })
  expect(requestOf(fields, { words: { question: 'how' }, flags: {} })).toEqual({ question: 'how' })
  expect(requestOf([field('feedback', 'nodes')], { words: {}, flags: {} })).toEqual({ nodes: [] })
})
