/** What lies in the folder in which the commands of a page are run. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { notesFolder } from '../../packages/cli/src/demo/story.ts'

export interface Stage {
  /** Files below the home, by their paths. */
  readonly files?: Readonly<Record<string, string>>
  /** Said before the first command of the page. */
  readonly before?: ReadonlyArray<string>
  /** The page whose store and files this one goes on with. */
  readonly after?: string
  /** Said in the place of a command that is left out. */
  readonly insteadOf?: Readonly<Record<string, string>>
  /** Exit codes other than 0 of commands whose complaint the page does not show, by their beginning. */
  readonly ends?: Readonly<Record<string, number>>
}

const corrected = 'docs/how-to/correct-a-memory.md'
const ownStore = 'export CRABTRAIL_STORE=~/crabtrail-try.db'

const someNotes = 'crabtrail ingest packages/cli/demo/notes/runbooks packages/cli/demo/notes/team'

const harbour = {
  'harbour/docs/camera.md': `# Breakwater camera

The camera on the breakwater uses port 8554.
<!-- trigger: CCTV, video feed -->
<!-- project: lighthouse -->
<!-- importance: 8 -->
`,
  'harbour/docs/queue.md': '# Bookings\n\nBookings wait in a queue. The [camera](camera.md) has none.\n\n## When it is long\n\nCall Ana.\n',
  'harbour/docs/tides.txt': 'High water is at noon on the day of the new moon.\n',
  'harbour/src/queue.ts': `/** Gives up after three tries and puts the booking aside. */
export async function retryBooking(booking: string): Promise<boolean> {
  for (let time = 0; time < 3; time++) if (await pool.take(booking)) return true
  return false
}

/** Bookings that wait for a berth. */
export const waiting: Array<string> = []
`,
  'harbour/data/rooms.json': '[{"room": "Chart room", "beds": 4}, {"room": "Lamp room", "beds": 2}]\n',
  'harbour/data/faq.jsonl': `{"id": "dogs", "title": "Dogs", "text": "Dogs are welcome on a lead."}
{"id": "power", "title": "Power", "text": "Every berth has 16 amperes."}
{"id": "water", "title": "Water", "text": "The tap stands beside the crane."}
`,
  'harbour/sessions/2026-05-04.jsonl': `{"type":"session","version":3,"id":"s-1","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/home/ann"}
{"type":"message","id":"m1","timestamp":"2026-05-04T09:00:01.000Z","message":{"role":"user","content":[{"type":"text","text":"Which port does the harbour camera use?"}]}}
{"type":"message","id":"m2","timestamp":"2026-05-04T09:00:05.000Z","message":{"role":"assistant","content":[{"type":"text","text":"The harbour camera uses port 8554."}]}}
`,
}

const exported = JSON.stringify([
  {
    uuid: 'c1',
    name: 'Ropes',
    created_at: '2026-05-04T09:00:00Z',
    chat_messages: [
      { uuid: 'm1', sender: 'human', text: 'Which rope floats?', created_at: '2026-05-04T09:00:00Z' },
      { uuid: 'm2', sender: 'assistant', text: 'A rope of polypropylene floats.', created_at: '2026-05-04T09:00:09Z' },
    ],
  },
])

const session = harbour['harbour/sessions/2026-05-04.jsonl']

/** Ten notes; between two readings two are edited, one is new, one has moved, and one is gone. */
const folder = Object.fromEntries(
  ['anchors', 'buoys', 'charts', 'diesel', 'engines', 'inbox/scratch', 'inbox/tides', 'lamps', 'moorings', 'ropes'].map((name) => [
    `notes/${name}.md`,
    `# About ${name}\n\nWhat we know of ${name}. See [lamps](lamps.md).\n\n## Where the ${name} are\n\nIn the shed.\n`,
  ]),
)

/** Twenty-three pages, fifteen of them of 2025. */
const wiki = Object.fromEntries(
  Array.from({ length: 23 }, (_, n) => [`team/wiki/${n < 15 ? 2025 : 2026}-${n}.md`, `# Page ${n}\n\nWhat we said on day ${n}.\n`]),
)

/** Notes of which most is left out. */
const office = {
  'office/.gitignore': 'build/\ndraft.md\nold/\n',
  'office/build/out.md': 'Built.\n',
  'office/draft.md': 'A draft.\n',
  'office/old/plan.md': 'An old plan.\n',
  'office/plan.md': 'The plan.\n',
  'office/logo.png': 'a picture',
  'office/map.png': 'a picture',
  'office/minutes.docx': 'a document',
  'office/talk.jsonl': session,
}

/** By the page. A page that is not named begins with the notes of the demo and nothing else. */
export const stages: Readonly<Record<string, Stage>> = {
  'docs/how-to/archive-old-log.md': { after: corrected, before: [ownStore] },
  'docs/how-to/compare-settings.md': {
    after: corrected,
    before: [
      ownStore,
      'crabtrail recall "When is the fridge emptied?" --limit 1 --session visitor',
      'crabtrail used team/office.md#kitchen --session visitor',
    ],
    // Too few verdicts judge for a change, and what was not promoted is not taken back.
    ends: { 'crabtrail tune --settings': 1, 'crabtrail promote local/main/calmer': 1, 'crabtrail promote --take-back': 3 },
  },
  'docs/how-to/approve-what-comes-in.md': {
    files: { 'memory/ferry.md': '# Ferry\n\nThe ferry leaves at nine.\n', 'memory/crane.md': '# Crane\n\nThe crane lifts four tons.\n' },
  },
  'docs/how-to/follow-a-folder.md': {
    files: { ...folder, ...wiki },
    before: [
      'crabtrail ingest ~/notes',
      'mkdir notes/sea; mv notes/inbox/tides.md notes/sea/tides.md; rm notes/inbox/scratch.md',
      "sed -i 's/In the shed/In the loft/' notes/ropes.md notes/lamps.md; echo '# Digitalis tincture' > notes/new.md; echo 'Not on board.' >> notes/new.md",
    ],
  },
  'docs/how-to/forget.md': { after: corrected, before: [ownStore, 'crabtrail note "Lotte has the key of the shed."'] },
  'docs/how-to/keep-backups.md': {
    before: ['mkdir -p /mnt/disk ~/.openclaw/crabtrail', 'export CRABTRAIL_STORE=~/.openclaw/crabtrail/crabtrail.db', someNotes],
    insteadOf: { 'openclaw gateway stop': 'crabtrail recall "When is the fridge emptied?"' },
  },
  'docs/how-to/let-a-model-route.md': {
    before: ['crabtrail init --brain work', 'crabtrail note "The boat leaves at nine."', 'crabtrail recall "When does the boat leave?"'],
  },
  'docs/how-to/let-it-forget.md': { after: corrected, before: [ownStore] },
  'docs/how-to/let-it-grow.md': { before: ['crabtrail ingest packages/cli/demo/notes/team'] },
  'docs/how-to/live-with-an-agent.md': {
    files: { 'house-rules/rules.md': '# Rules\n\nShoes stay outside.\n' },
    before: ['crabtrail init --store ~/.openclaw/crabtrail/crabtrail.db --brain local/main/group-4f0c1a2b3c4d5e6f'],
  },
  'docs/how-to/read-in-documents.md': {
    files: {
      ...harbour,
      ...office,
      'export/conversations.json': exported,
      '.openclaw/agents/main/sessions/s-2.jsonl': session.replace('s-1', 's-2'),
    },
  },
  'docs/how-to/share-a-team-memory.md': { files: { 'handbook/deploy.md': '# Deploy\n\nRoll back a deploy with `ship back`.\n' } },
  'docs/how-to/undo-and-prove.md': {
    after: corrected,
    before: [ownStore],
  },
}

/** Lays a page’s files into its home: those of the page that it goes on with, and its own. */
export const layStage = (home: string, { files = {} }: Stage, earlier: string | undefined): void => {
  if (earlier !== undefined) cpSync(earlier, home, { recursive: true })
  else cpSync(notesFolder, join(home, 'packages/cli/demo/notes'), { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text)
  }
}
