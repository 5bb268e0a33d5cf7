/**
 * Compares the cost of every cell in the map and in the atlas.
 */
import type { Finding } from '../../proof/truth/finding.ts'
import { countText } from '../cli/words.ts'
import type { Subject } from './verify-paths.ts'

export function checkTerrain({ grid, atlas }: Subject, onProgress: (fraction: number) => void): Finding {
  const { width, height, cost } = grid
  if (atlas.width !== width || atlas.height !== height) {
    const problem = `The map has ${width} x ${height} cells, the atlas ${atlas.width} x ${atlas.height}.`
    return { looked: 'the size of the map', problem }
  }
  const looked = `the cost of all ${countText(cost.length)} cells`
  for (let y = 0, cell = 0; y < height; y++) {
    onProgress(y / height)
    for (let x = 0; x < width; x++, cell++) {
      const inAtlas = atlas.costAt(x, y)
      if (inAtlas === cost[cell]) continue
      const problem = `Cell ${x},${y} costs ${cost[cell]} in the map and ${inAtlas} in the atlas (0 is a wall).`
      return { looked, problem }
    }
  }
  return { looked, problem: '' }
}
