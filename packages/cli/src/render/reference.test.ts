import { expect, test } from 'vitest'
import { reference } from './reference.ts'

/** Written anew by `pnpm exec vitest run --project cli reference -u`. */
test('docs/reference/cli.md says what the commands take', async () => {
  await expect(reference()).toMatchFileSnapshot('../../../../docs/reference/cli.md')
})
