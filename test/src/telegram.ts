/** Telegram's Bot API on loopback, for one bot: what people say to it is queued for its polling, and what it answers is kept. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bodyOf } from './model.ts'

export interface Said {
  readonly from: number
  /** Absent: in private. Groups have a negative id. */
  readonly group?: number
  readonly text: string
}

export interface Telegram {
  /** Value for `channels.telegram`: the address of this server, and no question to anybody about who may write to the bot. */
  readonly config: object
  /** Sends a message, and returns the answer of the bot there. */
  readonly say: (said: Said) => Promise<string>
  /** The next text in this chat that answers no message. Ask before doing what sends it. */
  readonly told: (chat: number) => Promise<string>
  readonly stop: () => Promise<void>
}

interface Waiting {
  readonly chat: number
  /** What its answer replies to. The answer to a command replies to nothing, as do words that nobody asked for, such as the end of a subagent. */
  readonly message?: number
  readonly answered: (text: string) => void
}

interface Sent {
  readonly chat_id: string | number
  readonly text: string
  readonly reply_parameters?: { readonly message_id: number }
}

const token = '1:loopback'
const bot = { id: 1, is_bot: true, first_name: 'Bot', username: 'loopback_bot', can_join_groups: true, can_read_all_group_messages: true }
/** A poll that finds nothing is answered after so long, as the real one. */
const pollMs = 2_000
const patienceMs = 120_000

export const startTelegram = async (): Promise<Telegram> => {
  const updates: Array<{ readonly update_id: number }> = []
  const polls = new Set<() => void>()
  const waiting = new Set<Waiting>()
  let numbers = 0

  const poll = async ({ offset = 0 }: { readonly offset?: number }): Promise<unknown> => {
    const newer = () => updates.filter(({ update_id }) => update_id >= offset)
    if (newer().length === 0) await next()
    return newer()
  }
  const next = () =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        polls.delete(done)
        resolve()
      }
      const timer = setTimeout(done, pollMs)
      polls.add(done)
    })
  const answeredIn = (where: Omit<Waiting, 'answered'>, otherwise: string) =>
    new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(otherwise)), patienceMs)
      const answered = (said: string) => {
        clearTimeout(timer)
        resolve(said)
      }
      waiting.add({ ...where, answered })
    })
  const sent = ({ chat_id, reply_parameters, text }: Sent): object => {
    // What the host says of a reply before a restart answers no message, and may come at any time.
    const isNotice = text?.startsWith('I couldn’t confirm whether my previous reply') === true
    const answered = [...(isNotice ? [] : waiting)].find(
      ({ chat, message }) => chat === Number(chat_id) && message === reply_parameters?.message_id,
    )
    if (answered !== undefined) {
      waiting.delete(answered)
      answered.answered(text)
    }
    return { message_id: ++numbers, date: seconds(), chat: chatOf(Number(chat_id)), from: bot, text }
  }
  const answer = (method: string, given: never): unknown => {
    if (method === 'getUpdates') return poll(given)
    if (method === 'sendMessage' || method === 'editMessageText') return sent(given)
    if (method === 'getMe') return bot
    return method === 'getWebhookInfo' ? { url: '', has_custom_certificate: false, pending_update_count: 0 } : true
  }
  const server = createServer(async (incoming, response) => {
    const method = incoming.url?.split('/').at(-1)?.split('?')[0] ?? ''
    const result = await answer(method, (await givenBy(incoming)) as never)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: true, result }))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  return {
    config: {
      enabled: true,
      botToken: token,
      apiRoot: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      dmPolicy: 'open',
      allowFrom: ['*'],
      groupPolicy: 'open',
      groups: { '*': { requireMention: false } },
      streaming: { mode: 'off' },
      ackReaction: '',
      replyToMode: 'all',
    },
    told: (chat) => answeredIn({ chat }, 'the bot said nothing by itself'),
    say: ({ from, group, text }) => {
      const chat = group ?? from
      const message = { message_id: ++numbers, date: seconds(), chat: chatOf(chat), from: personOf(from), text }
      const answered = answeredIn(
        { chat, ...(text.startsWith('/') ? {} : { message: message.message_id }) },
        `the bot did not answer: ${text}`,
      )
      updates.push({ update_id: ++numbers, message } as { readonly update_id: number })
      for (const wake of [...polls]) wake()
      return answered
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const seconds = (): number => Math.floor(Date.now() / 1_000)

const personOf = (id: number) => ({ id, is_bot: false, first_name: `Person ${id}`, username: `person_${id}` })

const chatOf = (id: number): object =>
  id < 0 ? { id, type: 'supergroup', title: `Group ${-id}` } : { ...personOf(id), is_bot: undefined, type: 'private' }

/** The bot sends forms of text, or JSON, or a query alone. */
const givenBy = async (incoming: IncomingMessage): Promise<object> => {
  const body = await bodyOf(incoming)
  const query = Object.fromEntries(new URL(incoming.url ?? '', 'http://127.0.0.1').searchParams)
  if (body === '') return query
  const type = incoming.headers['content-type'] ?? ''
  return type.includes('json') ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))
}
