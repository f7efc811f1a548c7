/** Code fences: the lines that open and close one. */
export interface Fence {
  readonly mark: string
  readonly length: number
}

const opening = /^[\uFEFF \t]*(`{3,}|~{3,})/

/** The fence a line opens, at whatever indent; the caller knows how much indent its block allows. */
export const openedFence = (line: string): Fence | undefined => {
  const marks = opening.exec(line)?.[1]
  if (marks === undefined) return undefined
  const mark = marks.charAt(0)
  // A backtick in the info string makes it inline code: ```like this```.
  if (mark === '`' && line.indexOf('`', line.indexOf(marks) + marks.length) >= 0) return undefined
  return { mark, length: marks.length }
}

const itemMark = /^[ \t]*(?:[-*+>]|\d{1,9}[.)])[ \t]/

/** As `openedFence`, also behind the mark of a list item or a quote. */
export const openedFenceInside = (line: string): Fence | undefined => openedFence(line.replace(itemMark, ''))

export const closesFence = (line: string, fence: Fence): boolean => {
  const marks = line.trim()
  if (marks.length < fence.length) return false
  for (const mark of marks) if (mark !== fence.mark) return false
  return true
}
