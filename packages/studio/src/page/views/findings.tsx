/** What the doctor finds: it reads the whole index of every brain, so it is asked by whoever wants to know, and not again while the log grows. */

import type { AnswerOf } from '@crabtrail/core'
import { signal } from '@preact/signals'
import { Trouble } from '../parts/answer.tsx'
import { Badge, Card, counted } from '../parts/words.tsx'
import { ask, Problem } from '../state/ask.ts'
import { brainKey } from '../state/brain.ts'

type Finding = AnswerOf<'doctor'>['findings'][number]

type Examined =
  | { readonly state: 'not' }
  | { readonly state: 'underway' }
  | { readonly state: 'done'; readonly at: string; readonly findings: ReadonlyArray<Finding> }
  | { readonly state: 'failed'; readonly problem: Problem }

const examined = signal<Examined>({ state: 'not' })

const examine = async (): Promise<void> => {
  examined.value = { state: 'underway' }
  try {
    const { findings } = await ask('doctor', {})
    // A time of UTC, as everywhere on the page.
    examined.value = { state: 'done', at: new Date().toISOString().slice(11, 16), findings }
  } catch (problem) {
    examined.value = { state: 'failed', problem: problem instanceof Problem ? problem : new Problem('Defect', String(problem)) }
  }
}

/** What was found, in a sentence. */
export const examinedInWords = (): string => {
  const now = examined.value
  if (now.state === 'not') return 'The store itself is examined by the button below.'
  if (now.state === 'underway') return 'The store is being examined.'
  if (now.state === 'failed') return 'The store could not be examined.'
  const wrong = now.findings.filter(({ ok }) => !ok).length
  const found =
    wrong === 0
      ? `all ${counted(now.findings.length, 'thing')} that the doctor looked at are well`
      : `of ${counted(now.findings.length, 'thing')} that the doctor looked at, ${wrong} ${wrong === 1 ? 'is' : 'are'} not well: see below`
  return `The store was examined at ${now.at} UTC: ${found}.`
}

export const Findings = () => {
  const now = examined.value
  return (
    <Card title={now.state === 'done' ? `What the doctor found at ${now.at} UTC` : 'What the doctor finds'}>
      {now.state === 'failed' ? <Trouble problem={now.problem} /> : null}
      {now.state === 'done' ? (
        <ul class="rows">
          {now.findings
            .toSorted((one, other) => Number(one.ok) - Number(other.ok))
            .map((one) => (
              <li key={one.name}>
                <Badge tone={one.ok ? 'good' : 'bad'}>{one.ok ? 'well' : 'look here'}</Badge>
                <span>{findingInWords(one)}</span>
                <span class="faint event">{one.detail}</span>
              </li>
            ))}
        </ul>
      ) : null}
      <p aria-busy={now.state === 'underway'}>
        <button type="button" disabled={now.state === 'underway'} onClick={() => void examine()}>
          {now.state === 'done' ? 'Examine it again' : 'Examine the store'}
        </button>
        <span class="faint"> The same as </span>
        <code>crabtrail doctor</code>
        <span class="faint">; on a large store it takes a while.</span>
      </p>
    </Card>
  )
}

/** What is well in a sentence; what is not is called as the doctor calls it. */
const findingInWords = ({ name, ok }: Finding): string => {
  if (!ok) return name
  const [brain, ...part] = name.split(' ')
  const whose = brain === brainKey.value ? '' : ` of ${brain}`
  if (name === 'store') return 'the store can be read'
  if (part.join(' ') === 'index') return `the search index${whose} is complete`
  return part.length === 0 ? `the memory${whose} is as its log says` : name
}
