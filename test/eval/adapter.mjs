/**
 * Crabtrail as a system under evaluation, by its public doors alone: a brain for each scope, a document for each session.
 *
 * `create({dataset}) → { add(rows), remove(ids), recall({id, text, scope, k}) → ids best first, feedback({id, used, missed, wrong}), close() }`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { layerMemory, layerRedactor, Memory } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import * as Layer from 'effect/Layer'
import * as Scope from 'effect/Scope'

const root = 'corpus'

export const create = async ({ aliases, grows = false, profile, settings } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'crabtrail-eval-'))
  const scope = Scope.makeUnsafe()
  const layer = layerMemory.pipe(Layer.provide([layerSqlite({ path: join(folder, 'eval.db') }), layerCryptography, layerRedactor]))
  const memory = Context.get(await Effect.runPromise(Layer.buildWithScope(layer, scope)), Memory)
  const ask = (effect) => Effect.runPromise(effect)
  const rows = new Map()
  /** Brain and row → the document that holds it now. */
  const places = new Map()
  const documents = new Map()
  const turns = new Map()
  const brains = new Map()
  const brainOf = (name = '') => brains.get(name)
  const begin = async (name = '') => {
    if (brains.has(name)) return
    const brain = `eval/scope-${brains.size + 1}/default`
    await ask(memory.init({ brain, ...(profile === undefined ? {} : { profile }), ...(settings === undefined ? {} : { settings }) }))
    brains.set(name, brain)
  }

  const add = async (added) => {
    const changed = new Map()
    for (const row of added) {
      await begin(row.scope)
      const brain = brainOf(row.scope)
      const source = documentOf(row)
      const document = documents.get(`${brain} ${source}`) ?? { brain, source, rows: [] }
      documents.set(`${brain} ${source}`, document)
      document.rows.push(row)
      rows.set(`${brain} ${source}#${row.id}`, row.id)
      // A row that says nothing is no memory: nothing leads to it.
      if (/\S/.test(`${row.title ?? ''}${row.text}`)) places.set(`${brain} ${row.id}`, source)
      changed.set(`${brain} ${source}`, document)
    }
    for (const [brain, ofBrain] of Map.groupBy(changed.values(), (document) => document.brain)) {
      const inputs = ofBrain.map(({ rows: records, source }) => ({ source, format: 'jsonl', text: records.map(record).join('\n'), root }))
      const { skipped } = await ask(memory.ingest({ brain, documents: inputs }))
      if (skipped.length > 0) throw new Error(`not read in: ${skipped.map(({ path, reason }) => `${path}: ${reason}`).join('; ')}`)
    }
    for (const { id, scope: name } of aliases === undefined ? [] : added) {
      const node = nodeOf(places.get(`${brainOf(name)} ${id}`), id)
      const named = aliases.get(id) ?? []
      if (node !== undefined && named.length > 0) await ask(memory.alias({ brain: brainOf(name), node, aliases: named }))
    }
  }

  const remove = async (ids) => {
    const gone = new Set(ids)
    for (const { brain, rows: records, source } of documents.values()) {
      if (!records.some(({ id }) => gone.has(id))) continue
      if (!records.every(({ id }) => gone.has(id))) throw new Error('a session is removed whole')
      const folders = [{ root, below: source.slice(0, source.lastIndexOf('/')) }]
      const { retired } = await ask(memory.ingest({ brain, documents: [], folders, prune: true }))
      if (!retired.includes(source)) throw new Error(`not retired: ${source}`)
      for (const { id } of records) places.delete(`${brain} ${id}`)
    }
  }

  const recall = async ({ id, k, scope: name, text }) => {
    const brain = brainOf(name)
    const { items, turn } = await ask(memory.recall({ brain, question: text, limit: 3 * k, session: 'eval', autoNeurogenesis: grows }))
    turns.set(id, { brain, turn, nodes: new Map() })
    const ranked = new Map()
    for (const { node, source } of items) {
      const row = rowOf(rows, brain, source, node)
      if (row !== undefined && !ranked.has(row)) ranked.set(row, node)
    }
    for (const [row, node] of ranked) turns.get(id).nodes.set(row, node)
    return [...ranked.keys()].slice(0, k)
  }

  /** In the memory's words: used; not relevant; a correction that names what should have come. */
  const feedback = async ({ id, missed, used, wrong }) => {
    const { brain, nodes, turn } = turns.get(id)
    turns.delete(id)
    const said = (given) => ask(memory.feedback({ brain, turn, session: 'eval', ...given }))
    const named = (ids) => ids.flatMap((row) => nodes.get(row) ?? [])
    const instead = missed.flatMap((row) => nodeOf(places.get(`${brain} ${row}`), row) ?? [])
    if (used.length > 0) await said({ verdict: 'used', nodes: named(used) })
    if (instead.length > 0) await said({ verdict: 'correction', nodes: named(wrong), instead })
    else if (wrong.length > 0) await said({ verdict: 'not-relevant', nodes: named(wrong) })
  }

  /** A question of a session as an agent meets it: the rows that it is given, in order, and the end of its turn. */
  const meet = async ({ scope: name, session, text }) => {
    const brain = brainOf(name)
    const said = { brain, session, sessionKind: 'interactive' }
    const { context, items, turn } = await ask(memory.recall({ ...said, question: text, autoNeurogenesis: grows }))
    const given = context.items.flatMap((node) => {
      const item = items.find((one) => one.node === node)
      const row = item === undefined ? undefined : rowOf(rows, brain, item.source, node)
      return row === undefined ? [] : [{ row, text: item.content }]
    })
    const end = async ({ calls, reply }) => {
      const toolTexts = calls.map((call) => call.text)
      await ask(memory.complete({ ...said, turn, outcome: 'success', durationMs: 1, reply, toolTexts, calls }))
      await ask(memory.learn({ brain }))
    }
    return { given, end }
  }

  /** Searches settings for each brain, one after the other. */
  const tune = async (request) => {
    const answers = []
    for (const brain of brains.values()) answers.push(await ask(memory.tune({ brain, ...request })))
    return answers
  }

  const close = async () => {
    await ask(Scope.close(scope, Exit.void))
    rmSync(folder, { recursive: true, force: true })
  }

  return { add, remove, recall, feedback, meet, tune, close }
}

/** A session is a document; a row without one is a document of its own. What is missed of a folder goes by its name, as a text file. */
const documentOf = ({ id, session, time }) =>
  session !== undefined ? `${session}/turns.txt` : time !== undefined ? `${id}/row.txt` : 'all/rows.txt'

const record = ({ id, session, text, title }) => JSON.stringify({ id, title, text, session })

const rowOf = (rows, brain, source, node) => rows.get(`${brain} ${source}#${recordIn(node, source)}`)

/** The printed id of a row that is there. */
const nodeOf = (source, row) => (source === undefined ? undefined : `${marked(source)}#${marked(row)}`)

const marked = (text) => text.replace(/[#~%>]/g, encodeURIComponent).replaceAll('~', '%7E')

/** The marks of ids are escaped in them; the later pieces of a torn record have a number behind it. */
const recordIn = (node, source) => {
  const escaped = node.slice(node.indexOf('#') + 1).replace(/~\d+$/, '')
  return node.includes('#') ? decodeURIComponent(escaped) : source
}
