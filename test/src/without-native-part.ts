/** Makes the native part of better-sqlite3 impossible to load in this process. */
import Database from 'better-sqlite3'

process.dlopen = () => {
  throw Object.assign(new Error('better-sqlite3.node: invalid ELF header'), { code: 'ERR_DLOPEN_FAILED' })
}

const isLoaded = (): boolean => {
  try {
    new Database(':memory:').close()
    return true
  } catch {
    return false
  }
}

if (isLoaded()) throw new Error('something in this process has loaded it already')
