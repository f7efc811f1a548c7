import { describe, expect, test } from 'vitest'
import { plainHeading } from './heading-text.ts'

describe('a heading in plain words', () => {
  test.each([
    ['**Deploy** the `api`', 'Deploy the api'],
    ['[Runbook](../x.md) and [ref][1]', 'Runbook and ref'],
    ['![logo](l.png) Start', 'logo Start'],
    ['[[note]] [[note|Label]]', 'note Label'],
    ['snake_case_name', 'snake_case_name'],
    ['1\\. First', '1. First'],
    ['Part  one {#part-1}', 'Part one'],
    ['[ ] open', '[ ] open'],
  ])('of %j is %j', (source, text) => {
    expect(plainHeading(source)).toBe(text)
  })
})
