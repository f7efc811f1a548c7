/** A handful of notes with headings and links: few enough for a run to be quick, joined enough for walks to go somewhere. */
import type { Request } from '@crabtrail/core'

interface Note {
  readonly source: string
  /** The note as it is first, and as edits leave it. */
  readonly versions: ReadonlyArray<string>
}

const deploy = (rollBack: string, after: string): string => `# Deploying the harbour API

The harbour API is deployed from the main branch with \`ship deploy\`. See [the rota](rota.md).

## Rolling back

${rollBack}

## After a deploy

${after}
`

const queue = (stuck: string): string => `# The job queue

Jobs of the harbour wait in the queue of Postgres. The [deploy](deploy.md#rolling-back) stops the workers first.

## When the queue is stuck

${stuck}
`

const notes: ReadonlyArray<Note> = [
  {
    source: 'deploy.md',
    versions: [
      deploy(
        'Roll back a bad deploy with `ship rollback`, then tell the crew in the harbour channel.',
        'Watch the error rate of the API for ten minutes.',
      ),
      deploy(
        'Roll back a bad deploy from the green list: choose the last green build and press return.',
        'Watch the error rate of the API for ten minutes.',
      ),
      `# Deploying the harbour API\n\nThe harbour API is deployed from the main branch by the pilot.\n`,
    ],
  },
  {
    source: 'queue.md',
    versions: [
      queue(
        'Restart the stuck workers of the queue, oldest first.\n\nA second note: the queue drains in an hour. See [backups](backup.md).',
      ),
      queue('Never restart workers by hand: the stevedore restarts a stuck queue.'),
    ],
  },
  {
    source: 'rota.md',
    versions: [
      '# The rota\n\nWho is on call for a bad deploy stands in the rota; the crew changes on Mondays.\n\n## Kitchen\n\nThe fridge of the kitchen is emptied on Fridays.\n',
      '# The rota\n\nWho is on call for a bad deploy stands in the rota; the crew changes on Tuesdays.\n\n## Kitchen\n\nThe fridge of the kitchen is emptied on Fridays.\n',
    ],
  },
  {
    source: 'backup.md',
    versions: ['# Backups of Postgres\n\nBackups of the queue and of the API run at night; restore one with `ship restore`.\n'],
  },
]

export const noteAt = (note: number, version: number): Request.DocumentInput => {
  const { source, versions } = notes[note % notes.length] ?? { source: 'none.md', versions: [] }
  return { source, format: 'markdown', text: versions[version % versions.length] ?? '' }
}

export const firstNotes: ReadonlyArray<Request.DocumentInput> = notes.map((_, i) => noteAt(i, 0))

export const questions: ReadonlyArray<string> = [
  'How do we roll back a bad deploy of the API?',
  'Roll back a bad deploy',
  'What do I restart when the queue is stuck?',
  'When is the fridge of the kitchen emptied?',
  'Who is on call on Mondays?',
  'How do I restore a backup of the queue?',
  'zeppelin',
]
