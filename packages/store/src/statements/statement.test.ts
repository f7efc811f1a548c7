import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { chosenEngine } from '../sqlite/engine/chosen-engine.ts'
import type { SqliteEngine } from '../sqlite/engine/engine.ts'
import { numberOfBrain } from '../sqlite/file/connection.ts'
import { format1 } from '../sqlite/file/schema.ts'
import { contentStatements } from '../sqlite/tables/content-table.ts'
import { logWrites } from '../sqlite/tables/event-log.ts'
import { indexStatements } from '../sqlite/tables/index-statements.ts'
import { logStatements } from './shared-statements.ts'
import { queries, type Statement, statement, type TextRange, textsBeginning } from './statement.ts'

const folder = mkdtempSync(join(tmpdir(), 'crabtrail-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const emptyTables = (): SqliteEngine => {
  const path = join(folder, 'empty.db')
  writeFileSync(path, '')
  const engine = chosenEngine().openFile(path, { busyTimeoutMs: 0, readOnly: false })
  for (const part of format1.statements) engine.execute(part.compile().sql)
  return engine
}

describe('a statement', () => {
  const named = statement<{ first: number; brain: number }>()((p) =>
    queries.selectFrom('commits').select('body').where('brain', '=', p('brain')).where('count', '=', 7).where('first', '>', p('first')),
  )

  test('binds by name what the query names, and keeps its constants', () => {
    expect(named.sql).toBe('select "body" from "commits" where "brain" = ? and "count" = ? and "first" > ?')
    expect(named.bind({ first: 3, brain: 5 })).toEqual([5, 7, 3])
  })

  test('takes a constant only where SQLite can bind it', () => {
    expect(() => statement()(() => queries.selectFrom('commits').select(sql`${new Date(0)}`.as('date'))).sql).toThrow(
      /cannot hold a constant/,
    )
  })
})

describe('the SQL of the store', () => {
  const all: Readonly<Record<string, Statement<never, unknown>>> = {
    numberOfBrain,
    ...logStatements,
    ...logWrites,
    ...contentStatements,
    ...indexStatements,
  }

  /** Statements that read whole tables on purpose, for export, listing and verify. */
  const whole = ['brains']

  test('finds every row by an index', () => {
    const engine = emptyTables()
    const plans = Object.entries(all).map(([name, { sql: text }]) => {
      const parameters = (text.match(/\?/g) ?? []).map(() => null)
      const steps = engine.prepare(`explain query plan ${text}`).rows(parameters)
      return [name, steps.map((step) => step[3]).join('; ')] as const
    })

    // A virtual table is a list that came as a parameter, constant rows are what is written.
    const scans = plans.filter(([name, plan]) => /\bSCAN\b(?! \w+ VIRTUAL TABLE| \d+-ROW VALUES)/.test(plan) && !whole.includes(name))
    const sorts = plans.filter(([, plan]) => /TEMP B-TREE/.test(plan)).map(([name]) => name)

    expect(scans).toEqual([])
    expect(sorts).toEqual(['commands', 'findUnindexed', 'findAllUnindexed', 'findTexts'])
    engine.close()
  })

  test('looks at one text of the index by its key, however many there are', () => {
    const engine = emptyTables()
    const planOf = ({ sql: text }: Statement<never, unknown>) => {
      const parameters = (text.match(/\?/g) ?? []).map(() => null)
      return engine
        .prepare(`explain query plan ${text}`)
        .rows(parameters)
        .map((step) => String(step[3]))
    }

    expect(planOf(indexStatements.open)).toEqual(['SEARCH documents USING PRIMARY KEY (brain=? AND space=? AND node=?)'])
    expect(planOf(indexStatements.rowsOfTerms)).toContain('SEARCH postings USING PRIMARY KEY (brain=? AND space=? AND term=?)')
    expect(planOf(indexStatements.blockOf)).toEqual([
      'SEARCH posting_blocks USING INDEX posting_blocks_by_low (brain=? AND space=? AND low<?)',
    ])
    expect(planOf(indexStatements.tokeniser)).toEqual(['SEARCH index_statistics USING PRIMARY KEY (brain=?)'])
    engine.close()
  })

  test('never changes or deletes a commit', () => {
    const onCommits = Object.values(all)
      .map(({ sql: text }) => text)
      .filter((text) => text.includes('"commits"'))

    expect(onCommits.filter((text) => !/^(select|insert into "commits") /.test(text))).toEqual([])
    expect(onCommits.length).toBeGreaterThan(1)
    expect(onCommits.some((text) => text.includes('on conflict'))).toBe(false)
  })
})

const letter = fc.constantFrom('a', 'b', '\0', '\uD7FF', '\uE000', '\uFF01', '\uFFFF', '🦀', '\u{10FFFF}')
const text = fc.string({ unit: letter, maxLength: 4 })

/** Answers like SQLite: sorted by bytes, from low up to high. */
const fetchFrom = (bodies: ReadonlyArray<string>) => {
  const asked: number[] = []
  const fetch = ({ high, low, most }: TextRange) => {
    asked.push(most)
    const [from, to] = [Buffer.from(low), high === undefined ? undefined : Buffer.from(high)]
    return bodies
      .map((body) => ({ body, bytes: Buffer.from(body) }))
      .filter(({ bytes }) => bytes.compare(from) >= 0 && (to === undefined || bytes.compare(to) < 0))
      .sort((a, b) => a.bytes.compare(b.bytes))
      .slice(0, most)
  }
  return { asked, fetch }
}

describe('texts beginning with a prefix', () => {
  test('are all of them and no others, in code-unit order', () => {
    fc.assert(
      fc.property(fc.array(text), text, fc.nat({ max: 12 }), (bodies, prefix, limit) => {
        const { fetch } = fetchFrom(bodies)

        const found = textsBeginning(prefix, limit, fetch).map(({ body }) => body)

        expect(found).toEqual(
          bodies
            .filter((body) => body.startsWith(prefix))
            .toSorted()
            .slice(0, limit),
        )
      }),
    )
  })

  test('are read a page at a time where the orders agree', () => {
    const { asked, fetch } = fetchFrom(['a', 'ab', '海', '🦀', 'a🦀'])

    textsBeginning('', 2, fetch)
    textsBeginning('a', 9, fetch)

    expect(asked).toEqual([2, 9])
  })
})
