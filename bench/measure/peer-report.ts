/** What a peer is asked, and what its process sends home: one message when it is set up, and one for each answer. */

export interface PeerPlan {
  /** No query starts after this. */
  readonly budgetMs: number
  readonly passes: number
}

export type PeerMessage =
  | { readonly type: 'missing' }
  | { readonly type: 'ready'; readonly wallMs: number; readonly peakBytes: number }
  /** `problem` is empty for a legal path with the right ends; `cost` is then its cost in cell lengths. */
  | {
      readonly type: 'answer'
      readonly query: number
      readonly us: number
      readonly cost: number
      readonly problem: string
    }
