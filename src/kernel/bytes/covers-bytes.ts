/** Compiled from source/covers.ts by `npm run kernels`: 617 bytes. After a conflict run it again. */
import type { Compiled } from '../kernel.ts'

export const COVERS = ',!8!J!D-,,,-9.!7/!V!V!V,!7.!V!V-!V.;-/!<!E!M2!D!<!D!F!I!P.,-/0/,,-3O01!C!<!8!J!K,,3!:!F!D!G!8!I!<,-0!9!<!J!K,.2!D!<!D!F!I!P.,6!l0/!v-.2!V-!Ro!W-M//nL,0no,M2/nL-L2x0nL/L2o/!K!A)6/,M5L/M0L2o3!KM3L.M1/nL10nL3L3),0!WoL5L0),0!WL)#t-)#z-)70!WoL1o-!BM1L0o<!AM0L3o<!AM38-77L2o-!AM28-77L,o-!BM,L/o!W-!AM/L4o!W4!AM48-777#U-.2!V-!Ro!W-M//nL,0no,M2/nL-L2x0nL/L2o/!K!A)6/,M5L/M0L2o3!KM3L.M1/nL10nL4L3o-!L!AL5L0),0!WL)#t-)8,,,,,,]o,,,,,,]o)#v-L3),0!Wo)#w-)!K)8,,,,,,no,,,,,,no)#z-)(-)!2/!W!0,L1o-!BM1L0o<!AM0L3o<!AM38-77L2o-!AM28-77L,o-!BM,L/o!W-!AM/L4o!W4!AM48-777!u-.1!V-!Ro++++3M./nL,L0x0nL0o6!KM1)8,,,,,,,,,,,,,,,,M3o,M2/nL2L-o0!Kv0nL3L2),0!W!(L1L2!A),0!W!0)#9-)#0-M3L2o<!AM28-77L3)G,L3)G/!AL3)G-!AL3)G.!AN1L.v0nL0M/L1M.7L0o-!AM08-77L/7' as Compiled<
  | 'least'
  | 'compare'
  | 'best'
>
