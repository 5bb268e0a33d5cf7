/**
 * A page to try the service: it shows the map in tiles; one click sets the start, one the goal. It loads nothing from
 * other sites.
 */
export const TRY_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>isthmus</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/try.css">
<h1>isthmus</h1>
<p><label>Map <select id="map"></select></label>
<label>Quality <select id="quality"><option>fast<option selected>default<option>exact</select></label>
<a href="/openapi.json">openapi.json</a> <a href="/metrics">metrics</a></p>
<p id="told" role="status">Click a start, then a goal.</p>
<div id="view"><canvas id="tiles" width="512" height="512"></canvas></div>
<pre id="answer"></pre>
<script type="module" src="/try.js"></script>
</html>
`

export const TRY_STYLE = `body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 1rem auto; padding: 0 1rem }
canvas { max-width: 100%; border: 1px solid #999; cursor: crosshair }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
label { margin-right: 1rem }
`

export const TRY_SCRIPT = `const byId = id => document.getElementById(id)
const canvas = byId('tiles'), context = canvas.getContext('2d')
let about, name, start = null
for (const map of await (await fetch('/v1')).json().then(answer => answer.maps)) byId('map').append(new Option(map, map))
byId('map').onchange = show
await show()

async function show() {
  name = byId('map').value
  start = null
  about = await (await fetch('/v1/' + encodeURIComponent(name))).json()
  context.clearRect(0, 0, canvas.width, canvas.height)
  if (about.kind === 'world') return say('A world has no one picture: ask for routes between cells of its maps.')
  const zoom = Math.min(1, Math.max(0, Math.ceil(Math.log2(Math.max(about.width, about.height) / 256))))
  const side = canvas.width / 2 ** zoom
  for (let y = 0; y < 2 ** zoom; y++) for (let x = 0; x < 2 ** zoom; x++) {
    const tile = new Image()
    tile.onload = () => context.drawImage(tile, x * side, y * side, side, side)
    tile.src = '/v1/' + encodeURIComponent(name) + '/tile/' + zoom + '/' + x + '/' + y + '.png'
  }
  say('Click a start, then a goal.')
}

/** Cells along a side of what is shown: a power of two times 256. */
const shown = () => 256 * 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(about.width, about.height) / 256)))

canvas.onclick = async ({ offsetX, offsetY }) => {
  const scale = shown() / canvas.clientWidth
  const cell = [Math.floor(offsetX * scale), Math.floor(offsetY * scale)]
  if (start === null) {
    start = cell
    return say('From ' + cell + '. Now click a goal.')
  }
  const body = JSON.stringify({ start, goal: cell, nearest: true, waypoints: true, quality: byId('quality').value })
  start = null
  const headers = { 'content-type': 'application/json' }
  const response = await fetch('/v1/' + encodeURIComponent(name) + '/route', { method: 'POST', headers, body })
  const answer = await response.json()
  const { cells = [], ...rest } = answer
  byId('answer').textContent = JSON.stringify(rest, null, 2)
  say(answer.status === 'found' ? 'The path costs ' + answer.cost.toFixed(1) + '.' : answer.message)
  context.beginPath()
  for (let i = 0; i < cells.length; i += 2) {
    const place = [cells[i] + 0.5, cells[i + 1] + 0.5].map(at => (at * canvas.width) / shown())
    context.lineTo(...place)
  }
  context.strokeStyle = '#c0136b'
  context.lineWidth = 2
  context.stroke()
}

function say(text) {
  byId('told').textContent = text
}
`
