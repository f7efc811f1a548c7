/** What the owner has the agent remember of a person is known in another conversation, and gone everywhere once the owner has it forgotten. */
import { describe, expect, test } from 'vitest'
import { currentUserText, toolTexts } from '../../src/chat-request.ts'
import { inShort } from '../../src/in-full.ts'
import { calling, deferred, inTurn, type Script } from '../../src/model-script.ts'
import { sharedHost } from '../one-gateway.ts'

interface Talk {
  readonly language: string
  readonly remember: string
  /** The note that an agent writes for it. */
  readonly note: string
  readonly ask: string
  readonly forget: string
  readonly yes: string
  readonly name: string
}

const talks: ReadonlyArray<Talk> = [
  {
    language: 'de',
    remember: 'Merk dir, dass meine Schwester Ana heißt.',
    note: 'Die Schwester des Nutzers heißt Ana.',
    ask: 'Was weißt du über Ana?',
    forget: 'Vergiss das.',
    yes: 'Ja, weg damit.',
    name: 'Ana',
  },
  {
    language: 'en',
    remember: "Remember that my sister's name is Ana.",
    note: "The user's sister is called Ana.",
    ask: 'What do you know about Ana?',
    forget: 'Forget that.',
    yes: 'Yes, go ahead.',
    name: 'Ana',
  },
  {
    language: 'es',
    remember: 'Recuerda que mi hermana se llama Ana.',
    note: 'La hermana del usuario se llama Ana.',
    ask: '¿Qué sabes de Ana?',
    forget: 'Olvida eso.',
    yes: 'Sí, adelante.',
    name: 'Ana',
  },
  {
    language: 'fr',
    remember: "Retiens que ma sœur s'appelle Ana.",
    note: "La sœur de l'utilisateur s'appelle Ana.",
    ask: 'Que sais-tu sur Ana ?',
    forget: 'Oublie ça.',
    yes: 'Oui, vas-y.',
    name: 'Ana',
  },
  {
    language: 'zh',
    remember: '请记住，我妹妹叫安娜。',
    note: '用户的妹妹叫安娜。',
    ask: '你知道安娜的什么？',
    forget: '把它忘掉。',
    yes: '好的，删掉吧。',
    name: '安娜',
  },
]
const played = inShort(talks.slice(0, 1), talks)
const agentOf = ({ language }: Talk) => `sibling-${language}`
const stage = sharedHost({ agents: played.map(agentOf) })

/** The code that the tool gave with what it showed. */
const codeIn = (shown: string): string => /and confirm[\\" ]+(\w+)/.exec(shown)?.[1] ?? expect.unreachable()

/** As an agent does: it calls the tool, and says to the user what the tool answered. */
const sayingWhatCame =
  (id: string, given: object): Script =>
  (request) =>
    toolTexts(request).at(-1) ?? calling(deferred(id, given))

describe.each(played)('what is to be remembered and forgotten again, in a real gateway, $language', (talk) => {
  const agent = agentOf(talk)
  const say = (room: string, message: string, script = inTurn('OK.')) => {
    stage.model.follow(script)
    return stage.host.chat(`agent:${agent}:${room}`, message)
  }
  const sentLast = () => currentUserText(stage.model.requests.at(-1) ?? expect.unreachable())

  test('is noted when the user asks for it, and given in another conversation', async () => {
    expect(await say('kitchen', talk.remember, sayingWhatCame('memory_note', { text: talk.note }))).toMatch(/Noted as note:/)

    await say('garden', talk.ask)

    expect(sentLast()).toContain(talk.note)
  })

  test('is shown before it goes, and goes when the user agrees', async () => {
    const shown = await say('garden', talk.forget, sayingWhatCame('memory_forget', { name: talk.name }))
    expect(shown).toContain(talk.note)
    expect((await stage.log(agent)).filter(({ type }) => type === 'ErasureRecorded')).toEqual([])

    const erased = await say('garden', talk.yes, sayingWhatCame('memory_forget', { name: talk.name, confirm: codeIn(shown) }))

    expect(erased).toMatch(/[Ff]orgotten|[Ee]rased/)
    await say('attic', talk.ask)
    expect(sentLast()).not.toContain(talk.note)
    expect(JSON.stringify(await stage.log(agent))).not.toContain(talk.note)
  })
})
