/**
 * Upper limits of a request. They are settings of the process, not of a brain: they decide which requests are accepted, never what is
 * learned.
 */

export interface Limits {
  /** Bytes of UTF-8 a document may have. */
  readonly documentBytes: number
  /** Bytes of UTF-8 a node's text may have; longer passages are split. */
  readonly nodeTextBytes: number
  /** Bytes of UTF-8 a note that is said may have; a longer one is refused. */
  readonly noteBytes: number
  /** Notes that agents keep in one conversation, and in all, on one day of UTC. */
  readonly sessionNotes: number
  readonly dayNotes: number
  /** Memories that are captured from conversations on one day of UTC. */
  readonly dayCaptured: number
  /** Bytes of UTF-8 of a message or reply that is captured. */
  readonly capturedBytes: number
  /** Bytes of UTF-8 a question may have; a longer one is refused. */
  readonly questionBytes: number
  /** Bytes of UTF-8 of the text that the prompt contains already. */
  readonly promptBytes: number
  /** Bytes of UTF-8 of a free text beside a feedback. */
  readonly feedbackTextBytes: number
  /** Bytes of UTF-8 of any id: source keys, session keys, actors, idempotency keys. */
  readonly idBytes: number
  /** Bytes of UTF-8 of the name or path of a folder. */
  readonly pathBytes: number
  /** Nodes one request may name. */
  readonly nodesNamed: number
  readonly tags: number
  /** Tools, and messages of the host, that one turn may name. */
  readonly tools: number
  /** Errors of tools that one turn may report, and bytes of UTF-8 of each. */
  readonly errors: number
  readonly errorBytes: number
  readonly messages: number
  /** Calls of tools that one turn may list in their order. */
  readonly steps: number
  /** Characters of a reply and of the texts that tools were called with, which are searched for used memories. */
  readonly replyCharacters: number
  /** Passages of another search that one recall may begin from. */
  readonly hits: number
  /** Documents decided and stored together. */
  readonly documentsPerCommit: number
  /** UTF-16 units of text that documents stored together have; a longer one is stored alone. */
  readonly textPerCommit: number
  /** Milliseconds that a recall waits for the vector of its question. */
  readonly questionEmbeddingMs: number
  /** Milliseconds that a recall waits for a routing model, beside its own time. */
  readonly modelMs: number
  /** Milliseconds that a recall waits for a judgement under way about a memory that it gives. */
  readonly judgedMs: number
  /** Milliseconds that a call of a model may take at least that nobody waits for. */
  readonly behindMs: number
  /** Events a log answer holds at most. */
  readonly logEvents: number
  /** Questions whose rankings one comparison of two positions asks for, or finds in the log. */
  readonly questionsCompared: number
  /** Entries that one list of a comparison holds at most. */
  readonly changesListed: number
  /** Requests of one process that wait for a brain, or for the store, at once. */
  readonly requestsWaiting: number
}

export const limits: Limits = {
  documentBytes: 10_000_000,
  nodeTextBytes: 8_000,
  noteBytes: 4_000,
  sessionNotes: 20,
  dayNotes: 60,
  dayCaptured: 100,
  capturedBytes: 64_000,
  questionBytes: 16_000,
  promptBytes: 1_000_000,
  feedbackTextBytes: 16_000,
  idBytes: 512,
  pathBytes: 4_096,
  nodesNamed: 64,
  tags: 64,
  tools: 64,
  errors: 8,
  errorBytes: 8_000,
  messages: 64,
  steps: 64,
  replyCharacters: 200_000,
  hits: 20,
  documentsPerCommit: 256,
  textPerCommit: 1_000_000,
  questionEmbeddingMs: 300,
  modelMs: 5_000,
  judgedMs: 150,
  behindMs: 30_000,
  logEvents: 100_000,
  questionsCompared: 32,
  changesListed: 10_000,
  requestsWaiting: 1_000,
}
