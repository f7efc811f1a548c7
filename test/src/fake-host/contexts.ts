/** The second argument of hooks, tools and commands: exactly the fields that the host gives, also those without a value. */
import { channelIdOf, channelOf, isOwners, ofPerson, type Person, type Session, type Turn } from './session.ts'

const client = 'gateway-client'
const scripted = { modelProviderId: 'scripted', modelId: 'scripted' }

/** A function of the host that nobody needed yet. */
const absent = (name: string) => () => {
  throw new Error(`the fake host has no ${name} yet`)
}

export const agentContext = (turn: Turn): object => {
  const { jobId: _jobId, ...known } = replyContext(turn) as { readonly jobId?: string }
  return { ...known, trace: turn.trace, inputProvenance: provenanceOf(turn) }
}

/** Before the run is prepared: no trace yet, and nobody asked where it comes from. */
export const replyContext = (turn: Turn): object => {
  const channel = channelOf(turn)
  return {
    ...identity(turn),
    jobId: turn.job?.id,
    activeProjectKeys: [],
    ...scripted,
    trigger: triggerOf(turn),
    channel,
    ...accountOf(turn),
    messageProvider: turn.door === 'cron' ? undefined : channel,
    channelId: channelIdOf(turn),
    chatId: channelIdOf(turn),
    senderId: senderOf(turn),
    ...(turn.door === 'chat' ? { channelContext: { sender: { id: client } } } : {}),
    ...(turn.door === 'telegram' ? { channelContext: chatAndSender(turn) } : {}),
  }
}

/** After the answer: only what has a value. */
export const endContext = (turn: Turn): object => {
  const channelId = channelIdOf(turn)
  const known = {
    ...identity(turn),
    trace: turn.trace,
    ...scripted,
    trigger: triggerOf(turn),
    ...(channelId === undefined ? {} : { channelId }),
    ...(turn.job?.to === undefined ? {} : { channel: channelOf(turn) }),
  }
  if (!ofPerson(turn)) return known
  const sender = turn.door === 'chat' || turn.door === 'telegram' ? { senderId: senderOf(turn) } : {}
  const channel = channelOf(turn)
  const said = { ...known, channel, ...accountOf(turn), messageProvider: channel, chatId: channelId, ...sender }
  return { ...said, channelContext: turn.door === 'http' || turn.door === 'subagent' ? { chat: { id: channelId } } : chatAndSender(turn) }
}

export const outputContext = (turn: Turn): object => {
  const {
    activeProjectKeys: _keys,
    jobId: _jobId,
    modelId: _model,
    modelProviderId: _provider,
    ...rest
  } = replyContext(turn) as Record<string, unknown>
  return { ...rest, trace: turn.trace, ...window }
}

export const window = { contextTokenBudget: 128_000, contextWindowSource: 'modelsConfig' }

export const toolContext = (turn: Turn, toolName: string, toolCallId: string): object => {
  const { workspaceDir: _workspace, ...rest } = identity(turn)
  return { ...rest, toolName, toolCallId }
}

export const toolGateContext = (turn: Turn, toolName: string, toolCallId: string): object => ({
  ...toolContext(turn, toolName, toolCallId),
  abortSignal: new AbortController().signal,
  trace: turn.trace,
  ...(turn.door === 'telegram'
    ? { channelId: `telegram:${channelIdOf(turn)}` }
    : turn.door === 'chat'
      ? { channelId: channelIdOf(turn) }
      : {}),
  ...(turn.door === 'cron' ? {} : { requester: gateRequester(turn) }),
})

const gateRequester = (turn: Turn): object =>
  ofPerson(turn)
    ? { channel: channelOf(turn), ...accountOf(turn), ...requesterOf(turn), senderIsOwner: isOwners(turn) }
    : { senderIsOwner: false }

export const sessionContext = ({ agent, id, key }: Session): object => ({ sessionId: id, sessionKey: key, agentId: agent })

export const toolFactoryContext = (turn: Turn, config: object): object => {
  const { runId: _run, ...rest } = identity(turn)
  const [channel, isTelegram] = [channelOf(turn), turn.door === 'telegram']
  return {
    ...rest,
    config,
    runtimeConfig: config,
    getRuntimeConfig: () => config,
    fsPolicy: { workspaceOnly: false, readOnlyRoots: [] },
    agentDir: `${turn.state}/agents/${turn.session.agent}/agent`,
    toolBindings: undefined,
    activeProjectKeys: [],
    conversationRecall: undefined,
    activeModel: { provider: 'scripted', modelId: 'scripted', modelRef: 'scripted/scripted' },
    browser: { sandboxBridgeUrl: undefined, allowHostControl: true },
    messageChannel: channel,
    agentAccountId: accountOf(turn).accountId,
    deliveryContext: turn.door === 'cron' && turn.job?.to === undefined ? undefined : deliveryOf(turn),
    nativeChannelId: isTelegram ? channelIdOf(turn) : undefined,
    requesterSenderId: senderOf(turn),
    senderIsOwner: isOwners(turn),
    conversationReadOrigin: 'delegated',
    sandboxed: false,
    oneShotCliRun: undefined,
    ...(isTelegram ? { delivery: { send: absent('delivery.send') } } : {}),
    hasAuthForProvider: absent('hasAuthForProvider'),
    resolveApiKeyForProvider: absent('resolveApiKeyForProvider'),
    assertInvocationCurrent: () => {},
  }
}

const deliveryOf = (turn: Turn): object => ({
  channel: channelOf(turn),
  to: turn.door === 'telegram' ? `telegram:${channelIdOf(turn)}` : turn.door === 'http' ? undefined : channelIdOf(turn),
  accountId: accountOf(turn).accountId,
})

export interface Commanded {
  readonly session: Session
  readonly state: string
  readonly config: object
  /** With its slash. */
  readonly body: string
  readonly args: string | undefined
  /** The person who wrote it over Telegram; absent in web chat. */
  readonly person?: Person | undefined
  /** Scopes that the command requires. Only a command that requires any is told who the sender is: here the owner, who has every scope. */
  readonly requiredScopes: ReadonlyArray<string>
}

export const commandContext = ({ args, body, config, person, requiredScopes, session, state }: Commanded): object => {
  const store = `${state}/agents/${session.agent}/sessions/sessions.json`
  const channel = person === undefined ? 'webchat' : 'telegram'
  return {
    ...sessionContext(session),
    senderId: person?.from ?? client,
    channel,
    channelId: channel,
    isAuthorizedSender: true,
    ...(requiredScopes.length === 0 ? {} : { senderIsOwner: true, assertOwnerCurrent: () => {} }),
    gatewayClientScopes: person === undefined ? ['operator.read', 'operator.write', 'operator.admin'] : undefined,
    sessionTarget: { ...sessionContext(session), storePath: store },
    sessionFile: sessionFile(session, state),
    args,
    commandBody: body,
    config,
    ...(person === undefined
      ? { from: client, to: session.key, accountId: undefined }
      : {
          from: person.chat === person.from ? `telegram:${person.from}` : `telegram:group:${person.chat}`,
          to: `telegram:${person.chat}`,
          accountId: 'default',
        }),
    messageThreadId: undefined,
    threadParentId: undefined,
    diagnosticsSessions: undefined,
    runtimeContext: { llm: { complete: absent('llm.complete') }, compactCurrent: absent('compactCurrent') },
    requestConversationBinding: absent('requestConversationBinding'),
    detachConversationBinding: absent('detachConversationBinding'),
    getCurrentConversationBinding: absent('getCurrentConversationBinding'),
  }
}

export const sessionFile = ({ agent, id }: Session, state: string): string =>
  `sqlite:${agent}:${id}:${state}/agents/${agent}/sessions/sessions.json`

export interface Served {
  readonly config: object
  readonly workspace: string
  readonly state: string
  readonly log: (line: string) => void
  /** Started with the gateway, not by a reload. */
  readonly atStartup: boolean
}

export const serviceContext = ({ atStartup, config, log, state, workspace }: Served): object => {
  const say = (level: string) => (message: string) => log(`[plugins] ${level} ${message}`)
  return {
    config,
    workspaceDir: workspace,
    stateDir: state,
    logger: { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') },
    serviceHealth: { reportFailure: () => {}, clearFailure: () => {} },
    getCron: absent('getCron'),
    invokeNode: absent('invokeNode'),
    openNodeDuplex: absent('openNodeDuplex'),
    gatewayEvents: { emit: absent('gatewayEvents.emit'), onSessionsChanged: absent('gatewayEvents.onSessionsChanged') },
    ...(atStartup ? { startupTrace: { measure: (_name: string, run: () => unknown) => run(), detail: () => {} } } : {}),
  }
}

export const gatewayContext = ({ config, workspace }: Pick<Served, 'config' | 'workspace'>): object => ({
  port: 1,
  config,
  workspaceDir: workspace,
  getCron: absent('getCron'),
})

const identity = ({ runId, session, workspace }: Turn) => ({
  runId,
  agentId: session.agent,
  sessionKey: session.key,
  sessionId: session.id,
  workspaceDir: workspace,
})

const senderOf = ({ door, person }: Turn): string | undefined => (door === 'telegram' ? person?.from : door === 'chat' ? client : undefined)
const accountOf = ({ door }: Turn): { readonly accountId?: string } => (door === 'telegram' ? { accountId: 'default' } : {})
const requesterOf = (turn: Turn): { readonly senderId?: string | undefined } =>
  senderOf(turn) === undefined ? {} : { senderId: senderOf(turn) }
const chatAndSender = (turn: Turn): object => ({ sender: { id: senderOf(turn) }, chat: { id: channelIdOf(turn) } })
const triggerOf = ({ door }: Turn): string => (door === 'heartbeat' || door === 'cron' ? door : 'user')
const provenanceOf = ({ door }: Turn): object | undefined =>
  door === 'heartbeat' ? { kind: 'internal_system', sourceTool: 'heartbeat' } : undefined
