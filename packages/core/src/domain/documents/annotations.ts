/** What the comments that a host sets behind an entry say of it: `<!-- trigger: a, b -->`, `<!-- project: key -->`, `<!-- importance: 7 -->`. */
import type { Remark } from './comments.ts'

export interface Annotations {
  /** Triggers and projects, each once, in order. */
  readonly tags?: string
  /** In nano-units from 0 to 1: the highest of several. */
  readonly importance?: number
}

const tagsLength = 1_000

/** A comment that is none of these says nothing. */
export const annotationsOf = (remarks: ReadonlyArray<Remark>): Annotations => {
  const tags = new Set<string>()
  let importance = 0
  for (const { text } of remarks) {
    const [, kind = '', value = ''] = /^\s*(trigger|project|importance):([\s\S]*)$/i.exec(text) ?? []
    if (kind.toLowerCase() === 'importance') importance = Math.max(importance, weightOf(value.trim()))
    else for (const tag of value.split(/[,;\n]/)) if (tag.trim() !== '') tags.add(tag.trim())
  }
  const all = [...tags].join(', ').slice(0, tagsLength).toWellFormed()
  return { ...(all === '' ? {} : { tags: all }), ...(importance === 0 ? {} : { importance }) }
}

/** Of 1 to 10, as hosts write it; 0 for anything else. */
const weightOf = (value: string): number => (/^(?:[1-9]|10)$/.test(value) ? Number(value) * 100_000_000 : 0)
