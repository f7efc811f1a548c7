/** Folders of notes that link to each other and name the same things: few names, headings and texts, so that edits, moves and links meet. */
import fc from 'fast-check'

/** Path → text. */
export type Vault = Readonly<Record<string, string>>

const paths = ['a.md', 'b.md', 'sub/a.md', 'sub/c.md', 'sub/deep/b.md', 'n.txt']

/** Ways, titles and names; some lead nowhere. */
const links = [
  '[x](b.md)',
  '[x](a.md#two)',
  '[x](sub/c.md#one)',
  '[x](../b.md)',
  '[x](gone.md)',
  '[x](#three)',
  '[x](/sub/a.md)',
  '[[a]]',
  '[[c#Two]]',
  '[[deep/b|y]]',
  '[[n]]',
]
const link = fc.constantFrom('', '', ...links)
const headings = ['One', 'Two', 'Three']
const word = fc.constantFrom('crab', 'tide', 'moon', 'harbour')

/** Text with names that several notes share: none, some or all of three. */
const named = fc.subarray(['Orion', 'Vega', 'Rigel']).map((names) => names.map((name) => `We saw ${name} there.`).join(' '))

/** Always with a text above all headings, and no heading twice: then a link names one passage whenever the document was read. */
const note = fc
  .record({
    word,
    intro: link,
    names: named,
    sections: fc
      .subarray(headings)
      .chain((some) =>
        fc.tuple(...some.map((heading) => fc.record({ heading: fc.constant(heading), word, inHeading: link, link, names: named }))),
      ),
  })
  .map(({ intro, names, sections, word: about }) =>
    [
      `It is about the ${about}. ${names} ${intro}\n`,
      ...sections.map(
        (one) =>
          `## ${one.heading} ${one.inHeading === '' ? '' : `(${one.inHeading})`}\n\nThe ${one.word} of ${one.heading}. ${one.names} ${one.link}\n`,
      ),
    ].join('\n'),
  )

export const vault: fc.Arbitrary<Vault> = fc
  .subarray(paths, { minLength: 1 })
  .chain((some) => fc.tuple(...some.map((path) => fc.tuple(fc.constant(path), note))))
  .map((entries) => Object.fromEntries(entries))

/** One whose documents all say something else. */
export const distinctVault: fc.Arbitrary<Vault> = vault.map((one) =>
  Object.fromEntries(Object.entries(one).map(([path, text]) => [path, `${text}\nWritten as ${path}.\n`])),
)

/** The same documents under other names, some of them left out, some of them changed. */
export const changedFrom = (before: Vault): fc.Arbitrary<Vault> =>
  fc
    .tuple(
      fc.shuffledSubarray(paths, { minLength: paths.length }),
      fc.array(fc.constantFrom('stays', 'stays', 'moves', 'goes', 'changes'), { minLength: paths.length, maxLength: paths.length }),
      vault,
    )
    .map(([elsewhere, fates, others]) => {
      const after: Record<string, string> = { ...others }
      for (const path of paths) if (before[path] !== undefined) delete after[path]
      for (const [i, path] of paths.entries()) {
        const text = before[path]
        const fate = fates[i]
        if (text === undefined || fate === 'goes') continue
        if (fate === 'moves') after[elsewhere[i] ?? path] = text
        else if (fate === 'changes') after[path] = others[path] ?? `${text}\nChanged.\n`
        else after[path] = text
      }
      return after
    })
