/** Manifests for schedulers: the schema of Kubernetes takes them, and what they run is what the command line knows. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readArguments } from '../../src/app/cli/arguments.ts'
import { COMMANDS } from '../../src/app/cli/run.ts'
import { ROOT } from '../support/sources.ts'

const FOLDER = join(ROOT, '.github/farm')
const manifests = readdirSync(FOLDER).filter(name => name.endsWith('.yaml'))
const isJob = new Ajv2020().compile(JSON.parse(readFileSync(join(ROOT, 'fixtures/kubernetes-job.schema.json'), 'utf8')))

const yamlOf = (name: string) => parse(readFileSync(join(FOLDER, name), 'utf8'))
const jsonOf = (name: string) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))

/** Reads a command line as the program does, and refuses what it would refuse. */
function understood([name, ...argv]: readonly string[]) {
  const command = COMMANDS.find(candidate => candidate.name === name)!
  return readArguments(argv, command.operands, command.declared)
}

describe('Kubernetes', () => {
  it.each(manifests)('takes %s, which runs what the command line knows', name => {
    const manifest = yamlOf(name)
    expect(isJob(manifest), JSON.stringify(isJob.errors)).toBe(true)
    expect([manifest.apiVersion, manifest.kind]).toEqual(['batch/v1', 'Job'])
    for (const { args } of manifest.spec.template.spec.containers) expect(understood(args).operands).toHaveLength(1)
  })

  it('counts as many jobs as each of them believes there are', () => {
    const { spec } = yamlOf('kubernetes.yaml')
    expect(spec.completionMode).toBe('Indexed')
    expect(understood(spec.template.spec.containers[0].args).all('of')).toEqual([String(spec.completions)])
  })

  it('refuses a manifest that is none', () => {
    const manifest = yamlOf('kubernetes.yaml')
    expect(isJob({ ...manifest, spec: { ...manifest.spec, completions: 'many' } })).toBe(false)
    expect(isJob({ ...manifest, spec: { ...manifest.spec, paralelism: 1 } })).toBe(false)
  })
})

describe('Docker', () => {
  const textOf = (path: string) => readFileSync(join(ROOT, '.github', path), 'utf8')
  const entryOf = (path: string): string[] => JSON.parse(/^ENTRYPOINT (.*)$/m.exec(textOf(path))![1])

  it('starts the service with arguments that the command line knows', () => {
    const { services } = parse(textOf('service/compose.yaml'))
    const { build, command } = services.isthmus
    expect(build.dockerfile).toBe('.github/service/Dockerfile')
    const [program, ...argv] = [...entryOf('service/Dockerfile'), ...command]
    expect(program).toBe('node_modules/.bin/isthmus')
    expect(understood(argv).operands).toEqual(['/maps/world.atlas'])
  })

  it.each(['service', 'farm'])('packs the %s from these sources, as no registry has them', folder => {
    expect(textOf(`${folder}/Dockerfile`)).toContain('npm install /tmp/isthmus-*.tgz ')
    expect(textOf(`${folder}/Dockerfile.dockerignore`)).toContain('node_modules')
    expect(entryOf(`${folder}/Dockerfile`)[0]).toBe('node_modules/.bin/isthmus')
  })
})

describe('AWS Batch', () => {
  const definition = jsonOf('aws-batch-definition.json')
  const tiles = jsonOf('aws-batch-tiles.json')

  it('is given an array of as many jobs as each of them believes there are', () => {
    const parameters = { ...definition.parameters, ...tiles.parameters }
    const argv = definition.containerProperties.command.map((word: string) =>
      word.startsWith('Ref::') ? parameters[word.slice('Ref::'.length)] : word,
    )
    expect(understood(argv).operands).toEqual(['s3://maps/planet'])
    expect(understood(argv).all('of')).toEqual([String(tiles.arrayProperties.size)])
    expect(tiles.jobDefinition).toBe(definition.jobDefinitionName)
  })

  it('is given what a job definition needs, and a size that an array may have', () => {
    expect(definition.type).toBe('container')
    const needed = definition.containerProperties.resourceRequirements.map(({ type }: { type: string }) => type)
    expect(needed).toEqual(['VCPU', 'MEMORY'])
    expect(tiles.arrayProperties.size).toBeGreaterThanOrEqual(2)
    expect(tiles.arrayProperties.size).toBeLessThanOrEqual(10_000)
  })
})
