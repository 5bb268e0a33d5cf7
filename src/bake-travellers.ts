/**
 * The bake for several travellers: grounds become one file. Each traveller's grid follows from the grounds, and each has an
 * atlas of its own baked; what two of them have alike, to the byte, the file holds once.
 */
import { PartyWriter } from './atlas/travellers-write.ts'
import { type BakeOptions, bakeWith, type StartWorkers } from './bake.ts'
import { gridOf } from './map/footprint.ts'
import { checkGrounds, type Grounds } from './map/grounds.ts'
import { type Travellers, travellersOf } from './map/traveller.ts'

export interface TravellersBakeOptions extends BakeOptions {
  /** Who will walk on the map, by name: what each ground costs them, how large they are, how they turn. */
  readonly travellers: Travellers
}

export async function bakeTravellers(
  startWorkers: StartWorkers,
  grounds: Grounds,
  options: TravellersBakeOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  checkGrounds(grounds)
  const travellers = travellersOf(options.travellers, grounds.names)
  const writer = new PartyWriter(grounds)
  for (const traveller of travellers) {
    writer.add(await bakeWith(startWorkers, gridOf(grounds, traveller), options))
  }
  return writer.write(travellers)
}
