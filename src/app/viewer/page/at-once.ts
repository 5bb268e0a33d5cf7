/**
 * Tells at once that a page opened as a file from a disk cannot load its own parts. It is a classic script, the only kind
 * that a browser runs from a file.
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
