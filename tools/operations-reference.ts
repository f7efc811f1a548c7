/** Writes docs/reference/operations.md from the descriptions of the operations, so that the page cannot say anything else than the checks. */
import { writeFileSync } from 'node:fs'
import {
  type BrainNeed,
  type DescribedField,
  describedFields,
  errorTags,
  type Operation,
} from '../packages/core/src/application/operations/operation.ts'
import { operations } from '../packages/core/src/application/operations/operations.ts'

export const operationsPage = new URL('../docs/reference/operations.md', import.meta.url)

/** The whole page. */
export const operationsReference = (): string =>
  [
    '# Operations',
    '',
    'Made by `tools/operations-reference.ts` from the descriptions in `packages/core/src/application/operations`; a test keeps it up to date.',
    '',
    'These are all requests that the memory takes, whoever asks: the plugin, the command line, another program behind the worker thread.',
    'Requests and answers are plain JSON. A request is checked before a brain is looked for; one that does not fit fails with',
    '`InvalidRequest`, which names the field by its path (`asker.channel`, `hits[2].text`) and says what is wrong with it. Strengths,',
    'utilities and scores are decimals, exact to nine places.',
    ...Object.entries<Operation>(operations).flatMap(([name, described]) => section(name, described)),
    '',
  ].join('\n')

const needs: Readonly<Record<BrainNeed, string>> = {
  none: 'it finds its brains by itself, or needs none',
  refuse: 'a brain that does not exist is refused',
  create: 'a brain that does not exist can be created',
  imagine: 'a brain that does not exist is imagined, and nothing is stored',
}

const section = (name: string, { answer, brain, brainFor, errors, request, sentence, writes }: Operation): ReadonlyArray<string> => [
  '',
  `## ${name}`,
  '',
  sentence,
  '',
  `${writes ? 'Writes' : 'Reads only'}; ${needs[brain]}${brainFor === undefined ? '' : ', unless the request writes nothing'}.`,
  '',
  ...(Object.keys(request.fields).length === 0
    ? ['The request has no fields.']
    : ['Request:', '', ...describedFields(request).map(fieldLine)]),
  '',
  'Answer:',
  '',
  ...describedFields(answer).map(fieldLine),
  '',
  `Errors: ${errorTags({ errors }).join(', ')}.`,
]

const fieldLine = ({ absent, description, kind, name, optional, unit }: DescribedField): string => {
  const said = description === undefined ? '' : ` ${description}`
  return `- \`${name}\`: ${kind}${unit === undefined ? '' : ` (${unit})`}${optional ? ', may be absent' : ''}.${said}${absent === undefined ? '' : ` Absent: ${absent}.`}`
}

if (import.meta.main) writeFileSync(operationsPage, operationsReference())
