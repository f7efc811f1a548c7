/** Reads the text of a PDF file. The library is loaded with the first one. */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { boundedBytes, fileProblem } from './whole-file.ts'

/** Most bytes of a file: most of them are pictures and fonts. */
const fileBytesMax = 100_000_000
const pagesMax = 5_000

export const isPdfName = (path: string): boolean => /\.pdf$/i.test(path)

/** Returns the text, a paragraph for each page, or the reason why there is none. */
export const pdfText = (path: string, maxBytes: number): Effect.Effect<Result.Result<string, string>> =>
  Effect.promise(async () => {
    try {
      const bytes = boundedBytes(path, fileBytesMax)
      const { extractText, getDocumentProxy } = await import('unpdf')
      // Verbosity 0: it prints no warnings.
      const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
      try {
        if (document.numPages > pagesMax) return Result.fail(`it has ${document.numPages} pages; at most ${pagesMax}`)
        const { text } = await extractText(document, { mergePages: false })
        return readable(
          text.map((page) => page.trim()).filter((page) => page !== ''),
          maxBytes,
        )
      } finally {
        await document.destroy()
      }
    } catch (error) {
      return Result.fail(problemOf(error))
    }
  })

const readable = (pages: ReadonlyArray<string>, maxBytes: number): Result.Result<string, string> => {
  const text = pages.join('\n\n').toWellFormed()
  const bytes = Buffer.byteLength(text)
  if (bytes === 0) return Result.fail('it holds pictures of pages and no text: make it readable with ocrmypdf FILE.pdf FILE.pdf')
  return bytes > maxBytes ? Result.fail(`its text has ${bytes} bytes; at most ${maxBytes}`) : Result.succeed(text)
}

const problemOf = (error: unknown): string => {
  const name = error instanceof Error ? error.name : ''
  if (name === 'PasswordException') return 'it is locked with a password: save it without one'
  return name === 'InvalidPDFException' ? 'it is damaged, or no PDF' : fileProblem(error)
}
