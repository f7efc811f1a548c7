import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import { afterAll, describe, expect, test } from 'vitest'
import { configPath, readConfig } from './config-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'crabtrail-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

const read = (text: string) => {
  const path = join(folder, 'config.json')
  writeFileSync(path, text)
  return Effect.runSync(Effect.result(readConfig(path)))
}

describe('the settings file', () => {
  test('is in the config folder of the user', () => {
    expect(configPath({}, '/home/ann')).toBe('/home/ann/.config/crabtrail/config.json')
    expect(configPath({ XDG_CONFIG_HOME: '/etc/ann' }, '/home/ann')).toBe('/etc/ann/crabtrail/config.json')
  })

  test('may be absent', () => {
    expect(Effect.runSync(readConfig(join(folder, 'none', 'config.json')))).toEqual({})
  })

  test('says what it says', () => {
    expect(read('{"store":"~/a.db","brain":"work","model":"none","color":"never","quiet":true}')).toMatchObject({
      success: { store: '~/a.db', brain: 'work', model: 'none', color: 'never', quiet: true },
    })
  })

  test.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['an unknown key', '{"sotre":"a.db"}'],
    ['a wrong type', '{"quiet":"yes"}'],
    ['an unknown word', '{"color":"blue"}'],
  ])('is never passed over when it cannot be used: %s', (_, text) => {
    const { failure } = read(text) as { failure: { _tag: string; message: string } }

    expect(failure._tag).toBe('FileRefused')
    expect(failure.message).toContain('config.json')
    expect(failure.message).toContain('store, brain, embedder, model, color, quiet')
    expect(failure.message).not.toContain('\n')
  })
})
