/**
 * The process of one job: it takes the job, sends messages meanwhile, and ends.
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
