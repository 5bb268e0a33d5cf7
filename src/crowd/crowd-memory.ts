/**
 * A step of all units. Their records are written into one memory, a kernel chooses velocities and moves the units there, and the
 * results are read back. Without WebAssembly the same source runs as script, with the same bits.
 */
import { CROWD_STEP } from '../kernel/bytes/crowd-step-bytes.ts'
import { step } from '../kernel/crowd/step.ts'
import * as at from '../kernel/crowd-layout.ts'
import { kernelOn } from '../kernel/kernel.ts'
import { workOn } from '../kernel/script-numbers.ts'
import type { PlacedUnits } from './placed-units.ts'
import type { Foresight, UnitColumns } from './unit-columns.ts'
import type { WallLimits } from './wall-limits.ts'

const UNIT_REALS = at.UNIT_BYTES / 8

export class CrowdMemory {
  private readonly kernel = kernelOn(CROWD_STEP, at.UNITS_AT)
  private memory = this.kernel?.memory ?? new ArrayBuffer(at.UNITS_AT)
  private reals = new Float64Array(this.memory)
  private wholes = new Int32Array(this.memory)
  private end = at.UNITS_AT
  private readonly foresight: Foresight

  constructor(foresight: Foresight) {
    this.foresight = foresight
  }

  /** Moves all units for `seconds`, each by at most `reach`. Returns a distance that none exceeded. */
  step(units: UnitColumns, placed: PlacedUnits, walls: WallLimits, reach: number, seconds: number): number {
    this.placeUnits(units, placed)
    this.placeWalls(units, placed, walls, reach)
    let farthest = this.run(seconds, reach)
    while (farthest < 0) {
      this.fit(2 * this.memory.byteLength)
      farthest = this.run(seconds, reach)
    }
    this.readBack(units, placed)
    return farthest
  }

  private run(seconds: number, reach: number): number {
    if (this.kernel !== null) return this.kernel.run.step(seconds, reach)
    workOn(this.memory)
    return step(seconds, reach)
  }

  /** Appends a half-plane of the moves that a wall leaves. */
  addWall(normalX: number, normalY: number, limit: number): void {
    const { end } = this
    this.fit(end + at.PLANE_BYTES)
    const { reals } = this
    reals[(end + at.NORMAL_X) >> 3] = normalX
    reals[(end + at.NORMAL_Y) >> 3] = normalY
    reals[(end + at.LIMIT) >> 3] = limit
    this.end = end + at.PLANE_BYTES
  }

  private placeUnits(units: UnitColumns, placed: PlacedUnits): void {
    const { count, unitOf, firstRow, rows, firstOf, rowHeight, radiusMax } = placed
    const unitsEnd = at.UNITS_AT + count * at.UNIT_BYTES
    this.end = unitsEnd + at.ROW_BYTES * (rows + 1)
    this.fit(this.end)
    const { reals, wholes } = this
    const { horizon, sight, neighbours } = this.foresight
    reals.set([rowHeight, radiusMax, horizon, sight], at.ROW_HEIGHT >> 3)
    wholes.set([firstRow, rows, neighbours, unitsEnd, unitsEnd], at.FIRST_ROW >> 2)
    for (let row = 0; row <= rows; row++) {
      wholes[(unitsEnd + at.ROW_BYTES * row) >> 2] = at.UNITS_AT + firstOf[row] * at.UNIT_BYTES
    }
    const { x, y, vx, vy, wishX, wishY, radius, speed, turn } = units
    for (let i = 0, real = at.UNITS_AT >> 3; i < count; i++, real += UNIT_REALS) {
      const unit = unitOf[i]
      reals[real + (at.X >> 3)] = x[unit]
      reals[real + (at.Y >> 3)] = y[unit]
      reals[real + (at.VELOCITY_X >> 3)] = vx[unit]
      reals[real + (at.VELOCITY_Y >> 3)] = vy[unit]
      reals[real + (at.WISH_X >> 3)] = wishX[unit]
      reals[real + (at.WISH_Y >> 3)] = wishY[unit]
      reals[real + (at.RADIUS >> 3)] = radius[unit]
      reals[real + (at.SPEED >> 3)] = speed[unit]
      reals[real + (at.TURN >> 3)] = turn[unit]
    }
  }

  /** Appends the walls of each unit, then reserves the kernel's scratch space behind them. */
  private placeWalls({ x, y, radius }: UnitColumns, placed: PlacedUnits, walls: WallLimits, reach: number): void {
    let most = 0
    for (let i = 0, address = at.UNITS_AT; i < placed.count; i++, address += at.UNIT_BYTES) {
      const unit = placed.unitOf[i]
      const first = this.end
      walls.add(this, x[unit], y[unit], radius[unit], reach)
      this.wholes[(address + at.WALLS) >> 2] = first
      this.wholes[(address + at.WALLS_END) >> 2] = this.end
      most = Math.max(most, this.end - first)
    }
    const planesBytes = most + at.NEAR_MAX * at.PLANE_BYTES
    const planes = this.end
    const relaxed = planes + planesBytes
    const pairs = 16 * Math.ceil((relaxed + planesBytes) / 16)
    this.fit(pairs)
    this.wholes.set([planes, relaxed, pairs, this.memory.byteLength], at.PLANES >> 2)
  }

  private readBack(units: UnitColumns, { count, unitOf }: PlacedUnits): void {
    const { reals } = this
    for (let i = 0, real = at.UNITS_AT >> 3; i < count; i++, real += UNIT_REALS) {
      const unit = unitOf[i]
      units.x[unit] = reals[real + (at.X >> 3)]
      units.y[unit] = reals[real + (at.Y >> 3)]
      units.vx[unit] = reals[real + (at.VELOCITY_X >> 3)]
      units.vy[unit] = reals[real + (at.VELOCITY_Y >> 3)]
      units.turn[unit] = reals[real + (at.NEXT_TURN >> 3)]
    }
  }

  /** Grows the memory to at least `bytes` and keeps its contents. */
  private fit(bytes: number): void {
    const present = this.memory.byteLength
    if (bytes <= present) return
    const more = Math.max(bytes - present, present)
    if (this.kernel !== null) this.memory = this.kernel.grow(more)
    else {
      this.memory = new ArrayBuffer(8 * Math.ceil((present + more) / 8))
      new Float64Array(this.memory).set(this.reals)
    }
    this.reals = new Float64Array(this.memory)
    this.wholes = new Int32Array(this.memory)
    this.wholes[at.MEMORY_END >> 2] = this.memory.byteLength
  }
}
