/**
 * The table of constants keeps up with the sources.
 * @fast
 */
import { expect, it } from 'vitest'
import { constantsPage } from '../support/constants.ts'

it('every constant that has a unit is in the table', async () => {
  await expect(constantsPage()).toMatchFileSnapshot('../../bench/CONSTANTS.md')
})
