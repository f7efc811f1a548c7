/** A program of its own that holds a database's write lock for a while: `node lock-holder.ts FILE MILLISECONDS`. */
import Database from 'better-sqlite3'

const [file = '', milliseconds = '0'] = process.argv.slice(2)
const database = new Database(file)
database.exec('begin immediate')
process.stdout.write('locked\n')
setTimeout(() => {
  database.exec('rollback')
  process.stdout.write('released\n')
}, Number(milliseconds))
