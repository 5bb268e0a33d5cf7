/**
 * A portal as it is now: it may be closed and opened, and change its cost and its keys, without a bake.
 */
import { refuse } from '../base/given.ts'
import type { MapCell, PortalHours } from '../format/world/description.ts'
import { checkCost, checkKeys, type PlannedPortal } from './plan.ts'

const fault = (sentence: string): never => refuse(sentence)

/** What one has, as a finder asks for it. */
export type Keys = ReadonlySet<string>

/** Hears of what changes. */
export interface PortalNet {
  reachChanged(): void
  costFell(): void
  costRose(): void
}

export class Portal {
  readonly id: string
  readonly from: MapCell
  readonly to: MapCell
  readonly oneWay: boolean
  /** When it can be entered; null for always. */
  readonly hours: PortalHours | null
  #isOpen = true
  #cost: number
  #needs: readonly string[]
  readonly #net: PortalNet

  /** @internal */
  constructor(planned: PlannedPortal, from: MapCell, to: MapCell, net: PortalNet) {
    this.id = planned.id
    this.from = from
    this.to = to
    this.oneWay = planned.oneWay
    this.hours = planned.hours
    this.#cost = planned.cost
    this.#needs = planned.needs
    this.#net = net
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  open(): void {
    this.#isOpen = true
    this.#net.reachChanged()
  }

  close(): void {
    this.#isOpen = false
    this.#net.reachChanged()
  }

  /** In cell lengths. */
  get cost(): number {
    return this.#cost
  }

  set cost(cost: number) {
    checkCost(cost, `The cost of portal ${JSON.stringify(this.id)}`, fault)
    if (cost < this.#cost) this.#net.costFell()
    else if (cost > this.#cost) this.#net.costRose()
    this.#cost = cost
  }

  /** All of these keys are needed. */
  get needs(): readonly string[] {
    return this.#needs
  }

  set needs(needs: readonly string[]) {
    checkKeys(needs, `portal ${JSON.stringify(this.id)}`, fault)
    this.#needs = [...new Set(needs)]
    this.#net.reachChanged()
  }

  /** Whether who has these keys may pass it, at some time. */
  isPassableWith(keys: Keys): boolean {
    return this.#isOpen && this.#needs.every(key => keys.has(key))
  }

  /** How long who comes at this time waits until it can be entered. */
  waitAt(time: number): number {
    if (this.hours === null) return 0
    const { every, from, until } = this.hours
    const now = time - Math.floor(time / every) * every
    if (from < until) return now < from ? from - now : now < until ? 0 : every - now + from
    return now < until || now >= from ? 0 : from - now
  }
}
