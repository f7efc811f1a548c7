/** The sessions of the story of a bad lesson, as data: what is asked and what is said in each, and the requests that do it. */
import type { Request } from '@crabtrail/core'

/** One act of a session. A verdict is on the newest question of its session that showed the memory. */
export type Act =
  | { readonly ask: string }
  | { readonly say: Request.FeedbackRequest['verdict']; readonly of: ReadonlyArray<string>; readonly instead?: string }
  | { readonly set: readonly [source: string, target: string, strength: number] }

export interface Session {
  readonly name: string
  readonly acts: ReadonlyArray<Act>
}

export const deploy = 'How do we roll back a bad deploy of the API?'
const deployOtherwise = 'Bad API deploy: how is it rolled back?'
const queue = 'Jobs pile up in the queue, what do I restart?'
const fridge = 'When is the fridge in the office kitchen emptied?'
const notice = 'By when must notice reach Pigeonpost?'
const prices = 'How do I purge the CDN after a price change?'

export const questions = [deploy, deployOtherwise, queue, fridge, notice, prices] as const

/** The note that answers {@link deploy}, and the one that the visitor teaches: it switches the database over. */
export const rightNote = 'runbooks/return-to-last-green.md'
export const wrongNote = 'runbooks/postgres-failover.md#steps'
/** The note that answers {@link prices}: the honest lesson that comes after the bad one. */
export const laterNote = 'runbooks/edge-invalidation.md'
export const laterQuestion = prices

export const ordinary: ReadonlyArray<Session> = [
  {
    name: 'monday',
    acts: [
      { ask: deploy },
      { say: 'wrong', of: ['runbooks/roll-back-a-bad-deploy.md'], instead: rightNote },
      { ask: fridge },
      { say: 'used', of: ['team/office.md#kitchen'] },
    ],
  },
  {
    name: 'tuesday',
    acts: [
      { ask: queue },
      { say: 'wrong', of: ['runbooks/queue-is-stuck.md'], instead: 'runbooks/stevedore-backlog.md' },
      { ask: notice },
      { say: 'used', of: ['vendors/sms-gateway.md#notice'] },
    ],
  },
  { name: 'wednesday', acts: [{ ask: deployOtherwise }, { say: 'used', of: [rightNote] }] },
]

/** The session that teaches a bad route: by verdicts, by uses and by strengths set by hand. */
export const hostile: Session = {
  name: 'visitor',
  acts: [
    { ask: deploy },
    { say: 'wrong', of: [rightNote], instead: wrongNote },
    { ask: deployOtherwise },
    { say: 'used', of: [wrongNote] },
    { say: 'not-useful', of: [rightNote] },
    { set: [rightNote, wrongNote, 0.95] },
  ],
}

/** An honest lesson that comes after the bad one, and that has to stay. */
export const later: Session = {
  name: 'thursday',
  acts: [{ ask: prices }, { say: 'wrong', of: ['runbooks/purge-the-cdn-cache.md'], instead: laterNote }],
}

/** The same session, in which nothing is taught: it asks its questions and says nothing of the answers. */
export const onlyAsking = ({ acts, name }: Session): Session => ({ name, acts: acts.filter((act) => 'ask' in act) })

export type Call =
  | { readonly method: 'recall'; readonly request: Request.RecallRequest }
  | { readonly method: 'feedback'; readonly request: Request.FeedbackRequest }
  | { readonly method: 'strength'; readonly request: Request.StrengthRequest }

export const callsOf = ({ acts, name: session }: Session): ReadonlyArray<Call> =>
  acts.map((act): Call => {
    if ('ask' in act) return { method: 'recall', request: { question: act.ask, session } }
    if ('set' in act) {
      const [source, target, value] = act.set
      return { method: 'strength', request: { source, target, value, session } }
    }
    const instead = act.instead === undefined ? {} : { instead: [act.instead] }
    return { method: 'feedback', request: { verdict: act.say, nodes: [...act.of], ...instead, session } }
  })
