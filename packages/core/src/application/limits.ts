/**
 * Upper limits of a request. They are settings of the process, not of a brain: they decide which requests are accepted, never what is
 * learned.
 */

export const limits = {
  /** Bytes of UTF-8 a document may have. */
  documentBytes: 10_000_000,
  /** Bytes of UTF-8 a node's text may have; longer passages are split. */
  nodeTextBytes: 8_000,
  /** Bytes of UTF-8 a note that is said may have; a longer one is refused. */
  noteBytes: 4_000,
  /** Notes that agents keep in one conversation, and in all, on one day of UTC. */
  sessionNotes: 20,
  dayNotes: 60,
  /** Memories that are captured from conversations on one day of UTC. */
  dayCaptured: 100,
  /** Bytes of UTF-8 of a message or reply that is captured. */
  capturedBytes: 64_000,
  /** Bytes of UTF-8 a question may have; a longer one is refused. */
  questionBytes: 16_000,
  /** Bytes of UTF-8 of the text that the prompt contains already. */
  promptBytes: 1_000_000,
  /** Bytes of UTF-8 of a free text beside a feedback. */
  feedbackTextBytes: 16_000,
  /** Bytes of UTF-8 of any id: source keys, session keys, actors, idempotency keys. */
  idBytes: 512,
  /** Bytes of UTF-8 of the name or path of a folder. */
  pathBytes: 4_096,
  /** Nodes one request may name. */
  nodesNamed: 64,
  tags: 64,
  /** Tools, and messages of the host, that one turn may name. */
  tools: 64,
  /** Errors of tools that one turn may report, and bytes of UTF-8 of each. */
  errors: 8,
  errorBytes: 8_000,
  messages: 64,
  /** Calls of tools that one turn may list in their order. */
  steps: 64,
  /** Calls of tools that one turn may report, and characters of what each printed. */
  calls: 64,
  outputCharacters: 500,
  /** Characters of a reply and of the texts that tools were called with, which are searched for used memories. */
  replyCharacters: 200_000,
  /** Passages of another search that one recall may begin from. */
  hits: 20,
  /** Files that one recall may name as touched. */
  filesTouched: 8,
  /** Documents decided and stored together. */
  documentsPerCommit: 256,
  /** UTF-16 units of text that documents stored together have; a longer one is stored alone. */
  textPerCommit: 1_000_000,
  /** Milliseconds that a recall waits for the vector of its question. */
  questionEmbeddingMs: 300,
  /** Milliseconds that an ingest that joins similar passages waits for the vectors of each few dozen texts. */
  joiningEmbeddingMs: 30_000,
  /** Milliseconds that a recall waits for a routing model, beside its own time. */
  modelMs: 5_000,
  /** Milliseconds that a recall waits for a judgement under way about a memory that it gives. */
  judgedMs: 150,
  /** Milliseconds that a call of a model may take at least that nobody waits for. */
  behindMs: 30_000,
  /** Events a log answer holds at most. */
  logEvents: 100_000,
  /** Questions whose rankings one comparison of two positions asks for, or finds in the log. */
  questionsCompared: 32,
  /** Entries that one list of a comparison holds at most. */
  changesListed: 10_000,
  /** Requests of one process that wait for a brain, or for the store, at once. */
  requestsWaiting: 1_000,
} as const satisfies Readonly<Record<string, number>>

export type Limits = Readonly<Record<keyof typeof limits, number>>
