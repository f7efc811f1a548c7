/** Golden histories by name: scripts of signals that together make every decision the product makes, each with its own seed and clock. */
import { hashedEmbedder } from '@crabtrail/models'
import { questionSetHistory } from './question-set-history.ts'
import { randomHistory } from './random-history.ts'
import type { History, Stage } from './transcript.ts'

const minute = 60_000
const keeper = { actor: 'keeper' } as const
const talk = { session: 'harbour', sessionKind: 'interactive', agent: 'claw', workspace: 'pier' } as const
const note = (source: string, text: string) => ({ source, format: 'markdown' as const, text })

const tides = `# Tides

The tide turns twice a day. See [the moon](moon.md#pull).

## Low tide

Crabs walk at low tide, and leave a trail.

## High tide

Crabs hide at high tide. 潮が満ちる。
`
const moon = '# The moon\n\nThe moon is far away.\n\n## Pull\n\nThe moon pulls the water.\n'
const crabs = 'When do crabs walk and leave a trail?'

/** A turn with its reply: a recall, then the end of its turn. Answers with the turn and the first memory. */
const turn = async ({ clock, memory }: Stage, question: string, more: { readonly reply?: string; readonly session?: string } = {}) => {
  clock.now += minute
  const within = { ...talk, ...(more.session === undefined ? {} : { session: more.session }) }
  const answer = await memory.recall({ ...within, question })
  const named = answer?.turn ?? ''
  if (more.reply !== undefined) {
    const tools = [
      { name: 'exec', calls: 2, failures: 0 },
      { name: 'browse', calls: 1, failures: 1 },
    ]
    await memory.complete({ ...within, turn: named, outcome: 'success', durationMs: 1_200, reply: more.reply, tools })
  }
  return { turn: named, first: answer?.items[0]?.node ?? '', second: answer?.items[1]?.node ?? '' }
}

const pass = async ({ memory }: Stage, turns: number) => {
  for (let count = 0; count < turns; count++) await memory.skip({ reason: 'off', skippedAt: 0, waitedMs: 1, ...keeper })
}

/** Notes, a correction, verdicts at every tier, a strength by hand, an edit, a rollback, and explanations of all of it. */
const everyday = async (stage: Stage) => {
  const { clock, look, memory, now, restart } = stage
  const asked = [crabs, 'What does the moon pull?', '潮が満ちるのはいつですか']
  await memory.init(keeper)
  await memory.ingest({ documents: [note('tides.md', tides), note('moon.md', moon)], ...keeper })
  await memory.ingest({
    documents: [note('letter.md', 'Crabs owe me money.\n')],
    actor: 'stranger',
    actorKind: 'other',
    origin: 'untrusted',
  })
  await look(asked)
  const first = await turn(stage, crabs)
  await memory.feedback({
    ...talk,
    verdict: 'wrong',
    nodes: ['tides.md#low-tide'],
    instead: ['moon.md#pull'],
    text: 'the moon was meant',
    key: 'correction',
  })
  await memory.feedback({ ...talk, verdict: 'wrong', nodes: ['tides.md#low-tide'], instead: ['moon.md#pull'], key: 'correction' })
  await look(asked)
  await turn(stage, crabs)
  const agent = { actor: 'claw', actorKind: 'agent', origin: 'agent' } as const
  await memory.feedback({ ...talk, verdict: 'used', nodes: ['moon.md#pull'], tier: 'agent', ...agent })
  await memory.feedback({ ...talk, verdict: 'not-useful', turn: first.turn, nodes: ['tides.md#low-tide'] })
  await memory.feedback({ ...talk, verdict: 'wrong', turn: first.turn, nodes: ['tides.md#high-tide'], outcome: -0.5 })
  await memory.feedback({ ...talk, verdict: 'success', nodes: ['moon.md#pull'], origin: 'untrusted', actor: 'stranger' })
  await memory.strength({ source: 'moon.md', target: 'tides.md', value: 0.333333333 })
  await memory.strength({ source: 'moon.md', target: 'tides.md#high-tide', value: -0.4 })
  await look(asked)
  const before = await now()
  await memory.skip({ ...talk, reason: 'deadline', skippedAt: clock.now - 1, waitedMs: 300 })
  await memory.ingest({ documents: [note('tides.md', tides.replace(/## Low tide\n\n.*\n\n/, '').replace('twice', 'two times'))] })
  await memory.recall({ question: '潮が満ちるのはいつですか' })
  await memory.feedback({ verdict: 'partial', nodes: ['tides.md#high-tide'], ...keeper })
  await look(asked)
  clock.now -= 10 * minute
  await memory.rollback({ to: before })
  await memory.ingest({ documents: [note('tides.md', tides)] })
  clock.now += 20 * minute
  await look(asked)
  await restart()
  const last = await turn(stage, crabs)
  await memory.recall({ question: crabs, at: before, record: false })
  await memory.recall({ question: crabs, engine: 'spread', record: false })
  await memory.why({ turn: last.turn })
  await memory.why({ turn: last.turn, node: 'letter.md' })
  await memory.why({ turn: first.turn, node: 'moon.md#pull' })
  for (const edge of ['e1', 'e2', 'moon.md>learned>tides.md']) await memory.blame({ edge })
}

/** Corrections that the owner says in a conversation: about a memory, replaced by another, about form, about nothing; and taken back. */
const corrections = async (stage: Stage) => {
  const { clock, look, memory, now } = stage
  const low = 'When is the low tide of the harbour?'
  const who = 'Who is the keeper of the lighthouse?'
  const say = async (text: string) => {
    clock.now += minute
    await memory.hear({ text, ...talk, ...keeper })
    await memory.learn({ most: 1 })
    await memory.learn({})
    await look([low, who])
  }
  await memory.init(keeper)
  await memory.ingest({
    documents: [
      note('tides.md', '# Tides\n\nThe low tide of the harbour is at 06:40, and crabs walk then.\n'),
      note('keeper.md', '# The keeper\n\nThe keeper of the lighthouse is Maren.\n'),
      note('new-keeper.md', '# The keeper since May\n\nSince May the keeper of the lighthouse is Joris.\n'),
    ],
    ...keeper,
  })
  await turn(stage, low, { reply: 'The low tide of the harbour is at 06:40, and crabs walk then.' })
  const before = await now()
  await say('No, that is wrong: the low tide of the harbour is at 07:15.')
  await turn(stage, who, { reply: 'The keeper of the lighthouse is Maren.' })
  await say('That is not right any more, the keeper of the lighthouse is Joris.')
  await turn(stage, who, { reply: 'The keeper of the lighthouse is Joris since May.' })
  await say('No, that is wrong, make it shorter.')
  await say("You're wrong about the weather.")
  await turn(stage, low, { reply: 'The low tide of the harbour is at 06:40, and crabs walk then.' })
  await say('No, that is completely wrong!')
  await say('Nein, das stimmt nicht.')
  await memory.rollback({ to: before, ...keeper, dryRun: true })
  await memory.rollback({ to: before, ...keeper })
  await look([low, who])
  const { turn: last } = await turn(stage, low, { reply: 'At 06:40.' })
  await memory.feedback({ verdict: 'used', turn: last, nodes: ['tides.md'], ...talk, ...keeper })
  await say('No, that is wrong: the low tide of the harbour is at 08:30.')
  await memory.ingest({ documents: [note('tides.md', '# Tides\n\nThe low tide of the harbour is at 08:30.\n')], ...keeper })
  await look([low, who])
  const { turn: judged } = await turn(stage, who, { reply: 'The keeper of the lighthouse is Maren.' })
  await memory.feedback({ verdict: 'wrong', turn: judged, nodes: ['keeper.md'], instead: ['new-keeper.md'], ...talk, ...keeper })
  await look([who])
  await memory.feedback({ verdict: 'used', turn: judged, nodes: ['keeper.md'], ...talk, ...keeper })
  await look([who])
}

/** Outcomes that name no recall: shared among turns, spent, refused, and late; and agents who answer while they judge. */
const outcomes = async (stage: Stage) => {
  const { clock, look, memory } = stage
  const said = { nodes: [], ...talk, ...keeper } as const
  await memory.init(keeper)
  await memory.ingest({ documents: [note('tides.md', tides), note('moon.md', moon)], ...keeper })
  await turn(stage, crabs)
  const pulls = await turn(stage, 'What pulls the water of the moon?')
  await memory.feedback({ ...said, verdict: 'correction', outcome: -0.5, text: 'that was no trail of crabs' })
  await turn(stage, crabs)
  await memory.feedback({ ...said, verdict: 'success' })
  await memory.feedback({ ...said, verdict: 'partial', tier: 'agent' })
  await memory.feedback({ ...said, verdict: 'partial' })
  await look([crabs])
  const answering = { turn: pulls.turn, message: 'the moon pulls the water, thank you' }
  await memory.feedback({ ...said, verdict: 'success', nodes: ['moon.md#pull'], tier: 'agent', answering })
  clock.now += 60 * minute
  await memory.feedback({ ...said, verdict: 'success' })
  await look([crabs])
}

/** Short periods for everything that maintenance does. */
const forgetful = {
  'forgetting.everyTurns': 10,
  'forgetting.changesLeast': 1,
  'forgetting.decay.SEQ': 0.9,
  'forgetting.decay.SIM': 0.8,
  'forgetting.decay.CAUSE': 0.9,
  'forgetting.decay.idle': 2,
  'forgetting.decay.step': 1,
  'forgetting.prune.young': 2,
  'forgetting.death.orphan': 4,
  'forgetting.merge.alike': 0.2,
}

/** Strengths decay, edges are pruned, cues merge, die and come back; protection holds some of it. */
const decay = async (stage: Stage) => {
  const { look, memory, now } = stage
  await memory.init({ ...keeper, settings: forgetful })
  await memory.ingest({ documents: [note('tides.md', tides), note('moon.md', moon)], ...keeper })
  const teach = async (question: string, verdict: 'used' | 'not-relevant' = 'used') => {
    const one = await turn(stage, question)
    await memory.feedback({ verdict, turn: one.turn, nodes: [one.first], ...talk, ...keeper })
    return one
  }
  const { first, turn: taught } = await teach(crabs)
  await teach('When do crabs walk and leave a trail today?')
  await teach('What pulls the water?')
  await look([crabs])
  await memory.maintain({ ...keeper, dryRun: true })
  await memory.maintain(keeper)
  await look([crabs])
  await pass(stage, 6)
  await memory.maintain(keeper)
  await memory.feedback({ verdict: 'success', turn: taught, nodes: [first], ...talk, ...keeper })
  await pass(stage, 2)
  await memory.maintain({ ...keeper, when: 'turn' })
  await memory.maintain({ ...keeper, when: 'heartbeat' })
  const before = await now()
  await look([crabs])
  await memory.protect({ node: first, ...keeper })
  await pass(stage, 30)
  await memory.maintain({ ...keeper, when: 'turn' })
  await look([crabs])
  await memory.protect({ node: first, off: true, ...keeper })
  await pass(stage, 40)
  await memory.maintain(keeper)
  await pass(stage, 10)
  await memory.maintain(keeper)
  await look([crabs])
  await teach(crabs)
  await look([crabs])
  await memory.rollback({ to: before, ...keeper })
  await look([crabs])
}

/** Turns by several askers, some without memory; the same note in the prompt; hits of another search; sessions and a heartbeat. */
const askers = async (stage: Stage) => {
  const { look, memory } = stage
  const within = { session: 'harbour', sessionKind: 'interactive' } as const
  const lamp = 'The lamp of the lighthouse is trimmed at dusk by Ada, who also winds the clock.'
  const question = 'Who trims the lamp of the lighthouse at dusk?'
  await memory.init(keeper)
  const notes = [lamp, 'A lamp burns in the hall.', 'The boat is tarred in April.'].map((text, at) =>
    note(`note-${at + 1}.md`, `${text}\n`),
  )
  await memory.ingest({ documents: [...notes, note('tides.md', tides)], ...keeper })
  await memory.session({ event: 'started', ...within })
  await memory.recall({ ...within, question, asker: { chatKind: 'main', channel: 'webchat' } })
  await memory.recall({ ...within, question, asker: { chatKind: 'direct', channel: 'telegram', chat: '42', sender: '42' } })
  await memory.recall({ ...within, question, asker: { chatKind: 'group', channel: 'telegram', chat: '-7', sender: '42' } })
  await memory.recall({ ...within, question, asker: { chatKind: 'named' } })
  for (const reason of ['group', 'not-owner', 'unknown-asker', 'disputed'] as const)
    await memory.skip({ reason, skippedAt: 0, waitedMs: 0, session: 'withheld', sessionKind: 'interactive' })
  await memory.recall({ session: 'few', question, inPrompt: `# note-1.md\n\n${lamp}` })
  await memory.recall({ session: 'few', question: 'ok' })
  await memory.recall({ session: 'few', question, budget: 20 })
  await memory.heartbeat({ session: 'pulse', sessionKind: 'heartbeat', tags: ['boat', 'april'] })
  const hits = [{ source: 'note-3.md', text: 'The boat is tarred in April.', from: 1, to: 1 }]
  await memory.recall({ ...within, question: 'What is done to the boat in spring?', hits })
  await memory.recall({ ...within, question: 'And when?' })
  await look([question, 'boat'])
  await memory.session({ event: 'ended', reason: 'closed', ...within })
  await memory.session({ event: 'ended', ...within })
}

/** Documents that come, change, lose their title, move, go and come back, from folders and from others; and many at once. */
const documents = async (stage: Stage) => {
  const { look, memory } = stage
  const asked = ['When do crabs walk at low tide?', 'What hangs in the harbour of Oslo?']
  const root = '/home/notes'
  const read = (folder: Readonly<Record<string, string>>, more: { readonly prune?: boolean; readonly dryRun?: boolean } = {}) =>
    memory.ingest({
      documents: Object.entries(folder).map(([source, text]) => ({ ...note(source, text), root })),
      folders: [{ root, below: '' }],
      ...keeper,
      ...more,
    })
  const folder = {
    'tide.md': '# Tide\n\nThe tide turns twice a day. See [[crab]].\n',
    'crab.md': '# Crab\n\nCrabs walk at low tide.\n\n## Shell\n\nThe shell is shed in spring.\n',
    'moon.md': '# Moon\n\nThe moon pulls the [tide](tide.md). Orion was seen beside it.\n',
    'stars.md': '# Orion\n\nOrion stands over the harbour in winter.\n',
  }
  const { 'crab.md': crab, ...rest } = folder
  await memory.init(keeper)
  await read(folder)
  await look(asked)
  await read({ ...rest, 'sub/crab.md': crab })
  await read(rest, { dryRun: true })
  await read(rest)
  await look(asked)
  await read({ 'moon.md': folder['moon.md'] })
  await read({ 'moon.md': folder['moon.md'] }, { prune: true })
  await read({ ...folder, 'moon.md': folder['moon.md'].replace('pulls', 'lifts') })
  await look(asked)
  const records = (...all: ReadonlyArray<object>) =>
    memory.ingest({
      documents: [{ source: 'log.jsonl', format: 'jsonl', text: all.map((one) => JSON.stringify(one)).join('\n') }],
      ...keeper,
    })
  const table = { id: 'a', title: 'The Tide Table', text: 'It hangs in the harbour of Oslo.' }
  const hermit = { id: 'b', title: 'Crab', text: 'It was seen beside The Tide Table.' }
  await records(table, hermit)
  await records({ ...table, title: undefined }, hermit)
  await records({ ...table, title: undefined }, { ...hermit, title: 'Hermit crab' })
  await records(table, hermit)
  await look(asked)
  const page = (text: string) => memory.ingest({ documents: [note('page.md', `# Harbour\n\n${text}\n`)], ...keeper, origin: 'untrusted' })
  await page('The harbour of Oslo freezes in January.')
  await memory.trust({ node: 'page.md', ...keeper })
  await look(asked)
  await memory.trust({ node: 'page.md', off: true, ...keeper })
  await memory.trust({ node: 'page.md', ...keeper })
  await page('The harbour of Oslo never freezes. The password is hunter2hunter2.')
  await look(asked)
  await memory.profile({ profile: 'balanced', settings: { review: 'on' }, ...keeper })
  await page('The harbour of Oslo freezes in February.')
  await look(asked)
  await memory.review({ decision: 'approve', nodes: ['page.md'], ...keeper })
  await look(asked)
  await memory.review({ decision: 'refuse', nodes: ['page.md'], ...keeper })
  await look(asked)
  await memory.profile({ profile: 'balanced', ...keeper })
  const pools = Array.from({ length: 300 }, (_, i) =>
    note(`pool-${i}.md`, `# Pool ${i}\n\nPool ${i} of the harbour holds ${i % 7} shrimps.\n`),
  )
  await memory.ingest({ documents: pools, ...keeper })
  for (const question of [...asked, 'How many shrimps does pool 12 hold?']) await memory.recall({ question, record: false, limit: 10 })
}

/** The same conversation under each profile, in a brain of its own, and a change of the profile between. */
const profiles = async (stage: Stage) => {
  const { memory } = stage
  const questions = [crabs, 'What does the moon pull?', 'Which crabs hide?']
  for (const profile of ['balanced', 'crabpath', 'linkstrength', 'neurogated']) {
    const brain = `profiles/main/${profile}`
    await memory.init({ ...keeper, brain, profile })
    await memory.ingest({ brain, documents: [note('tides.md', tides), note('moon.md', moon)], ...keeper })
    for (let round = 0; round < 3; round++) {
      for (const [at, question] of questions.entries()) {
        const answer = await memory.recall({ brain, question, ...talk })
        const nodes = answer?.items.slice(0, 2).map(({ node }) => node) ?? []
        const named = answer?.turn ?? ''
        const tools = [{ name: 'exec', calls: 1, failures: 0 }]
        await memory.complete({
          brain,
          turn: named,
          outcome: at === 2 ? 'failure' : 'success',
          durationMs: 9,
          reply: tides,
          tools,
          ...talk,
        })
        if (round === 0)
          await memory.feedback({ brain, turn: named, nodes, verdict: at === 1 ? 'not-relevant' : 'used', ...talk, ...keeper })
        await memory.feedback({ brain, turn: named, nodes: nodes.slice(1), verdict: 'partial', tier: 'agent', actor: 'claw', ...talk })
      }
      await memory.maintain({ brain, ...keeper })
    }
    for (let edge = 1; edge <= 12; edge++) await memory.blame({ brain, edge: `e${edge}` })
    await memory.profile({ ...keeper, brain, profile: profile === 'balanced' ? 'crabpath' : 'balanced' })
    await memory.recall({ brain, question: crabs, ...talk })
    await memory.describe({ ...keeper, brain, about: `crabs, learned by ${profile}` })
    await memory.tag({ ...keeper, brain, name: `as-${profile}` })
  }
}

/** Erasure by note, source, turn, session and subject, a rehearsal of each, and documents that are read in again. */
const erasure = async (stage: Stage) => {
  const { look, memory, restart } = stage
  await memory.init(keeper)
  const letter = note('letter.md', '# Letter\n\nQuahogs of Ostmole owe me money.\n')
  const all = [note('tides.md', tides), note('moon.md', moon), letter, note('diary.md', 'Ostmole was cold. I saw quahogs.\n')]
  await memory.ingest({ documents: all, ...keeper })
  const first = await turn(stage, crabs, { reply: 'Crabs walk at low tide.', session: 'one' })
  await memory.feedback({ verdict: 'used', turn: first.turn, nodes: [first.first], text: 'right', ...talk, session: 'one', ...keeper })
  await turn(stage, 'What do the quahogs of Ostmole owe?', { reply: 'Money.', session: 'two' })
  await turn(stage, 'Does the moon pull?', { reply: 'It does.', session: 'three' })
  await look([crabs, 'Ostmole'])
  const forgotten = [
    { node: 'tides.md#low-tide' },
    { turn: first.turn },
    { session: 'two' },
    { source: 'letter.md' },
    { subject: 'Ostmole' },
  ]
  for (const what of forgotten) {
    await memory.forget({ ...what, ...keeper, dryRun: true })
    await memory.forget({ ...what, ...keeper })
    await look([crabs, 'Ostmole'])
  }
  await memory.ingest({ documents: all, ...keeper })
  await memory.ingest({ documents: all, ...keeper, again: true })
  await restart()
  await look([crabs, 'Ostmole'])
}

/** Vectors by the hashed embedder: questions whose words no note has. */
const vectors = async (stage: Stage) => {
  const { look, memory, restart } = stage
  const asked = [crabs, 'deployment rollbacks', 'crustaceans walking trails', 'moonlight pulling waters']
  await memory.init(keeper)
  await memory.ingest({
    documents: [note('tides.md', tides), note('moon.md', moon), note('deploy.md', 'Deploys are rolled back by hand.\n')],
    ...keeper,
  })
  await memory.upkeep({})
  await look(asked)
  for (const question of asked) await turn(stage, question)
  await memory.ingest({ documents: [note('moon.md', moon.replace('far away', 'near'))], ...keeper })
  await restart()
  await memory.upkeep({})
  await look(asked)
}

/** A stranger's session teaches and sets; it is taken back by each selection, withdrawn, rolled back, and the owner teaches in between. */
const unlearning = async (stage: Stage) => {
  const { clock, look, memory, now, restart } = stage
  const pull = 'What does the moon pull?'
  const asked = [crabs, pull]
  const dock = { session: 'dock', sessionKind: 'interactive', actor: 'deckhand' } as const
  const said = { nodes: [], ...talk, ...keeper } as const
  await memory.init({ ...keeper, settings: forgetful })
  await memory.ingest({ documents: [note('tides.md', tides), note('moon.md', moon)], ...keeper })
  await turn(stage, crabs, { reply: 'Crabs walk at low tide, and leave a trail.' })
  await turn(stage, pull, { reply: 'The moon pulls the water.' })
  await memory.feedback({ ...said, verdict: 'correction', outcome: -0.5 })
  await turn(stage, crabs)
  await memory.feedback({ ...said, verdict: 'success' })
  const bad = await turn(stage, crabs, { session: 'dock' })
  await memory.feedback({ ...dock, verdict: 'wrong', turn: bad.turn, nodes: ['tides.md#low-tide'], instead: ['moon.md#pull'] })
  await memory.strength({ ...dock, source: 'moon.md', target: 'tides.md', value: -0.7 })
  await memory.trust({ ...dock, node: 'moon.md' })
  const poisoned = await now()
  await look(asked)
  await pass(stage, 8)
  await memory.maintain(keeper)
  await memory.feedback({ ...said, verdict: 'used', turn: bad.turn, nodes: ['tides.md#low-tide'] })
  await memory.unlearn({ ...keeper, ofSession: 'dock', dryRun: true })
  const taken = await now()
  await memory.unlearn({ ...keeper, ofSession: 'dock' })
  await look(asked)
  await memory.unlearn({ ...keeper, ofSession: 'dock' })
  await memory.unlearn({ ...keeper, ofFeedback: 'f1' })
  await look(asked)
  await turn(stage, crabs, { reply: 'Crabs walk at low tide, and leave a trail.' })
  clock.now += minute
  await memory.unlearn({ ...keeper, undo: String(Number(taken) + 1) })
  await look(asked)
  await memory.unlearn({ ...keeper, ofActor: 'deckhand', withNodes: true })
  await memory.unlearn({ ...keeper, ofTurn: bad.turn })
  await memory.unlearn({ ...keeper, ofOrigin: 'owner', since: poisoned })
  await look(asked)
  await memory.rollback({ to: poisoned, ...keeper })
  await look(asked)
  await restart()
  await memory.unlearn({ ...keeper, since: taken, until: poisoned })
  await memory.unlearn({ ...keeper, since: '1', until: poisoned })
  await memory.unlearn({ ...keeper, ofSession: 'nowhere' })
  await memory.unlearn({ ...keeper, undo: '1' })
  await look(asked)
}

/** Aliases are named, taken away, unlearned and brought back; they end with the text. */
const aliases = async (stage: Stage) => {
  const { look, memory, now, restart } = stage
  const asked = [crabs, 'When are shellfish out on foot?']
  await memory.init(keeper)
  await memory.ingest({ documents: [note('tides.md', tides), note('moon.md', moon)], ...keeper })
  await look(asked)
  await memory.alias({ node: 'tides.md#low-tide', aliases: ['When are shellfish out on foot?', 'Wann laufen Krebse?'], ...keeper })
  await look(asked)
  const before = await now()
  await memory.alias({ ...talk, node: 'moon.md#pull', aliases: ['shellfish'], ...keeper })
  await look(asked)
  await memory.unlearn({ ...keeper, since: before })
  await look(asked)
  await restart()
  await memory.alias({ node: 'tides.md#low-tide', aliases: ['Wann laufen Krebse?'], remove: true, ...keeper })
  await memory.ingest({ documents: [note('tides.md', tides.replace('low tide', 'ebb tide'))], ...keeper })
  await look(asked)
}

/** Replays of other settings and without a session, one of them saved with new walks; a branch that is promoted, gone on from and taken back. */
const branching = async (stage: Stage) => {
  const { look, memory, restart } = stage
  const pull = 'What does the moon pull?'
  const asked = [crabs, pull]
  await memory.init(keeper)
  await memory.ingest({ documents: [note('tides.md', tides), note('moon.md', moon)], ...keeper })
  for (let round = 0; round < 18; round++)
    for (const question of asked) {
      const { first, turn: named } = await turn(stage, question)
      await memory.feedback({ ...talk, ...keeper, verdict: 'used', turn: named, nodes: [first] })
    }
  const bad = await turn(stage, crabs, { session: 'dock' })
  await memory.feedback({ session: 'dock', ...keeper, verdict: 'wrong', turn: bad.turn, nodes: [bad.first] })
  await look(asked)
  await memory.replay({ settings: { 'walk.learned': 0.5 }, rewalk: true, questions: true, saveAs: 'walked' })
  await memory.promote({ branch: 'walked', ...keeper })
  await memory.replay({ settings: { 'learning.conscious.cue': 0.3 }, exclude: ['session:dock'], saveAs: 'quiet' })
  await memory.replay({ saveAs: 'quiet' })
  await memory.recall({ brain: 'quiet', question: crabs, record: false })
  await memory.promote({ branch: 'quiet', dryRun: true, ...keeper })
  await memory.promote({ branch: 'quiet', ...keeper })
  await look(asked)
  await memory.promote({ branch: 'quiet', ...keeper })
  await turn(stage, pull)
  await memory.feedback({ ...talk, ...keeper, verdict: 'not-relevant', nodes: [bad.first] })
  await look(asked)
  await restart()
  await memory.promote({ undo: true, ...keeper })
  await look(asked)
  await memory.promote({ undo: true, ...keeper })
}

/** Questions that become cues: one proves itself, one is asked again, one dies and comes back; and what makes none. */
const growing = async (stage: Stage) => {
  const { clock, look, memory } = stage
  await memory.init(keeper)
  const ask = async (question: string, more: object = {}) => {
    clock.now += minute
    return memory.recall({ ...talk, question, autoNeurogenesis: true, ...more })
  }
  await ask('Which crab left the first trail?')
  await memory.ingest({ documents: [note('tides.md', tides), note('moon.md', moon)], ...keeper })
  await ask('How far do the crabs walk in a storm?')
  const taught = await ask('Which water does the far moon pull at night?')
  await ask('At night, which water does the far moon pull?')
  await ask('ok got it now please')
  await ask('Which parliament regulates fiscal policy?')
  await ask('How old is the trail of the crabs?', { autoNeurogenesis: false })
  await memory.feedback({ ...talk, verdict: 'used', turn: taught?.turn ?? '', nodes: [taught?.items[0]?.node ?? ''] })
  await look([crabs])
  await pass(stage, 20)
  await memory.maintain({})
  await ask('How far do the crabs walk in a storm?')
  await memory.ingest({ documents: beaches, ...keeper })
  await memory.calibrate({ dryRun: true, ...keeper })
  await memory.calibrate(keeper)
  await ask('Which beach did the old crab of the moon prefer in winter?')
  await memory.calibrate({ off: true, ...keeper })
  await memory.verify({ rederive: true })
}

/** Enough sentences, of enough memories, to measure bands by. */
const beaches = ['north', 'south', 'east', 'west', 'inner', 'outer', 'upper', 'lower'].map((side) => {
  const sentences = [
    `The ${side} beach lies behind the dunes of the bay.`,
    `Crabs of the ${side} beach wander at night when the water falls.`,
    `A keeper paints the ${side} lamp with white lime each spring.`,
  ]
  return note(`${side}.md`, sentences.join(' '))
})

export const histories: Readonly<Record<string, History>> = {
  everyday: { play: everyday },
  corrections: { play: corrections },
  outcomes: { play: outcomes },
  decay: { play: decay },
  askers: { play: askers },
  documents: { play: documents },
  profiles: { play: profiles },
  erasure: { play: erasure },
  vectors: { play: vectors, embedder: hashedEmbedder },
  unlearning: { play: unlearning },
  branching: { play: branching },
  aliases: { play: aliases },
  growing: { play: growing },
  'random-balanced': randomHistory({ seed: 1, signals: 250, profile: 'balanced', settings: forgetful }),
  'random-crabpath': randomHistory({ seed: 2, signals: 250, profile: 'crabpath', settings: {} }),
  'set-freelancer': questionSetHistory('freelancer'),
  'set-locomo': questionSetHistory('locomo'),
}
