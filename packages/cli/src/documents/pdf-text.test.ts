import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isPdfName, pdfText } from './pdf-text.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crabtrail-pdf-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Returns a PDF whose pages have these lines. */
const pdfOf = (pages: ReadonlyArray<ReadonlyArray<string>>): string => {
  const streams = pages.map((lines) => `BT /F1 12 Tf 72 720 Td 14 TL ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`)
  const kids = pages.map((_, page) => `${4 + 2 * page} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...streams.flatMap((stream, page) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + 2 * page} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    ]),
  ].map((body, number) => `${number + 1} 0 obj\n${body}\nendobj\n`)
  const offsets = objects.map((_, number) => '%PDF-1.4\n'.length + objects.slice(0, number).join('').length)
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const body = `%PDF-1.4\n${objects.join('')}`
  const size = objects.length + 1
  return `${body}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
}

const read = (text: string, maxBytes = 1_000) => {
  const path = join(folder, 'a.pdf')
  writeFileSync(path, text)
  return Effect.runPromise(pdfText(path, maxBytes))
}

describe('the text of a PDF', () => {
  test('is its lines, a paragraph for each page', async () => {
    const pdf = pdfOf([['The harbour opens at six.', 'It closes at ten.'], [], ['The key is with Petra.']])

    expect(await read(pdf)).toEqual(Result.succeed('The harbour opens at six.\nIt closes at ten.\n\nThe key is with Petra.'))
    expect(await read(pdf, 20)).toEqual(Result.fail('its text has 67 bytes; at most 20'))
  })

  test.each([
    ['pictures alone', pdfOf([[]]), /^it holds pictures of pages and no text/],
    ['a broken file', '%PDF-1.4\n\u0001', /^it is damaged, or no PDF$/],
    ['an empty file', '', /^it is damaged, or no PDF$/],
  ])('is none of %s', async (_, text, reason) => {
    expect(await read(text)).toEqual(Result.fail(expect.stringMatching(reason)))
  })

  test('is none of a file that is not there', async () => {
    expect(await Effect.runPromise(pdfText(join(folder, 'gone.pdf'), 10))).toEqual(Result.fail('there is no such file or folder'))
    expect(['a.PDF', 'a.pdf', 'pdf', 'a.pdf.md'].map(isPdfName)).toEqual([true, true, false, false])
  })
})
