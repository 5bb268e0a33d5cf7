/** The list of a key, made if there is none. */
export function listOf<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  let list = lists.get(key)
  if (list === undefined) {
    list = []
    lists.set(key, list)
  }
  return list
}

/** Appends to the list of a key. */
export function addTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  listOf(lists, key).push(item)
}
