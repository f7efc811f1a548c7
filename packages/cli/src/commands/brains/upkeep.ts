/** `maintain`, `protect`, `forget` and `archive`: decay, protection from it, erasure, and a smaller log. */
import type { Answer } from '@crabtrail/core'
import { type ExitCode, exits } from '../../failures.ts'
import { aligned, amount, clipped, counted, indented, type Page, plainLine } from '../../render/page.ts'
import { aliasWords, ending } from '../../render/parts.ts'
import { answering } from '../command.ts'

export const maintain = answering('maintain', ['dryRun'], {
  summary: 'forget what is due: unused strengths decay, weak edges are removed, kinds of question are retired or merged',
  details: [
    'The plugin does it by itself every 50 turns, or with a heartbeat. rollback brings strengths and edges back; a kind of',
    'question that died or was merged comes back when it is asked and judged again.',
    'Where the memories have doubled since, it also measures how sure a memory must be here, by some hundred messages about other things.',
    'Notes and what was said are never touched: forget is for those.',
  ],
  reads: ['dryRun'],
  example: 'crabtrail maintain --dry-run',
  access: 'write',
})((request) => maintained(request.dryRun === true ? 'would be' : 'were'))

export const protect = answering('protect', ['node', 'off'], {
  summary: 'keep a memory from being retired, and the edges that lead to it from decaying away',
  example: 'crabtrail protect deploy.md#rollback',
  access: 'write',
})(() => protection)

/** A selection that no longer names what would go is refused. */
export const forgottenExit = ({ changed }: Pick<Answer.ForgetAnswer, 'changed'>): ExitCode =>
  changed === true ? exits.refused : exits.done

export const forget = answering('forget', ['node', 'source', 'session', 'turn', 'subject', 'name', 'selection', 'dryRun'], {
  summary: 'erase a text for good, with everything that was made of it or quotes it; the log keeps its shape',
  details: [
    'Name one of the six. Nothing brings an erased text back: --dry-run says first what would go, and --selection holds you to it.',
    'A source or passage is not read in again while it has its name; ingest --again does.',
    'What cannot be reached from here is listed: backups, exports, the files of the host.',
  ],
  reads: ['dryRun'],
  meant: 'source',
  // Memories that no document is named by: what was said, kinds of question, tools, and passages behind a heading.
  forms: { node: /^(?:said|note|auto|procedure|error|tool|erased):|#/u, turn: /^t\d+$/u, session: /^s\d+$/u },
  example: 'crabtrail forget --subject "Anna Example" --dry-run',
  access: 'write',
  exit: forgottenExit,
})((request) => forgotten(request.dryRun === true ? 'would be' : 'done'))

export const archive = answering('archive', ['before', 'dryRun'], {
  summary: 'pack the older part of the log into compressed stretches; everything reads it as before',
  details: [
    'Each stretch is read back and compared with the log before its rows go. Hashes and positions stay, and forget still',
    'erases texts: the log holds none. Only an export and import unpack it again.',
  ],
  reads: ['dryRun'],
  meant: 'before',
  example: 'crabtrail archive --before 2026-01-01 --dry-run',
  access: 'write',
})((request) => archivedLog(request.dryRun === true))

/** Prints what was archived. `rehearsal`: it was a dry run. */
const archivedLog =
  (rehearsal: boolean) =>
  (answer: Answer.ArchiveAnswer, page: Page): ReadonlyArray<string> => {
    const { bytes, commits, archived } = answer
    if (commits === 0) return [`no commit before that is left to archive${ending(answer, page)}`]
    const [would, became] = rehearsal ? ['would be ', 'would become'] : ['', 'became']
    return [
      `${counted(commits, 'commit')} ${would}archived: ${counted(bytes.before, 'byte')} ${became} ${bytes.after}${ending(answer, page)}`,
      ...indented([page.faint(`the log ${rehearsal ? 'would be' : 'is'} archived up to position ${archived}`)]),
    ]
  }

/** Prints a maintenance run. `were`: it was done; `would be`: it was a dry run. */
const maintained =
  (verb: 'were' | 'would be') =>
  (answer: Answer.MaintainAnswer, page: Page): ReadonlyArray<string> => {
    const { bar, died, edges, faded, merged, more, nodes, promoted, pruned, turns } = answer
    const done = [
      faded > 0 && `${counted(faded, 'strength')} ${verb === 'were' ? 'faded' : 'would fade'}`,
      pruned > 0 && `${counted(pruned, 'weak edge')} ${verb} let go`,
      died > 0 && `${counted(died, 'kind')} of question ${verb === 'were' ? 'died' : 'would die'}`,
      merged > 0 && `${counted(merged, 'kind')} of question ${verb} merged`,
      promoted > 0 && `${counted(promoted, 'memory', 'memories')} ${verb === 'were' ? 'passed' : 'would pass'} probation`,
    ].filter((line) => line !== false)
    return [
      `${done.length === 0 ? 'nothing to forget' : done.join(', ')}${ending(answer, page)}`,
      ...indented([
        page.faint(`${counted(turns, 'turn')} since the run before`),
        ...aligned(
          edges.slice(0, listed).map(({ reason, source, strength, target }) => [reason, `${source} > ${target}`, amount(strength)]),
        ),
        ...aligned(nodes.slice(0, listed).map(({ became, into, node }) => [became, node, into === undefined ? '' : `into ${into}`])),
        ...(edges.length > listed || nodes.length > listed ? [page.faint('--json lists up to a hundred of each')] : []),
        ...(more ? ['there is more: run it again'] : []),
        ...(bar === undefined
          ? []
          : [`a memory is sure from ${amount(bar.least)} on, by ${counted(bar.messages, 'message')} about other things`]),
      ]),
    ]
  }

const protection = (answer: Answer.ProtectAnswer, page: Page): ReadonlyArray<string> => [
  `${answer.node} is ${answer.state}${ending(answer, page)}`,
]

const beginsColumns = 40

/** Items of each kind that are printed. `--json` has more. */
const listed = 20

/** Prints an erasure. `done`: it was done; `would be`: it was a dry run. */
export const forgotten =
  (mood: 'done' | 'would be') =>
  (answer: Answer.ForgetAnswer, page: Page): ReadonlyArray<string> => {
    const {
      aliases = [],
      allAliases = aliases.length,
      branches = [],
      changed,
      contents,
      erased = [],
      places,
      returns = [],
      selection,
      unfinished,
      unreachable,
    } = answer
    if (changed === true && mood === 'done')
      return [
        page.bad(`${erased.length === 0 ? 'nothing was erased' : 'only branches were erased in'}, because something else would go now:`),
        ...indented(erased.map((one) => `${page.strong(one.brain)}, a branch: ${counted(one.contents, 'content')} erased`)),
        ...forgotten('would be')(answer, page),
      ]
    const verb = mood === 'would be' ? mood : contents === 1 ? 'is' : 'are'
    const held = places.filter(({ bytes, rows }) => rows > 0 || bytes > 0)
    return [
      contents === 0
        ? `nothing of it is left to forget${ending(answer, page)}`
        : `${counted(contents, 'content')} ${verb} erased${ending(answer, page)}`,
      ...indented(things(answer, page)),
      ...(allAliases === 0 ? [] : indented([`${counted(allAliases, 'alias', 'aliases')} with it`])),
      ...indented(indented(aliases.slice(0, listed).map((one) => plainLine(aliasWords(one))))),
      ...indented(
        returns.map(
          (node) =>
            `${page.strong(plainLine(node))} ${mood === 'would be' ? 'would hold' : 'holds'} again: only what is erased states otherwise`,
        ),
      ),
      ...indented(branches.map((one) => `${page.strong(one.brain)}, a branch: ${counted(one.contents, 'content')}`)),
      ...(mood === 'would be'
        ? []
        : indented(aligned(held.map(({ bytes, place, rows }) => [place, rows === 0 ? '' : counted(rows, 'row'), counted(bytes, 'byte')])))),
      ...(unfinished === undefined
        ? []
        : [page.bad(`the files may still hold bytes of it: ${unfinished}. They are taken out when the store is next free`)]),
      'not erased, because it cannot be reached from here:',
      ...indented(unreachable.map(({ place, why }) => `${page.strong(place)}: ${why}`)),
      ...(selection === undefined || contents === 0 ? [] : [page.faint(`to erase this and nothing else, add --selection ${selection}`)]),
    ]
  }

const things = ({ forgotten: all }: Answer.ForgetAnswer, page: Page): ReadonlyArray<string> => [
  ...aligned(
    all
      .slice(0, listed)
      .map(({ begins, contents, name, what }) => [
        what,
        name,
        page.faint(counted(contents, 'content')),
        ...(begins === undefined ? [] : [page.faint(clipped(begins, beginsColumns))]),
      ]),
  ),
  ...(all.length > listed ? [page.faint(`and ${all.length - listed} more; --json has them all`)] : []),
]
