/**
 * Runs one piece of the benches in a process of its own, and ends it if it takes too long. A search that runs for
 * minutes hears no message, so only its process can be ended.
 */
import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PeerMessage, PeerPlan } from './measure/peer-report.ts'
import type { WorldPlan, WorldReport } from './measure/world-report.ts'
import type { WorldSource } from './world.ts'

export interface WorldJob {
  readonly task: 'world'
  readonly source: WorldSource
  readonly plan: WorldPlan
}

export interface PeerJob {
  readonly task: 'peer'
  readonly peer: string
  readonly source: WorldSource
  readonly queries: Int32Array
  readonly plan: PeerPlan
}

export type Job = WorldJob | PeerJob

/** Reports of one world grow: the last is the most complete. */
export type Message = { readonly type: 'world'; readonly report: WorldReport } | PeerMessage

/** How a process ended: by itself, by this side, or killed, most often for lack of memory. */
export type Ending = 'done' | 'cut off' | 'broke off'

const CHILD = fileURLToPath(new URL(`./child${extname(import.meta.url)}`, import.meta.url))

/** `onMessage` returns how long to wait for the next message, in milliseconds. */
export function runJob(job: Job, firstLimitMs: number, onMessage: (message: Message) => number): Promise<Ending> {
  return new Promise(resolve => {
    // Peers may print anything; only their messages count.
    const output = job.task === 'peer' ? 'ignore' : 'inherit'
    const child = fork(CHILD, { serialization: 'advanced', stdio: ['ignore', output, output, 'ipc'] })
    let isCutOff = false
    const cutOff = () => {
      isCutOff = true
      child.kill('SIGKILL')
    }
    let timer = setTimeout(cutOff, firstLimitMs)
    child.on('message', message => {
      clearTimeout(timer)
      timer = setTimeout(cutOff, onMessage(message as Message))
    })
    child.on('exit', code => {
      clearTimeout(timer)
      resolve(isCutOff ? 'cut off' : code === 0 ? 'done' : 'broke off')
    })
    child.send(job)
  })
}
