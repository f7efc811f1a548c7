import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SourcePlaces } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { layerSourcePlaces } from './source-places.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'crabtrail-places-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const look = (folder: string, key?: string) =>
  Effect.runSync(
    Effect.provide(
      Effect.flatMap(SourcePlaces, (places) => (key === undefined ? places.folder(folder) : places.document(folder, key))),
      layerSourcePlaces,
    ),
  )

describe('places on this machine', () => {
  test('are there, or are gone', () => {
    mkdirSync(join(root, 'sub'))
    writeFileSync(join(root, 'sub', 'a.md'), 'A')

    expect([look(root), look(join(root, 'none'))]).toEqual(['there', 'gone'])
    expect([look(root, 'sub/a.md'), look(root, 'sub/b.md')]).toEqual(['there', 'gone'])
  })

  test('are not gone when their letters are put together in another way', () => {
    writeFileSync(join(root, 'Übung.md'.normalize('NFD')), 'U')

    expect(look(root, 'Übung.md'.normalize('NFC'))).toBe('there')
  })

  test('are unknown where there is none to look at', () => {
    expect([look('notes'), look('/home/[redacted:aws-access-key]-12345678/notes')]).toEqual(['unknown', 'unknown'])
    expect([look('notes', 'a.md'), look(root, '[redacted:aws-access-key]-12345678.md')]).toEqual(['unknown', 'unknown'])
  })
})
