/** The used part of autocannon, which has no types of its own. */
declare module 'autocannon' {
  interface Result {
    readonly requests: { readonly average: number; readonly total: number }
    readonly latency: { readonly p50: number; readonly p99: number }
    readonly errors: number
    readonly non2xx: number
  }
  interface Options {
    readonly url: string
    readonly connections: number
    readonly duration?: number
    readonly amount?: number
    readonly requests: readonly { method: string; path: string; headers: Record<string, string>; body: string }[]
  }
  export default function autocannon(options: Options): PromiseLike<Result>
}
