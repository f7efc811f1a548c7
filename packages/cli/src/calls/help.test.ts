import { describe, expect, test } from 'vitest'
import { pageOf } from '../render/page.ts'
import { flagHelp, helpOf, reference, usage } from './help.ts'
import { commandNames, commandsOf, groups } from './table.ts'

const page = pageOf(undefined, false)

describe('help', () => {
  test('tells every command once, by what somebody wants to do', () => {
    const overview = helpOf(undefined, page)

    for (const name of commandNames) expect(overview.filter((line) => line.startsWith(`  ${name} `))).toHaveLength(1)
    expect(groups.flatMap(commandsOf).sort()).toEqual([...commandNames].sort())
  })

  test('of a command tells its arguments, its options and one example', () => {
    expect(helpOf('why', page).slice(0, 9)).toEqual([
      'crabtrail why: explain why a turn recalled a memory, or did not',
      '',
      'Usage  crabtrail why TURN [NODE] [options]',
      '',
      'Arguments',
      '  TURN  the turn: t17 or 17',
      '  NODE  a memory that it recalled, or any other: then why it was not recalled; its id as printed, or a unique beginning of it',
      '',
      'Options',
    ])
    expect(helpOf('why', page).at(-1)).toBe('Example  crabtrail why t17 deploy.md#rollback')
  })

  test.each(commandNames)('of %s fits a wide terminal', (name) => {
    expect(helpOf(name, page).filter((line) => line.length > 130)).toEqual([])
  })

  test('tells what an option takes', () => {
    const shape = {
      summary: '',
      positionals: [{ name: 'A', help: '', many: true }],
      flags: {},
      example: '',
      access: 'none',
    } as const

    expect(usage('ingest', shape)).toBe('crabtrail ingest A…')
    expect(flagHelp({ help: 'which', value: 'X', choices: ['a1', 'b1'], many: true })).toBe(
      'which; one of a1, b1; may be given more than once',
    )
    expect(flagHelp({ help: 'a1 or b1', value: 'X', choices: ['a1', 'b1'] })).toBe('a1 or b1')
  })
})

/** Written anew by `pnpm exec vitest run --project cli calls/help -u`. */
test('docs/reference/cli.md says what the commands take', async () => {
  await expect(reference()).toMatchFileSnapshot('../../../../docs/reference/cli.md')
})
