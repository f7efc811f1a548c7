/** The day by which a person says "yesterday": that of the time stamp which the host puts before a message, or that of the host's own clock. */
import { localDay } from '@crabtrail/core'
import { spokenDay, spokenText } from '@crabtrail/text/words/spoken-text'

/** The day of the host's clock where it runs, as in 2026-11-28. */
export const todayHere = (): string => {
  const now = new Date()
  return localDay(now.getTime(), now.getTimezoneOffset())
}

interface Prompt {
  readonly prompt: string
  readonly currentUserMessage?: string | undefined
}

/** A prompt may begin with an older message: its time stamp counts only where it is the message of this turn. */
export const todayOfPrompt = ({ currentUserMessage, prompt }: Prompt): string => {
  const own = currentUserMessage === undefined ? undefined : spokenDay(currentUserMessage)
  const isOneMessage = currentUserMessage === undefined || spokenText(prompt) === spokenText(currentUserMessage)
  return own ?? (isOneMessage ? spokenDay(prompt) : undefined) ?? todayHere()
}
