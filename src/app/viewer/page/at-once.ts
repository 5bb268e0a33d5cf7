/**
 * Before anything else: a page that was opened as a file from a disk cannot load its own parts, and says so at once. It is
 * a script of the old kind, the only kind that a browser runs from a file.
 */
if (location.protocol === 'file:') {
  addEventListener('DOMContentLoaded', () => {
    const tell = (id: string, text: string) => {
      document.getElementById(id)!.textContent = text
    }
    tell('cover-title', 'This page needs a server')
    tell(
      'cover-text',
      'Opened as a file from a disk it cannot start: serve its folder over HTTP, or start isthmus view.',
    )
    document.getElementById('cover-progress')!.hidden = true
  })
}
