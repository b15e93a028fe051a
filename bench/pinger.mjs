// A thread of its own that asks for one small thing at fixed moments, whatever became of the ones before, and says how long each took.
import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const { address, path, headers, everyMs } = workerData
const agent = new Agent({ keepAlive: true })
/** @type {number[]} */
const took = []
let underWay = 0
let stopped = false

const timer = setInterval(() => {
  const since = performance.now()
  underWay++
  get(address + path, { agent, headers }, (response) => {
    response.resume()
    response.on('end', () => {
      if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`)
      took.push(performance.now() - since)
      underWay--
      if (stopped && underWay === 0) parentPort?.postMessage(took)
    })
  })
}, everyMs)

parentPort?.once('message', () => {
  clearInterval(timer)
  stopped = true
  if (underWay === 0) parentPort?.postMessage(took)
})
