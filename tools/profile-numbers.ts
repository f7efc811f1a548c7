/** Writes docs/reference/profile-numbers.md: every number of a document under the profile that owns it, its rows, and the tests in which a wrong number fails. */
import { writeFileSync } from 'node:fs'
import { explainedProfiles } from '../packages/core/src/domain/profiles/profiles.ts'
import { type DocumentNumber, documentNumbers } from '../packages/core/src/domain/testing/document-numbers.ts'
import { markdownTable } from './markdown-table.ts'

export const profileNumbersPage = new URL('../docs/reference/profile-numbers.md', import.meta.url)

const valueTest = 'packages/core/src/domain/profiles/profiles.test.ts'
const origins: Readonly<Record<string, string>> = {
  ours: 'ours: the document gives no number',
  off: 'the document says nothing of it: off',
}

/** Names a test by its file without what all files have in front, and its title. */
const told = ([file, title]: NonNullable<DocumentNumber['behaviour']>): string =>
  `\`${file.replace('packages/core/src/', '')}\` “${title.replace(/%[ds]/g, '…')}”`

const tableOf = (profile: string): ReadonlyArray<string> => [
  `## \`${profile}\``,
  '',
  ...markdownTable([
    ['setting', 'value', 'unit', 'rows', 'what fails beside the value'],
    ...documentNumbers
      .filter((one) => one.profile === profile)
      .map(({ behaviour, rows, setting, value }) => [
        `\`${setting}\``,
        String(value),
        unitOf(setting),
        origins[rows] ?? rows,
        behaviour === undefined ? '' : told(behaviour),
      ]),
  ]),
  '',
]

const units = new Map(explainedProfiles()[0]?.settings.map(({ setting, unit }) => [setting, unit]))
const unitOf = (setting: string): string => units.get(setting) ?? ''

export const profileNumbersReference = (): string =>
  [
    '# Numbers of the documents',
    '',
    'Made by `tools/profile-numbers.ts` from the lists in `packages/core/src/domain/testing`, which are written from the documents’ rows and not',
    'from the profiles; a test keeps the page up to date. All settings of all profiles are in [settings.md](settings.md), the rows in',
    '[requirements.md](../requirements.md).',
    '',
    `A profile with another value fails \`${valueTest}\`, whatever the setting. The last column names a test that fails where the program does`,
    'otherwise than the number says; files without a package are under `packages/core/src`.',
    '',
    ...['crabpath', 'linkstrength', 'neurogated'].flatMap(tableOf),
  ]
    .join('\n')
    .replace(/\n+$/, '\n')

if (import.meta.main) writeFileSync(profileNumbersPage, profileNumbersReference())
