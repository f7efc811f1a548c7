/**
 * What windows of long texts and aliases cost a recall and a file: one brain three times, with neither, with windows, and with windows and five aliases
 * for each passage. The ratios are those of one question each, asked of all three in shuffled order.
 */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import * as Effect from 'effect/Effect'
import { nameAliases } from './aliased-brain.ts'
import { interleave, type Rounds, ratio, type Variant } from './measure.ts'
import { type OpenMemory, openMemory } from './memory.ts'
import { heading, megabytes, number, say, table } from './print.ts'

const plain = { 'seeding.window': 0 }
const kinds = ['whole texts', 'windows', 'windows and aliases'] as const
type Kind = (typeof kinds)[number]

export const wordsBench = async (
  folder: string,
  path: string,
  warmUp: ReadonlyArray<string>,
  questions: ReadonlyArray<string>,
): Promise<void> => {
  const open = async (kind: Kind) => {
    const copy = join(folder, `${kind.replaceAll(' ', '-')}.db`)
    copyFileSync(path, copy)
    const opened = await openMemory(copy)
    await Effect.runPromise(opened.memory.profile({ profile: 'balanced', ...(kind === 'whole texts' ? { settings: plain } : {}) }))
    if (kind === 'windows and aliases') await nameAliases(opened)
    await Effect.runPromise(opened.memory.upkeep({}))
    await Effect.runPromise(opened.ports.events.checkpoint)
    return { kind, opened, size: sizeOf(copy) }
  }
  const brains = [await open('whole texts'), await open('windows'), await open('windows and aliases')]
  const all = [...warmUp, ...questions]
  const variants = brains.flatMap(({ kind, opened }) => [asked(kind, opened, all, true), asked(kind, opened, all, false)])
  const taken = await interleave(variants, questions.length, warmUp.length)
  for (const { opened } of brains) await opened.close()
  heading(`windows and aliases, ${questions.length} questions, each of the same brain with neither = 1 (median of pairs)`)
  table([['', 'wall', 'CPU'], ...kinds.slice(1).flatMap((kind) => [true, false].map((recorded) => ratios(taken, kind, recorded)))])
  sizes(brains)
}

type Name = `${Kind}, ${'recorded' | 'looked'}`

const nameOf = (kind: Kind, recorded: boolean): Name => `${kind}, ${recorded ? 'recorded' : 'looked'}`

const asked = (kind: Kind, { memory }: OpenMemory, all: ReadonlyArray<string>, record: boolean): Variant<Name> => ({
  name: nameOf(kind, record),
  run: async (round) => {
    await Effect.runPromise(memory.recall({ question: all[round] ?? '', record }))
  },
})

/** `ratio` says how many times faster its first one is: here how many times the other takes longer. */
const ratios = (taken: Rounds<Name>, kind: Kind, recorded: boolean): ReadonlyArray<string> => {
  const [own, base] = [taken[nameOf(kind, recorded)], taken[nameOf('whole texts', recorded)]]
  return [nameOf(kind, recorded), number(ratio(base, own, 'wall').median), number(ratio(base, own, 'cpu').median)]
}

/** The parts of a file by table, with the indexes of each, beside the text in it. */
const sizes = (brains: ReadonlyArray<{ readonly kind: Kind; readonly size: Size }>): void => {
  heading('bytes of the files by table, and as times the text in them')
  const measured = brains.slice(1).map(({ kind, size }) => ({ kind, ...size }))
  const tables = [
    ...new Set(measured.flatMap(({ byTable }) => [...byTable].flatMap(([name, bytes]) => (bytes < shownLeast ? [] : [name])))),
  ]
  table([
    ['', ...measured.map(({ kind }) => kind)],
    ...tables.map((name) => [name, ...measured.map(({ byTable }) => megabytes(byTable.get(name) ?? 0))]),
    ['whole file', ...measured.map(({ whole }) => megabytes(whole))],
    ['texts and aliases', ...measured.map(({ text }) => megabytes(text))],
    ['times', ...measured.map(({ text, whole }) => number(whole / text))],
    ['times, without log and snapshots', ...measured.map(({ bare, text }) => number(bare / text))],
  ])
  say('texts: ids, titles, tags, passages and aliases as they are kept; the log and its snapshots hold edges and turns, and no word')
}

/** Smaller tables are part of the whole alone. */
const shownLeast = 50_000

interface Size {
  readonly byTable: ReadonlyMap<string, number>
  readonly whole: number
  /** Contents and text index alone. */
  readonly bare: number
  readonly text: number
}

const ofTexts: ReadonlySet<string> = new Set(['contents', 'posting_blocks', 'postings', 'documents', 'index_statistics'])

const sizeOf = (path: string): Size => {
  const file = new Database(path, { readonly: true })
  const rows = file
    .prepare<[], { name: string; bytes: number }>(
      `select coalesce(s.tbl_name, d.name) as name, sum(d.pgsize) as bytes from dbstat d left join sqlite_schema s on s.name = d.name
       where d.aggregate = true group by 1 order by 2 desc`,
    )
    .all()
  const text = file.prepare<[], { bytes: number }>('select sum(length(cast(body as blob))) as bytes from contents').get()?.bytes ?? 0
  file.close()
  const byTable = new Map(rows.map(({ bytes, name }) => [name, bytes]))
  const sum = (some: ReadonlyArray<(typeof rows)[number]>) => some.reduce((all, { bytes }) => all + bytes, 0)
  return { byTable, whole: sum(rows), bare: sum(rows.filter(({ name }) => ofTexts.has(name))), text }
}
