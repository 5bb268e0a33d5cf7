/** What the command line of a bench says. All of them answer --help, and refuse what they do not know in a line. */
import { type ParseArgsConfig, parseArgs } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>

/** Options, and operands if the bench has any; with --help, or where they are wrong, this is the end of the process. */
export function argumentsOf<T extends Options>(help: string, options: T, hasOperands = false) {
  if (process.argv.includes('--help')) {
    process.stdout.write(help)
    process.exit(0)
  }
  try {
    return parseArgs({ options, allowPositionals: hasOperands }) as ReturnType<
      typeof parseArgs<{ options: T; allowPositionals: true }>
    >
  } catch (error) {
    process.stderr.write(`bench: ${(error as Error).message}\n\n${help}`)
    process.exit(2)
  }
}
