import * as Effect from 'effect/Effect'
import { describe, expect, test } from 'vitest'
import { commandTable } from '../../calls/table.ts'
import { Opening } from '../../memory.ts'
import { Output, outputOf } from '../../render/output.ts'

const granted = async (tenant: string, role: string, json = false): Promise<string> => {
  let out = ''
  const stream = {
    isTTY: false,
    columns: 80,
    write: (text: string, done?: () => void) => {
      out += text
      done?.()
      return true
    },
  }
  const output = outputOf({ json, quiet: false, color: false, calledAs: ['crabtrail'] }, { stdout: stream, stderr: stream } as never)
  await Effect.runPromise(
    commandTable.grant
      .run({ words: { tenant, role }, flags: {}, inBrain: {} })
      .pipe(Effect.provideService(Output, output), Effect.provideService(Opening, undefined as never)),
  )
  return out
}

describe('grant', () => {
  test('prints SQL that psql can run, with names in quotes', async () => {
    const sql = await granted('acme', 'the "gate" of o\'hara')

    expect(sql).toContain('create policy own_tenant on crabtrail')
    expect(sql).toContain('to "the ""gate"" of o\'hara";')
    expect(sql).toContain("values ('acme', 'the \"gate\" of o''hara')")
    expect(JSON.parse(await granted('acme', 'r', true))).toMatchObject({ tenant: 'acme', role: 'r', sql: expect.any(String) })
  })

  test.each([
    ['', 'r', 'TENANT'],
    ['acme/team', 'r', 'TENANT'],
    ['acme\n', 'r', 'TENANT'],
    ['acme', '', 'ROLE'],
    ['acme', 'a\nb', 'ROLE'],
    ['acme', 'r'.repeat(64), 'ROLE'],
  ])('refuses %j %j', async (tenant, role, field) => {
    await expect(granted(tenant, role)).rejects.toMatchObject({ _tag: 'InvalidRequest', field })
  })
})
