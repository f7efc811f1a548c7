import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCsv } from '../documents/csv.ts'
import { defaultChunkLimits } from '../passages/document.ts'
import { redact } from './redaction.ts'

const mark = '[redacted:password]'
/** Joined here, so that no scanner takes them for real ones. */
const odd = ['Zq8#', 'kLm2'].join('')
const other = ['Yw7!', 'pQr3'].join('')

describe('comma-separated values', () => {
  test.each([
    ['with a row that is too short', `Name,Login,Password\nA,a,${odd}\nB,b\nC,c,${other}\n`],
    ['with a row that is too long', `Name,Note,Password\nA,hello, world,${odd}\nC,c,${other}\n`],
    ['with a line break in a cell', `Name,Note,Password\nA,"two\n\nlines",${odd}\nC,c,${other}\n`],
    ['with brackets and dots in a head', `Name,e-mail (home),no. [old],Password\nA,a@b.c,1,${odd}\nC,,,${other}\n`],
    ['with a blank line', `Name,Password\nA,${odd}\n\nC,${other}\n`],
    ['with a line that tells the separator', `sep=;\nName;Password\nA;${odd}\n\nC;${other}\n`],
    ['with their label in the cell to the left', `Titel;Login\nPasswort;${odd}\nKennwort;${other}\n`],
    ['below other words', `Name,API-Key,Secret\nA,${odd}b,${other}b\n`],
    ['in a note', `# Export\n\nName,Password\nA,${odd}\nB\nC,${other}\n\nEnd.\n`],
  ])('%s lose their passwords', (_, text) => {
    const { text: left } = redact(text)

    expect(left).not.toContain(odd)
    expect(left).not.toContain(other)
    expect(left.replaceAll(mark, '').length).toBeGreaterThan(text.length - 2 * odd.length - 4)
    expect(redact(left).text).toBe(left)
  })

  test('lose their PINs', () => {
    expect(redact('Name;Benutzer;PIN\nBank;lotte;4711\n').text).toBe(`Name;Benutzer;PIN\nBank;lotte;${mark}\n`)
  })

  test('a row of which reads like a header lose the passwords behind it', () => {
    expect(redact(`Name,Login,Password\nRouter,admin,password\nBank,lotte,${odd}\n`).text).not.toContain(odd)
  })

  test.each([
    'Name,Password\nA,-\nB,\nC,none\nD,see-vault\nE,2024-05-01\nF,lotte@example.org\nG,not set\n',
    'Name,Password changed,Password length\nA,2024-05-01,16-characters\n',
    'id,password_hint,key\n1,first-pet,row-12\n',
    'Part,Pin,Key\nGPIO,12,A4\n',
    'const login = (user,password,token) =>\n  check(user,password2,token3)\n',
    'He asked for a name, a password, a PIN.\nThen, after lunch2024, he left.\n',
    'Name,Article\nA,the code 4711 of the article\n',
  ])('%j stay', (text) => {
    expect(redact(text).text).toBe(text)
  })

  test('are filtered in every row that becomes a memory', () => {
    const cell = fc.constantFrom('', 'x', 'two words', '"a, b"', '"two\nlines"', '"say ""yes"""', 'Kiel')
    const row = fc.record({ cells: fc.array(cell, { minLength: 2, maxLength: 2 }), isShort: fc.boolean() })
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), fc.constantFrom('Note', 'e-mail (home)', 'No.'), (rows, head) => {
        const lines = rows.map(({ cells, isShort }, i) => (isShort ? `N${i},${cells[0]}` : `N${i},${cells[0]},Zq${i}8#kLm2,${cells[1]}`))
        const text = `Name,${head},Password,Place\n${lines.join('\n')}\n`

        const { chunks } = parseCsv({ fileName: 'keys.csv', text: redact(text).text }, defaultChunkLimits)

        expect(chunks.length).toBe(rows.length)
        expect(chunks.filter((chunk) => chunk.text.includes('kLm2'))).toEqual([])
      }),
    )
  })
})

describe('a column of passwords', () => {
  const words = ['hunter2xyz', 'Blau-Wal-99', 'correct-horse', 'blue42sky', 'abc123xyz', 'Sunflower', odd]
  test.each(words)('loses %s in Markdown, in values, and beside its label', (word) => {
    expect(redact(`| Name | Password |\n|---|---|\n| A | ${word} |\n`).text).toContain(`| A | ${mark} |`)
    expect(redact(`Name,Passwort\nA,${word}\n`).text).toBe(`Name,Passwort\nA,${mark}\n`)
    expect(redact(`Password: ${word}\n`).text).toBe(`Password: ${mark}\n`)
    expect(redact(`| Password | ${word} |\n`).text).toBe(`| Password | ${mark} |\n`)
  })

  test.each([
    '-',
    '—',
    '',
    'none',
    'n/a',
    'not-set',
    'see-vault',
    'SSO',
    'varchar(255)',
    '12-characters',
    '<your password>',
    '%DB_PASS%',
    '/run/secrets/db',
  ])('keeps %j', (word) => {
    const text = `| Name | Password |\n|---|---|\n| A | ${word} |\n`
    expect(redact(text).text).toBe(text)
  })
})
