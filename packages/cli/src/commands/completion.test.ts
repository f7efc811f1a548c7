import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import { describe, expect, test } from 'vitest'
import { commandNames, commandTable } from '../calls/table.ts'
import { Opening } from '../memory.ts'
import { Output, outputOf } from '../render/output.ts'

const scriptOf = async (shell: string): Promise<string> => {
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
  const output = outputOf({ json: false, quiet: false, color: false, calledAs: ['crabtrail'] }, { stdout: stream, stderr: stream } as never)
  await Effect.runPromise(
    commandTable.completion
      .run({ words: { shell }, flags: {}, inBrain: {} })
      .pipe(Effect.provideService(Output, output), Effect.provideService(Opening, undefined as never)),
  )
  return out
}

/** Returns the words that bash offers for the last of the given words. */
const offered = async (...words: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const call = `COMP_WORDS=(${['crabtrail', ...words].map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _crabtrail crabtrail "\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[COMP_CWORD-1]}"; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { status, stderr, stdout } = spawnSync('bash', ['-c', `${await scriptOf('bash')}\n${call}`], { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  return stdout.split('\n').filter((word) => word !== '')
}

describe('in bash', () => {
  test('every command is offered, and those that begin like a word', async () => {
    expect(await offered('')).toEqual(commandNames)
    expect(await offered('re')).toEqual(['recall', 'replay', 'review', 'restore'])
  })

  test('the options of a command are offered, and the words that an option can be', async () => {
    expect(await offered('recall', '--e')).toEqual(['--engine', '--expect', '--embedder'])
    expect(await offered('recall', 'why', '--engine', '')).toEqual(['route', 'spread'])
    expect(await offered('completion', 'z')).toEqual(['zsh'])
  })

  test('where a command takes a path, nothing but options is offered, so that bash completes the path', async () => {
    expect(await offered('ingest', '')).toEqual([])
    expect(await offered('ingest', 'not')).toEqual([])
    expect(await offered('ingest', '--pr')).toEqual(['--prune'])
    expect(await offered('restore', 'a')).toEqual([])
  })

  test('nothing is offered for a value that can be anything', async () => {
    expect(await offered('recall', '--session', '')).toEqual([])
  })
})

test.each(['zsh', 'fish'])('the script for %s names every command, and that shell can read it where it is installed', async (shell) => {
  const script = await scriptOf(shell)
  const folder = mkdtempSync(join(tmpdir(), 'completion-'))
  writeFileSync(join(folder, 'script'), script)
  const read = spawnSync(shell, ['-n', join(folder, 'script')], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })

  for (const name of commandNames) expect(script).toContain(name)
  expect(read.error === undefined ? [read.status, read.stderr] : [0, '']).toEqual([0, ''])
})
