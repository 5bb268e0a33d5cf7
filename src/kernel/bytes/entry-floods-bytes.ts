/** Compiled from source/entry-floods.ts by `npm run kernels`: 1008 bytes. After a conflict run it again. */
import type { Compiled } from '../kernel.ts'

export const ENTRY_FLOODS = ',!8!J!D-,,,-?0!7/!V!V!V,!7,,!7-!V,!7.!V!V,.;-/!<!E!M2!D!<!D!F!I!P.,-/21,-.,/3N01!I!<!J!<!K,00!J!<!<!;,/2!J!G!I!<!8!;,-2!D!<!D!F!I!P.,6!l31#E-,L-o!W!W!W!W!U}0no!a-o-d.,7L,L.!AL-d.LL,L.o-!K!AT.LL-d.LL,L.o/!C!AT.LN,T.<N.L-{0n;7L,L-d.<L.o!Vt0no![-o![-T.,o-!Ad.,1L,T.DL,T.@N.d.,L.0nL.L,T.Dd.D77L,L-o!W-T.,!Mo+K!Ho.!Ko!i-!AN-T.,N.d.@L,L-d.DL.0nL.L,o@!Ad.D7L-L,d.,7!S-/!V/no![-T.,0n/nL-o+K!Ho.!Ko!i-!AT.,s0nL-o-!AM-8-77L-o+K!Ho.!Ko!i-!AT.,N,T.@M.L,T.DL.d.,L.0nL.L,T.Dd.D7o![-o![-T.,o-!Bd.,L,o!Vd.<L,<.8-777#9/.3!V-!RL,T.0o.!KN1L,!AM2o!i!X-M.L,M-/nL-L2u0nL-),0LL-L1!A),0L)f)!*0nL-M0/nL0L-o<!Au0nL0T.LN3L0L1!AN/T.Lu0nL/L3d.LL.M//nL/o!i!X-u0!VL/o0!BT.,T.LL3y1o,70nL/L/o0!BN/T.,d.,8-77L/L0d.,L.o0!AM.7L0o0!AM08-777L-o<!AM-8-77o!i!X-M0/nL.L0u0nL0T.,N-T.LN/L-L1!AT.Lt0nL,T.4M3L/)=M4L,L1o.!K!AL-L,!BL1!Co/!L!AM/L,M-/nL-L2u0nL-L-),0LL4L/)0-LL3)#--)#0-)#9-)70LL-o<!AM-L/o4!AM/8-777L0o0!AM08-77/nL,L2u0nL,),0LL,L1!A),0L)f)!*0nL,M-/nL-L,o<!Au0nL-T.LN.L-L1!AT.Lu0nL-L.L1<,7L-o0!AM-8-777L,o<!AM,8-777W,L.L,L-o.!K!AN-T.L}0n;7L-L.d.LL-L.L,T.0o.!K<,7!A-/!V/nL,L-u0nL,T.0o.!KM/L,o!Vd.<L,M.L,L,T.,o.!K!AM0/nL.L0u0nL.o!Vd.LL.L/!Ao!Vd.LL.o0!AM.8-77L,L,T.8!AM,8-77o!a-o,d.,7' as Compiled<
  | 'reset'
  | 'seed'
  | 'spread'
>
