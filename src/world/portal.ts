/**
 * A portal in its present state. It can be opened, closed, and given another cost or other keys without a bake.
 */
import { refuse } from '../base/given.ts'
import { checkFields } from '../base/kinds.ts'
import type { MapCell, PortalHours } from '../format/world/description.ts'
import { COST, NEEDS, type PlannedPortal } from './plan.ts'

/** The keys that a traveller has. */
export type Keys = ReadonlySet<string>

/** Notified of changes. */
export interface PortalNet {
  reachChanged(): void
  costChanged(isCheaper: boolean): void
}

export class Portal {
  readonly id: string
  readonly from: MapCell
  readonly to: MapCell
  readonly oneWay: boolean
  /** When it can be entered; null if always. */
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
    checkFields({ cost }, { cost: COST }, `portal ${JSON.stringify(this.id)}`, refuse)
    if (cost !== this.#cost) this.#net.costChanged(cost < this.#cost)
    this.#cost = cost
  }

  /** The keys needed, all of them. */
  get needs(): readonly string[] {
    return this.#needs
  }

  set needs(needs: readonly string[]) {
    checkFields({ needs }, { needs: NEEDS }, `portal ${JSON.stringify(this.id)}`, refuse)
    this.#needs = [...new Set(needs)]
    this.#net.reachChanged()
  }

  /** Whether a traveller with these keys may pass it, at some time. */
  isPassableWith(keys: Keys): boolean {
    return this.#isOpen && this.#needs.every(key => keys.has(key))
  }

  /** How long a traveller who arrives at this time must wait to enter. */
  waitAt(time: number): number {
    if (this.hours === null) return 0
    const { every, from, until } = this.hours
    const now = time - Math.floor(time / every) * every
    if (from < until) return now < from ? from - now : now < until ? 0 : every - now + from
    return now < until || now >= from ? 0 : from - now
  }
}
