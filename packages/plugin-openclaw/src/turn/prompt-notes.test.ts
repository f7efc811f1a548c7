import { describe, expect, test } from 'vitest'
import type { PromptFile } from '../host/conversation.ts'
import { wholeNotes } from './prompt-notes.ts'

const file = (name: string, content: string): PromptFile => ({ name, path: `/space/${name}`, missing: false, content })
const absent = (name: string): PromptFile => ({ name, path: `/space/${name}`, missing: true })
const long = (characters: number): string => 'x'.repeat(characters)

describe('a file that the host puts into the system prompt', () => {
  test('stands there whole up to the limit of a file, which is smaller for USER.md', () => {
    const bootstrapFiles = [file('AGENTS.md', long(20_001)), file('USER.md', long(4_001)), file('MEMORY.md', `${long(20_000)}\n\n`)]

    expect(wholeNotes({ bootstrapFiles })).toEqual([long(20_000)])
  })

  test('stands there only as far as those before it left room', () => {
    const cfg = { agents: { defaults: { bootstrapTotalMaxChars: 1_000 } } }
    const behind = (characters: number) =>
      wholeNotes({ cfg, bootstrapFiles: [file('AGENTS.md', long(characters)), file('MEMORY.md', 'm'.repeat(64))] })

    expect(behind(936)).toEqual(['m'.repeat(64)])
    expect(behind(937)).toEqual([])
    expect(behind(1_001)).toEqual([])
  })

  test('that is missing takes the room of the line that says so', () => {
    const cfg = { agents: { defaults: { bootstrapTotalMaxChars: 100 } } }
    const bootstrapFiles = [absent('SOUL.md'), file('MEMORY.md', long(60))]

    expect(wholeNotes({ cfg, bootstrapFiles })).toEqual([])
    expect(wholeNotes({ cfg, bootstrapFiles: bootstrapFiles.slice(1) })).toEqual([long(60)])
  })

  test('has the limit of its agent, and of all agents where that has none or no valid one', () => {
    const whole = (entry: object, defaults: object) =>
      wholeNotes({ agentId: 'ada', cfg: { agents: { entries: { ada: entry }, defaults } }, bootstrapFiles: [file('MEMORY.md', long(100))] })
        .length

    expect(whole({ bootstrapMaxChars: 99 }, { bootstrapMaxChars: 100 })).toBe(0)
    expect(whole({}, { bootstrapMaxChars: 99 })).toBe(0)
    expect(whole({ bootstrapMaxChars: 100 }, { bootstrapMaxChars: 99 })).toBe(1)
    expect(whole({ bootstrapMaxChars: 0 }, { bootstrapMaxChars: 99 })).toBe(1)
  })
})
