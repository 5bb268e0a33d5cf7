/**
 * Opens an address in the person's browser by the opener of this system. Without one, as on a server, nothing happens: the
 * address was printed.
 */
import { spawn } from 'node:child_process'

const OPENERS: Partial<Record<NodeJS.Platform, readonly [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  // `start` is part of the shell; its first argument in quotes is the title of a window.
  win32: ['cmd', '/c', 'start', '""'],
}

export function openInBrowser(url: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
