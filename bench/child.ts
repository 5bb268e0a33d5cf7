/**
 * The process that a job runs in: it takes one job, sends messages on the way, and is gone.
 */
import type { Job, Message } from './job.ts'
import { measurePeer } from './measure/measure-peer.ts'
import { measureWorld } from './measure/measure-world.ts'

const send = (message: Message) => new Promise<void>(resolve => process.send!(message, () => resolve()))

process.once('message', async (job: Job) => {
  if (job.task === 'world') await measureWorld(job.source, job.plan, report => send({ type: 'world', report }))
  else await measurePeer(job.peer, job.source, job.queries, job.plan, send)
  process.disconnect()
})
