/** What retrieval is measured on: texts, and questions of which it is known which texts answer them. */

/** One text of a corpus. It is known by its place in the corpus, from 0. */
export interface Row {
  readonly title: string | undefined
  /** May be empty; then only its title can be found, and only by what looks at titles. */
  readonly text: string
  /** Rows of one session follow each other, in the order of the corpus. */
  readonly session: string | undefined
  /** Only questions of the same scope see it; `''` where there is one for all. */
  readonly scope: string
  /** In whatever unit the set counts: it is there for questions later than `time`, up to before `until`. Absent: from the beginning, to the end. */
  readonly time: number | undefined
  readonly until: number | undefined
}

export interface Question {
  readonly text: string
  /** Places of the rows that answer it: at least one, each once, all in its scope. */
  readonly gold: ReadonlySet<number>
  readonly scope: string
  readonly time: number | undefined
  /** `''` where the set has none. */
  readonly category: string
}

export interface QuestionSet {
  readonly name: string
  readonly format: 'crabtrail' | 'hipporag' | 'mixed'
  readonly rows: ReadonlyArray<Row>
  readonly questions: ReadonlyArray<Question>
}

/** Whether its rows come and go: then its questions are asked in the order of their time. */
export const isTimed = ({ rows }: QuestionSet): boolean => rows.some(({ time }) => time !== undefined)

export const isVisible = ({ time, until }: Row, asked: number | undefined): boolean =>
  asked === undefined || ((time === undefined || time < asked) && (until === undefined || until > asked))

/** Scope → places of its rows, rising. */
export const byScope = ({ rows }: QuestionSet): ReadonlyMap<string, ReadonlyArray<number>> => {
  const scopes = new Map<string, Array<number>>()
  for (const [place, { scope }] of rows.entries()) {
    const known = scopes.get(scope)
    if (known === undefined) scopes.set(scope, [place])
    else known.push(place)
  }
  return scopes
}

/** Every `nth` of its questions, the first among them. */
export const everyNth = (set: QuestionSet, nth: number): QuestionSet => ({
  ...set,
  questions: set.questions.filter((_, at) => at % nth === 0),
})

/** All in one: no scopes, no times, the name of its set as the category of a question. Sessions of two sets or scopes stay two. */
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
