/** A break: one line of the source changed to say something else, and the test that must then fail. */

export interface Break {
  /** The rows of the documents, or the invariant, that the line stands for. */
  readonly rows: string
  /** What is wrong with the changed line, in words. */
  readonly says: string
  /** The file, from the root of the checkout. */
  readonly file: string
  /** A text that stands in the file exactly once, and what is put in its place. */
  readonly text: string
  readonly put: string
  /** The test file that must fail, and a part of the full name of the test in it. */
  readonly test: string
  readonly name: string
}

/** Returns the source with the break in it. Throws where the text does not stand in it exactly once. */
export const brokenSource = (source: string, { file, put, text }: Pick<Break, 'file' | 'put' | 'text'>): string => {
  const parts = source.split(text)
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times, not once: ${text}`)
  return parts.join(put)
}
