/** `pnpm test:deep` sets CRABTRAIL_WHOLE: there a test does in full what `pnpm test` does in short. */
export const inFull = process.env['CRABTRAIL_WHOLE'] === 'yes'

/** The one or the other; the file of such a test is named in `vitest.deep.ts`. */
export const inShort = <A>(short: A, full: A): A => (inFull ? full : short)
