/**
 * A server in a process of its own: the service, or the same finder in a bare node:http. It reports its address and, on
 * request, its memory and time.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DEFAULT_LIMITS } from '../src/app/service/limits.ts'
import { startService } from '../src/app/service/service.ts'
import { openAtlas } from '../src/index.ts'

const [kind, path, threads] = process.argv.slice(2)
process.on('message', () => {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  process.send!({ rssBytes: rss, heapBytes: heapUsed, cpuUs: user + system })
})
process.send!({ url: await (kind === 'bare' ? bare() : service()) })

async function service(): Promise<string> {
  const gate = { hosts: [], origins: [], token: undefined }
  const maps = [{ name: 'map', path, isLive: false }]
  const given = {
    maps,
    host: '127.0.0.1',
    port: 0,
    threads: Number(threads),
    limits: DEFAULT_LIMITS,
    gate,
    version: '',
  }
  return (await startService(given)).url
}

function bare(): Promise<string> {
  const finder = openAtlas(new Uint8Array(readFileSync(path))).finder()
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', piece => {
      text += piece
    })
    request.on('end', () => {
      const { start, goal, cells } = JSON.parse(text)
      const route = finder.find(start[0], start[1], goal[0], goal[1])
      const { status, cost } = route
      const answer = JSON.stringify({ status, cost, ...(cells && { cells: Array.from(route.cells()) }) })
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
    })
  })
  return new Promise(resolve =>
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
  )
}
