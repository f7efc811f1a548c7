import { checkOf, choicesOf, type OperationName, operationNames, operations } from '@crabtrail/core'
import * as Arbitrary from 'effect/Arbitrary'
import * as Effect from 'effect/Effect'
import * as Schema from 'effect/Schema'
import * as SchemaAST from 'effect/SchemaAST'
import { describe, expect, test } from 'vitest'
import { runs } from './runs.ts'

const requestsOf = (name: OperationName): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  const request: Schema.Codec<unknown, unknown> = operations[name].request
  // Of five ways to name what is forgotten exactly one is given: many drawn requests fall out.
  const drawn = Arbitrary.sampleEffect(Arbitrary.schema(request), { count: 30, size: 4, seed: runs.seed, maxDiscards: 100_000 })
  return Effect.runSync(Effect.orDie(drawn)) as ReadonlyArray<Readonly<Record<string, unknown>>>
}

const problemWith = (name: OperationName, request: unknown) => Effect.runSync(Effect.flip(checkOf(operations[name].request)(request)))

/** The Schema of a field, as it is where it is given. */
const fieldsOf = (name: OperationName): ReadonlyArray<readonly [string, SchemaAST.AST]> =>
  Object.entries<Schema.Top>(operations[name].request.fields).map(([field, { ast }]) => [field, ast])

describe.each(operationNames)('a request of %s', (name) => {
  const requests = requestsOf(name)
  const schema: Schema.Codec<unknown, unknown> = operations[name].request
  const decode = Schema.decodeUnknownSync(schema)

  test('that fits its description is taken as it is', () => {
    for (const request of requests) expect(decode(request), `seed ${runs.seed}`).toEqual(request)
  })

  test.each(fieldsOf(name))('with a wrong %s is refused by that name', (field, ast) => {
    for (const request of requests) {
      expect(problemWith(name, { ...request, [field]: null })).toMatchObject({
        field,
        problem: expect.stringMatching(/^it is null; give /),
      })
      if (choicesOf(ast) !== undefined)
        expect(problemWith(name, { ...request, [field]: 'zig' })).toMatchObject({
          field,
          problem: `there is no "zig"; choose one of ${choicesOf(ast)?.join(', ')}`,
        })
      if (SchemaAST.isArrays(ast)) expect(problemWith(name, { ...request, [field]: [null] })).toMatchObject({ field: `${field}[0]` })
      if (SchemaAST.isOptional(ast)) continue
      const { [field]: _, ...without } = request
      expect(problemWith(name, without)).toMatchObject({ field, problem: 'it is missing' })
    }
  })

  test('that is no object is refused', () => {
    expect(problemWith(name, null)).toMatchObject({ field: 'request', problem: 'it is null; give an object' })
  })
})

describe('the words of a refusal', () => {
  test.each([
    ['recall', { question: '' }, 'question', 'it is empty'],
    ['recall', { question: ' \u200b\n' }, 'question', 'it is empty'],
    ['recall', { question: 'x'.repeat(16_001) }, 'question', 'it has 16001 bytes; at most 16000'],
    ['recall', { question: 'q', limit: 0 }, 'limit', '0 is not a whole number from 1 to 1000'],
    ['recall', { question: 'q', limit: '3' }, 'limit', 'it is a text; give a whole number from 1 to 1000'],
    ['recall', { question: 'q', record: 'no' }, 'record', 'it is a text; give true or false'],
    [
      'recall',
      { question: 'q', asker: { chatKind: 'den' } },
      'asker.chatKind',
      'there is no "den"; choose one of main, direct, group, named',
    ],
    ['recall', { question: 'q', hits: [{ source: 'a.md', text: 'x'.repeat(8_001) }] }, 'hits[0].text', 'it has 8001 bytes; at most 8000'],
    ['recall', { question: 'q', hits: Array(21).fill({ source: 'a.md', text: 'x' }) }, 'hits', 'there are 21; at most 20'],
    ['feedback', { verdict: 'used', nodes: [], outcome: -1 }, 'outcome', '-1 is out of range: used has one from 0 to 1'],
    ['feedback', { verdict: 'used', nodes: [], expected: -1 }, 'expected', '-1 is not a whole number from 0'],
    [
      'complete',
      { outcome: 'success', durationMs: 1, tools: [{ name: 'x', calls: 1, failures: -1 }] },
      'tools[0].failures',
      '-1 is not a whole number from 0',
    ],
    ['forget', {}, 'node', 'name one of node, source, session, turn, subject, name; none is named'],
    ['forget', { node: 'a', turn: 't1' }, 'node', 'name one of node, source, session, turn, subject, name; node and turn are named'],
    [
      'ingest',
      { documents: [{ source: 'a.md', format: 'pdf', text: '' }] },
      'documents[0].format',
      'there is no "pdf"; choose one of markdown, text, json, jsonl, csv, org, source',
    ],
    ['ingest', { documents: [{ source: 'a.md', format: 'text', text: '', root: '' }] }, 'documents[0].root', 'it is empty'],
  ] as const)('%s %j: %s', (name, request, field, problem) => {
    expect(problemWith(name, request)).toMatchObject({ field, problem })
  })
})
