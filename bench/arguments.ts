/**
 * The command line of a bench. All benches answer --help, and refuse unknown arguments in one line.
 */
import { type ParseArgsConfig, parseArgs } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>

/** Returns options, and operands if the bench has any. With --help or wrong arguments it ends the process. */
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
