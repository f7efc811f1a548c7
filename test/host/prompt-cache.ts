/** What of each request a provider cannot take from its cache: everything behind the first byte that differs from the request before. */
import { countTokens } from '../../packages/text/src/words/context-fence.ts'
import type { ChatMessage, ChatRequest } from '../src/chat-request.ts'
import { calling, inTurn, type Script } from '../src/model-script.ts'
import type { Notes } from './notes.ts'

/** A note for each of the ten questions that have one. */
export const freelancerNotes: Notes = {
  'memory/rates.md': '# Hourly rate\n\nThe hourly rate is 95 euros for design and 110 euros for workshops, net, since March.\n',
  'memory/bakery.md':
    '# Bakery Lindner\n\nBakery Lindner wants its menu as a PDF in A5, proofs by Thursday noon, and pays within ten days.\n',
  'memory/printer.md':
    '# Printer\n\nThe printer Ostkreuz needs PDF/X-4 with three millimetres of bleed, and the invoice number in the subject.\n',
  'memory/backup.md':
    '# Backups\n\nBackups of the studio run at two in the night to the disk in the cellar; the key hangs in the kitchen.\n',
  'memory/museum.md':
    '# Museum project\n\nThe museum project is written in Vue; its typeface is Literata, and its contact is Ms Adeyemi.\n',
  'memory/taxes.md': '# Taxes\n\nThe tax adviser is Mr Brandt; he gets the receipts by the tenth of each month as one archive.\n',
  'memory/server.md':
    '# Server\n\nThe staging server is called heron and is deployed with `make stage`; production goes by the pipeline.\n',
  'memory/yoga.md': '# Yoga\n\nYoga is on Tuesdays at seven in the evening, so no calls after half past six then.\n',
  'memory/dentist.md': '# Dentist\n\nThe dentist is Dr Holm in the Marienstrasse; appointments are made by telephone only.\n',
  'memory/train.md': '# Train to Leipzig\n\nThe train to Leipzig leaves at 7:48 from platform three; the BahnCard is in the blue wallet.\n',
}

/** Some twelve kilobytes each, as a page of a project is. */
export const projectFiles: Notes = Object.fromEntries(
  ['menu', 'exhibits', 'invoice', 'styles', 'changes'].map((name, file) => [
    `project/${name}.txt`,
    Array.from(
      { length: 150 },
      (_, line) => `${name} ${line}: item ${(line * 37 + file * 11) % 97} of ${(line * 13) % 89}, state ${(line * 7) % 5}, checked twice.`,
    ).join('\n'),
  ]),
)

interface Exchange {
  readonly says: string
  readonly script: Script
}

const says = (message: string, answer: string): Exchange => ({ says: message, script: inTurn(answer) })
const reads = (message: string, files: ReadonlyArray<string>, answer: string): Exchange => ({
  says: message,
  script: inTurn(...toolCalls(files), answer),
})
const toolCalls = (files: ReadonlyArray<string>) =>
  files.map((name) => calling({ id: `callread${name}`, name: 'read', arguments: { path: `project/${name}.txt` } })) as [
    ReturnType<typeof calling>,
  ]

/** Twenty turns: ten have a note, ten have none. */
export const talk: ReadonlyArray<Exchange> = [
  says('What is my hourly rate for workshops?', 'It is 110 euros, net.'),
  says('Thanks!', 'You are welcome.'),
  says('When does Bakery Lindner want its proofs?', 'By Thursday noon.'),
  says('Write two friendly lines that announce them.', 'Dear bakers, your proofs are on their way. Enjoy the day!'),
  says('Which bleed does the printer Ostkreuz need?', 'Three millimetres.'),
  says('What is 17 times 23?', 'It is 391.'),
  says('When do the backups of the studio run?', 'At two in the night.'),
  says('ok', 'Good.'),
  says('Which typeface has the museum project?', 'Literata.'),
  says('Suggest a second typeface that goes with it.', 'A plain grotesque such as Inter would go well with it.'),
  says('Who is my tax adviser and when does he get the receipts?', 'Mr Brandt, by the tenth of each month.'),
  says('Translate “good luck” into Portuguese.', 'Boa sorte.'),
  says('How is the staging server deployed?', 'With make stage, on heron.'),
  says('Make that shorter, please.', 'make stage.'),
  says('When is yoga?', 'On Tuesdays at seven.'),
  says('Tell me a joke about crabs.', 'Why do crabs never share? They are shellfish.'),
  says('How do I get an appointment with the dentist?', 'By telephone, with Dr Holm.'),
  says('hm', 'Take your time.'),
  says('When does the train to Leipzig leave?', 'At 7:48 from platform three.'),
  says('That is all for today.', 'Until tomorrow.'),
]

const filesRead: Readonly<Record<number, ReadonlyArray<string>>> = {
  2: ['menu'],
  5: ['styles'],
  8: ['exhibits', 'changes'],
  10: ['invoice'],
  13: ['menu'],
  15: ['styles'],
}

/** The same turns, of which six read files, seven in all: three after a question with a note, three after one without. */
export const work: ReadonlyArray<Exchange> = talk.map((exchange, at) => {
  const files = filesRead[at]
  return files === undefined ? exchange : reads(exchange.says, files, `I looked at ${files.join(' and ')}.`)
})

/** A request as a provider reads it: tools, then messages in order. */
export type Parts = ReadonlyArray<string>

const internal = '<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>'
const fence = /\n\n(<crabtrail-memory turn="t\d+">[\s\S]*?<\/crabtrail-memory>)/

export const partsOf = ({ messages, tools }: ChatRequest): Parts => [JSON.stringify(tools), ...messages.map(written)]

const written = (message: ChatMessage): string => JSON.stringify(message)

export interface Resent {
  readonly requests: number
  /** Tokens of all requests together. */
  readonly sent: number
  /** Of these behind the first difference to the request before, without the first request. */
  readonly fresh: number
  readonly largest: number
}

export const resent = (requests: ReadonlyArray<Parts>): Resent => {
  const whole = requests.map((parts) => parts.join('\n'))
  const fresh = whole.slice(1).map((text, at) => countTokens(text.slice(commonPrefix(whole[at] ?? '', text))))
  return {
    requests: requests.length,
    sent: whole.reduce((sum, text) => sum + countTokens(text), 0),
    fresh: fresh.reduce((sum, tokens) => sum + tokens, 0),
    largest: Math.max(0, ...fresh),
  }
}

const commonPrefix = (one: string, other: string): number => {
  const most = Math.min(one.length, other.length)
  let at = 0
  while (at < most && one[at] === other[at]) at += 1
  return at
}

/** Where else the same fences could have stood in the same requests. */
export const places = ['before the message', 'behind the message', 'at the very end', 'kept in the history', 'nowhere'] as const
export type Place = (typeof places)[number]

/** The requests as they would be, had the host put the fences there. */
export const placed = (requests: ReadonlyArray<ChatRequest>, place: Place): ReadonlyArray<Parts> => {
  const kept = new Map<string, string>()
  return requests.map((request) => {
    const at = request.messages.findLastIndex((message) => message.role === 'user' && !textOf(message).startsWith(internal))
    const said = fence.exec(textOf(request.messages[at]))?.[1] ?? ''
    const bare = request.messages.map((message) => withText(message, textOf(message).replace(fence, '')))
    const own = textOf(bare[at])
    if (said !== '' && !kept.has(own)) kept.set(own, said)
    const moved = bare.map((message, index) => {
      const text = textOf(message)
      const stays = place === 'kept in the history' && message.role === 'user' ? kept.get(text) : undefined
      const given = index === at && said !== '' && (place === 'before the message' || place === 'behind the message') ? said : stays
      if (given === undefined) return message
      return withText(message, place === 'before the message' ? `${given}\n\n${text}` : `${text}\n\n${given}`)
    })
    const end = place === 'at the very end' && said !== '' ? [{ role: 'user', content: said }] : []
    return partsOf({ ...request, messages: [...moved, ...end] })
  })
}

const textOf = (message: ChatMessage | undefined): string => {
  const content = message?.content
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map((part: { readonly text?: string }) => part.text ?? '').join('\n') : ''
}

/** Of a message that is one text. */
const withText = (message: ChatMessage, text: string): ChatMessage => (textOf(message) === text ? message : { ...message, content: text })
