/** What can be asked of a memory. Plain JSON values, so that a request crosses a thread or a wire unchanged. */
import type { EventData } from '../domain/events/brain-event.ts'
import type { Tier, Verdict } from '../domain/events/feedback-events.ts'
import type { AbsenceReason, ChatKind } from '../domain/events/turn-events.ts'
import type { Origin } from '../domain/node.ts'
import type { OwnSettings } from '../domain/profiles/own-settings.ts'
import type { DocumentFile, DocumentInput, FolderInput } from './document-inputs.ts'

export type { DocumentFile, DocumentInput, FolderInput, NoteBackground } from './document-inputs.ts'

/**
 * A position as people give it: `1234`, `2026-11-20T10:00:00Z` (the last one not after it), `tag:NAME` or `-100` (events back).
 */
export type PositionText = string

/** Which brain; absent: the only one, or `local/main/default`. */
export interface InBrain {
  readonly brain?: string
}

/** Who speaks. Absent: `cli`, kind owner. */
export interface Speaker {
  readonly actor?: string
  readonly actorKind?: EventData<'ActorNamed'>['kind']
  readonly origin?: Origin
}

/** The session a signal belongs to; the first signal of a key starts it. Absent: `cli`. */
export interface InSession {
  readonly session?: string
  readonly sessionKind?: EventData<'SessionStarted'>['kind']
  readonly agent?: string
  readonly workspace?: string
  readonly channel?: string
}

/** Makes a signal safe to repeat: the same key and the same signal give the recorded answer and no new rows. */
export interface Keyed {
  readonly key?: string
  /** The position the log is at; when somebody wrote meanwhile the signal fails, and nothing is written. */
  readonly expected?: number
}

export interface InitRequest extends InBrain, Speaker {
  readonly profile?: string
  /** In place of the profile's own, by their names in the reference, as `walk.coverage`; the log has the settings whole. */
  readonly settings?: OwnSettings
}

/** Other settings from here on. What was learned so far stays as it is. The owner alone may ask for it. */
export interface ProfileRequest extends InBrain, Speaker, InSession, Keyed {
  readonly profile: string
  /** In place of the profile's own, as in {@link InitRequest}. Those that were in force before are not carried over. */
  readonly settings?: OwnSettings
}

export interface IngestRequest extends InBrain, Speaker, InSession {
  readonly documents: ReadonlyArray<DocumentInput | DocumentFile>
  /** What was read from these before, and is neither among the documents nor `present`, is not there any more: it is retired. */
  readonly folders?: ReadonlyArray<FolderInput>
  /** Keys of documents and folders that are there and were not read: what is known of them and below them stays. */
  readonly present?: ReadonlyArray<string>
  /** Retires what is gone also where that is most of a folder, or all of it. */
  readonly prune?: boolean
  /** Reads in again what was forgotten of these documents, now and from now on. */
  readonly again?: boolean
  /** Reads and compares, writes nothing. */
  readonly dryRun?: boolean
}

/** `true` makes the brain that is named if it is not there yet; `false` makes none, the default one of an empty store neither. Absent: that one only. */
export interface Ensuring {
  readonly ensure?: boolean
}

export interface RecallRequest extends Ensuring, InBrain, Speaker, InSession, Keyed {
  readonly question: string
  /** How the graph is walked: by tiers (`route`), or as energy that spreads. Absent: as the profile says. */
  readonly engine?: EventData<'TurnStarted'>['engine']
  readonly limit?: number
  /** Tokens the context may have. */
  readonly budget?: number
  readonly at?: PositionText
  /** False: a look without a trace; no turn, no hints, no session. */
  readonly record?: boolean
  /** Hits of another search of the host in this session since the last recall: weak seeds of this one, unless it is on another subject. */
  readonly hits?: ReadonlyArray<SearchHit>
  /** The text that the host puts into the prompt by itself. A memory that stands in it word for word is not given again. It is not recorded. */
  readonly inPrompt?: string
  /** Absent where no host said it, as on the command line. */
  readonly asker?: Asker
}

/** The asker and the chat of a question, as the host names them. */
export interface Asker {
  readonly chatKind: ChatKind
  readonly channel?: string
  readonly chat?: string
  readonly sender?: string
}

/** A passage that another search found: in which source, in what words, and where one may look it up. */
export interface SearchHit {
  readonly source: string
  readonly text: string
  readonly from?: number
  readonly to?: number
}

/** A conversation began or ended. Every other signal begins one by itself where none is open under its key. */
export interface SessionRequest extends Ensuring, InBrain, Speaker, InSession, Omit<Keyed, 'expected'> {
  readonly event: 'started' | 'ended'
  /** Of an end. Absent: `closed`. */
  readonly reason?: EventData<'SessionEnded'>['reason']
}

/** The host looked around by itself; tags are what it saw. */
export interface HeartbeatRequest extends Ensuring, InBrain, Speaker, InSession, Omit<Keyed, 'expected'> {
  readonly tags: ReadonlyArray<string>
}

export interface ToolUse {
  readonly name: string
  readonly calls: number
  readonly failures: number
}

/** How a turn ended. The reply and what tools were called with are looked through for what was used, and not kept. */
export interface CompleteRequest extends InBrain, Speaker, InSession, Omit<Keyed, 'expected'> {
  /** `t17` or `17`; or the key that its recall, or the record of its absence, was asked with. One of the two. */
  readonly turn?: string
  readonly recallKey?: string
  readonly outcome: EventData<'TurnCompleted'>['outcome']
  readonly durationMs: number
  readonly tools?: ReadonlyArray<ToolUse>
  /** Ids of the host's messages. */
  readonly messages?: ReadonlyArray<string>
  readonly reply?: string
  readonly toolTexts?: ReadonlyArray<string>
}

/** What a person said next: if it surely says that the turn before was wrong, that is a verdict on it. */
export interface HearRequest extends InBrain, Speaker, InSession, Omit<Keyed, 'expected'> {
  readonly text: string
  /** The turn that this message is the question of, by the key of its recall: the verdict is on the one before it. */
  readonly recallKey?: string
}

export interface SkipRequest extends Ensuring, InBrain, Speaker, InSession, Omit<Keyed, 'expected'> {
  readonly reason: AbsenceReason
  /** Milliseconds UTC when the turn went on without memory. */
  readonly skippedAt: number
  readonly waitedMs: number
  /** The recall whose answer came too late to be used. Absent: the turn has no other record. */
  readonly turn?: string
}

export interface FeedbackRequest extends InBrain, Speaker, InSession, Keyed {
  readonly verdict: Verdict
  /**
   * `t17` or `17`. Absent: the newest turn of the session that showed one of the nodes; without nodes an outcome (success, partial, correction)
   * is shared among its last turns, and any other verdict is on its newest.
   */
  readonly turn?: string
  /**
   * While which message an agent says it: the turn of its recall, and what it says. Then the memory chooses among the session's last turns
   * the one that is meant, also where the turn that is named did not show the nodes; see `learning/judged-turn.ts`.
   */
  readonly answering?: { readonly turn?: string; readonly message?: string }
  readonly nodes: ReadonlyArray<string>
  readonly instead?: ReadonlyArray<string>
  /** In [-1, 1]. Absent: what the verdict says. */
  readonly outcome?: number
  readonly tier?: Exclude<Tier, 'manual'>
  readonly text?: string
}

export interface StrengthRequest extends InBrain, Speaker, InSession, Keyed {
  readonly source: string
  readonly target: string
  /** In units, within the profile's bounds. */
  readonly value: number
  readonly kind?: string
}

export interface LearnRequest extends InBrain {
  /** From so many facts, a whole number from 1; the answer says how many are left. Absent: from all. */
  readonly most?: number
}

export interface MaintainRequest extends InBrain, Speaker {
  /** Only if it is due by the settings: at the end of a turn, or with a heartbeat. Absent: now. */
  readonly when?: 'turn' | 'heartbeat'
  /** Tells what it would do, and does nothing. */
  readonly dryRun?: boolean
}

export interface ProtectRequest extends InBrain, Speaker {
  readonly node: string
  /** Takes the protection away. */
  readonly off?: boolean
}

export interface TrustRequest extends InBrain, Speaker, InSession {
  readonly node: string
  /** Takes the trust away. */
  readonly off?: boolean
}

/** Which events; absent: all. */
export interface EventsAsked {
  readonly type?: string
  readonly turn?: string
  readonly session?: string
  readonly node?: string
  readonly edge?: string
}

export interface LogRequest extends InBrain, EventsAsked {
  readonly from?: PositionText
  readonly to?: PositionText
  /** The newest so many of what matches. */
  readonly limit?: number
  /** False leaves out the single steps of walks. Absent: they are told. */
  readonly walks?: boolean
  /** True adds the names of memories and edges. */
  readonly names?: boolean
}

export interface WatchRequest extends InBrain, EventsAsked {
  /** The first event that may be told; absent: the next one that is committed. */
  readonly from?: PositionText
}

export interface ShowRequest extends InBrain {
  /** A node or an edge; absent: the brain. */
  readonly what?: string
  readonly at?: PositionText
}

export interface WhyRequest extends InBrain {
  readonly turn: string
  /** One it recalled, or any other: then why not. */
  readonly node?: string
  readonly at?: PositionText
}

export interface BlameRequest extends InBrain {
  readonly edge: string
  readonly at?: PositionText
}

export interface RollbackRequest extends InBrain, Speaker, InSession, Omit<Keyed, 'expected'> {
  readonly to: PositionText
  readonly dryRun?: boolean
}

/** One of the five. The owner alone may ask for it; it belongs to no session, so that one can be forgotten whole. */
export interface ForgetRequest extends InBrain, Speaker {
  /** Its id as printed, a unique beginning of it, or `erased:17`. */
  readonly node?: string
  /** Its key. */
  readonly source?: string
  /** `s17`, or the key of all that had it. */
  readonly session?: string
  /** `t17` or `17`: what was asked and said there, and by whom. */
  readonly turn?: string
  /** Words that stand together: whatever says them. */
  readonly subject?: string
  /** Says what would go, and erases nothing. */
  readonly dryRun?: boolean
}

export interface VerifyRequest extends InBrain {
  readonly rederive?: boolean
}

export interface DoctorRequest extends InBrain {
  /** Build the text index anew before looking. */
  readonly rebuildIndex?: boolean
  readonly rebuildSnapshots?: boolean
}

export interface UpkeepRequest {
  /** `vectors`: what waits for an embedder; `store`: all the rest. Absent: both. */
  readonly part?: 'vectors' | 'store'
}

export interface ExportRequest extends InBrain {}

export interface ImportRequest extends InBrain {
  /** Lines of an export. */
  readonly lines: ReadonlyArray<string>
}
