/**
 * `isthmus serve`: answers questions about maps over HTTP.
 */
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { hintOf } from '../../../base/given.ts'
import { loadPackage, VERSIONS } from '../../farm/packages.ts'
import { DEFAULT_LIMITS, LIMITS, type Limit } from '../../service/limits.ts'
import type { MapSource } from '../../service/opened-file.ts'
import type { RunningService, ServiceOptions } from '../../service/service.ts'
import { type Arguments, wholeNumber } from '../arguments.ts'
import { type Command, pageOf } from '../command.ts'
import { type Io, untilInterrupted, version } from '../io.ts'
import { inputProblem, usageProblem } from '../problem.ts'

const PORT = 8080
const LIMIT_NAMES = Object.keys(LIMITS) as Limit[]

export const serveCommand: Command = {
  name: 'serve',
  summary: 'answer questions about maps over HTTP',
  run: runServe,
  ...pageOf(`
    [NAME=]FILE.atlas .. [options]

    It needs packages that the library does not: npm install ${VERSIONS.service}.

    Only this machine can reach it unless --host says otherwise. Edits and reloads take a token: set ISTHMUS_TOKEN and
    send Authorization: Bearer TOKEN.

    SIGHUP opens the files again and swaps those that changed, without a gap; SIGTERM finishes what has begun and
    ends.

    Arguments:
      FILE ..  atlases, worlds and plans that were joined; NAME is the name of the file or folder unless given

    Options:
      --port N  the port to listen on, 0 for any free one (${PORT})
      --host ADDRESS  the address to listen on (127.0.0.1: this machine only)
      --threads N  threads a map (the cores but one)
      --live  take edits of the atlases; they are kept in FILE.journal beside each
      --allow-host NAME ..  answer to these names too, * for all
      --allow-origin ORIGIN ..  let pages of these origins ask, * for all
      --limit NAME=N ..  change a limit

    Paths:
      POST /v1/NAME/route  a path; GET takes the same in its query, as start=3,4&goal=50,60
      POST /v1/NAME/table  costs from each start to each goal
      POST /v1/NAME/nearest  the goals with the shortest ways
      POST /v1/NAME/field  directions to a goal, for a window of cells
      POST /v1/NAME/reach  the cells within a cost
      POST /v1/NAME/locate  what a cell is
      GET /v1/NAME/tile/Z/X/Y.png  a picture of 256 x 256 pixels
      PATCH /v1/NAME/cells  edits of a live map; GET /v1/NAME/events tells of them
      POST /v1/NAME/reload  takes the file as it is now
      /, /openapi.json  a page to try it, and all of it described
      /livez, /readyz, /metrics  for those who watch over it

    Limits:
      ${LIMIT_NAMES.map(name => `${name}  ${LIMITS[name].about} (${LIMITS[name].value})`).join('\n')}

    Examples:
      isthmus serve world.atlas --port 8080  Serves the map as http://127.0.0.1:8080/v1/world.
      ISTHMUS_TOKEN=secret isthmus serve city=berlin.atlas --live --limit time=2000  Takes edits, and gives up on
        questions after two seconds.
  `),
}

async function runServe(args: Arguments, io: Io): Promise<0> {
  const options = optionsOf(args)
  const { startService } = await loadPackage('service', () => import('../../service/service.ts'))
  const service = await startService(options).catch(error => {
    throw listenProblem(options, error)
  })
  // A signal may come as soon as the address is printed, so handlers are set up first.
  const ending = untilEnded(service, io)
  io.out(`${service.url}\n`)
  io.err(`${options.maps.map(({ name }) => `/v1/${encodeURIComponent(name)}`).join(', ')}. Ctrl-C ends the service.\n`)
  await ending
  await service.close()
  return 0
}

function listenProblem({ host, port }: ServiceOptions, error: NodeJS.ErrnoException): unknown {
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') return error
  if (error.code === 'EADDRINUSE') {
    return inputProblem(`Port ${port} is in use. Give another --port, or 0 for any free one.`)
  }
  return inputProblem(`Cannot listen on ${host}, port ${port}: ${error.message}.`)
}

function optionsOf(args: Arguments): ServiceOptions {
  const token = process.env.ISTHMUS_TOKEN
  if (token === '') throw usageProblem('ISTHMUS_TOKEN is empty: set it to a secret, or unset it.')
  return {
    maps: sourcesOf(args),
    host: args.text('host') ?? '127.0.0.1',
    port: args.whole('port', 0, 65_535, PORT),
    threads: args.whole('threads', 1, 256, Math.max(1, availableParallelism() - 1)),
    limits: limitsOf(args.all('limit')),
    gate: {
      hosts: args.all('allow-host').map(name => name.toLowerCase()),
      origins: args.all('allow-origin'),
      token,
    },
    version: version(),
  }
}

function sourcesOf(args: Arguments): MapSource[] {
  const sources = args.operands.map(text => {
    const [, name, path] = /^([^=/\\]+)=(.+)$/s.exec(text) ?? [text, basename(text).replace(/\.[^.]+$/, ''), text]
    const isLive = args.has('live') && !path.endsWith('.world')
    return { name, path, isLive }
  })
  const twice = sources.find(({ name }, i) => sources.findIndex(other => other.name === name) !== i)
  if (twice !== undefined) throw usageProblem(`Two maps have the name ${twice.name}: give one another, as NAME=FILE.`)
  return sources
}

function limitsOf(given: readonly string[]): ServiceOptions['limits'] {
  const limits = { ...DEFAULT_LIMITS }
  for (const text of given) {
    const [name, value = ''] = text.split('=')
    if (!Object.hasOwn(LIMITS, name)) {
      throw usageProblem(`There is no limit ${name}. ${hintOf(name, LIMIT_NAMES)}`)
    }
    limits[name as Limit] = wholeNumber(`--limit ${name}`, value, 1, 2 ** 40)
  }
  return limits
}

/** Reloads on SIGHUP. Resolves when the service must end. */
function untilEnded(service: RunningService, io: Io): Promise<void> {
  const reload = async () => {
    for (const map of service.maps.values()) {
      const done = await map.reload().then(
        isNew => (isNew ? 'a new file' : 'the same file'),
        error => `as it was: ${(error as Error).message}`,
      )
      io.err(`${map.name}: ${done}\n`)
    }
  }
  process.on('SIGHUP', reload)
  return untilInterrupted().finally(() => process.off('SIGHUP', reload))
}
