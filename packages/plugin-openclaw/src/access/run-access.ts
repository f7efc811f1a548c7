/** Decides which memory a conversation may see, from everything known about it at the moment. */
import * as Result from 'effect/Result'
import type { PluginParts } from '../parts.ts'
import { type HeardContext, type Talk, talkOf } from '../signals.ts'
import { accessOf, accessOfSession } from './access.ts'
import type { Access } from './access-kinds.ts'
import { hostsWord } from './host-word.ts'

type Knowing = Pick<PluginParts, 'config' | 'hostConfig' | 'state'>

export const accessNow = ({ config, hostConfig, state }: Knowing, context: HeardContext): Access =>
  accessOf(
    { host: hostConfig(), config },
    { context, word: hostsWord(state, context), parent: state.parents.get(context.sessionKey ?? '') },
  )

/** For what is told of a conversation without a sender. Absent where nothing of it may be recorded, or the agent is not known. */
export const sessionTalk = ({ config, hostConfig }: Pick<Knowing, 'config' | 'hostConfig'>, context: HeardContext): Talk | undefined => {
  const access = accessOfSession({ host: hostConfig(), config }, context)
  const talk = talkOf(context, access)
  return access.memory === 'none' || Result.isFailure(talk) ? undefined : talk.success
}
