/** A question set: texts, and questions with the texts that answer them. */

/** One text of a corpus. Its place is its index in the corpus, from 0. */
export interface Row {
  readonly title: string | undefined
  /** May be empty: then only a search that reads titles can find the row. */
  readonly text: string
  /** Rows of one session follow each other in the order of the corpus. */
  readonly session: string | undefined
  /** Only questions of the same scope see the row. `''` in a set without scopes. */
  readonly scope: string
  /** The row is visible to questions asked after `time` and before `until`, in the unit of the set. Absent: no bound. */
  readonly time: number | undefined
  readonly until: number | undefined
}

export interface Question {
  readonly text: string
  /** Places of the rows that answer the question: one or more, all in its scope. */
  readonly gold: ReadonlySet<number>
  readonly scope: string
  readonly time: number | undefined
  /** `''` in a set without categories. */
  readonly category: string
}

export interface QuestionSet {
  readonly name: string
  readonly format: 'crabtrail' | 'hipporag' | 'mixed'
  readonly rows: ReadonlyArray<Row>
  readonly questions: ReadonlyArray<Question>
}

/** True when rows appear and disappear; the questions of such a set are asked in the order of their time. */
export const isTimed = ({ rows }: QuestionSet): boolean => rows.some(({ time }) => time !== undefined)

/** True if a question at the time `askedAt` sees the row; undefined sees every row. */
export const isVisible = ({ time, until }: Row, askedAt: number | undefined): boolean =>
  askedAt === undefined || ((time === undefined || time < askedAt) && (until === undefined || until > askedAt))

/** Returns scope → places of its rows, rising. */
export const byScope = ({ rows }: QuestionSet): ReadonlyMap<string, ReadonlyArray<number>> =>
  Map.groupBy(rows.keys(), (place) => rows[place]?.scope ?? '')

/** Returns the set with every `nth` question, beginning with the first. */
export const everyNth = (set: QuestionSet, nth: number): QuestionSet => ({
  ...set,
  questions: set.questions.filter((_, at) => at % nth === 0),
})

/**
 * Joins sets into one without scopes and times. The category of a question is the name of its set. Sessions of different sets or scopes
 * stay apart.
 */
export const mixedSet = (sets: ReadonlyArray<QuestionSet>): QuestionSet => {
  const rows: Array<Row> = []
  const questions: Array<Question> = []
  for (const set of sets) {
    const before = rows.length
    for (const row of set.rows) {
      const session = row.session === undefined ? undefined : JSON.stringify([set.name, row.scope, row.session])
      rows.push({ ...row, scope: '', session })
    }
    for (const { gold, text } of set.questions) {
      questions.push({ text, gold: new Set([...gold].map((place) => before + place)), scope: '', time: undefined, category: set.name })
    }
  }
  return { name: 'mixed', format: 'mixed', rows, questions }
}
