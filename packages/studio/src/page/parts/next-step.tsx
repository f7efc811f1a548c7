/** The next step after an answer: a link or a button where the page can do it, and else the command to type. */

import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { ask, forgetAnswers } from '../state/ask.ts'
import { lookNow, mayWrite } from '../state/brain.ts'
import { at, linkTo } from '../state/route.ts'

/** The words of a command after `crabtrail`. */
type Command = ReadonlyArray<string>

export const NextStep = ({ command }: { readonly command: Command }) =>
  linkOf(command) ?? buttonOf(command) ?? <pre class="command">{`crabtrail ${command.join(' ')}`}</pre>

const leading = (to: string, says: string): ComponentChildren => (
  <p>
    <a href={to}>{says}</a>
  </p>
)

/** Only a command that names nothing more than the view does is a link. */
const linkOf = ([name, first = '', second = '', ...rest]: Command): ComponentChildren => {
  if (rest.length > 0) return undefined
  if (name === 'show' && second === '') return leading(linkTo('notes', first), 'See what it is now')
  if (name === 'recall' && second === '') return leading(linkTo('notes', undefined, { q: first }), `Look for “${first}”`)
  if (name === 'unlearn' && first === '--feedback') return leading(linkTo('what-if', `feedback:${second}`), 'See what would be without it')
  return undefined
}

/** A past position is only looked at. */
const buttonOf = ([name, first = '', second = '', ...rest]: Command): ComponentChildren => {
  if (!mayWrite.value || at.value !== undefined || rest.length > 0) return undefined
  if (name === 'trust' && second === '') return <Doing says="Trust it" change={() => ask('trust', { node: first })} />
  if (name === 'review' && (first === 'approve' || first === 'refuse'))
    return (
      <Doing
        says={first === 'approve' ? 'Say yes to it' : 'Say no to it'}
        change={() => ask('review', { decision: first, nodes: [second] })}
      />
    )
  return undefined
}

const Doing = ({ change, says }: { readonly says: string; readonly change: () => Promise<unknown> }) => {
  const [problem, tell] = useState<string>()
  const act = async (): Promise<void> => {
    try {
      await change()
      forgetAnswers()
      await lookNow()
    } catch (failure) {
      tell(failure instanceof Error ? failure.message : String(failure))
    }
  }
  return (
    <p class="line">
      <button type="button" class="yes" onClick={() => void act()}>
        {says}
      </button>
      {problem === undefined ? null : <span role="alert">{problem}</span>}
    </p>
  )
}
