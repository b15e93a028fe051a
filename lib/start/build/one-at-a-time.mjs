import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { say } from '../progress.mjs'

/**
 * Does work that two processes must not do in one folder at once, as when a command is typed while the first start still installs.
 * `file` holds the number of the process at work; one that has died holds up nobody.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function oneAtATime(file, work) {
  for (let isLogged = false; !take(file); await wait(200)) {
    const holder = holderOf(file)
    if (holder !== undefined && !isAlive(holder)) rmSync(file, { force: true })
    else if (!isLogged) {
      say(`  … Process ${holder} is setting up in this folder: waiting for it`)
      isLogged = true
    }
  }
  const giveBack = () => rmSync(file, { force: true })
  process.once('exit', giveBack)
  try {
    return await work()
  } finally {
    process.off('exit', giveBack)
    giveBack()
  }
}

/** With its number in it from the first moment on, which a file that is opened and then written has not. */
function take(/** @type {string} */ file) {
  const draft = `${file}-${process.pid}-${Math.random().toString(36).slice(2)}`
  writeFileSync(draft, String(process.pid))
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(draft)
  }
}

function holderOf(/** @type {string} */ file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error
    return undefined // given back meanwhile
  }
}

function isAlive(/** @type {number} */ pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM' // somebody else's, and alive
  }
}
