/** The checksum of PNG chunks, four bits at a time; those of the specification come from the polynomial bit by bit. */
const crcOfBits = Array.from({ length: 16 }, (_, bits) => {
  let crc = bits
  for (let bit = 0; bit < 4; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

export function crc32(bytes: Uint8Array): number {
  let crc = ~0
  for (let i = 0; i < bytes.length; i++) {
    crc ^= bytes[i]
    crc = (crc >>> 4) ^ crcOfBits[crc & 15]
    crc = (crc >>> 4) ^ crcOfBits[crc & 15]
  }
  return ~crc >>> 0
}
