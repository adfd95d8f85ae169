import { personalEdition } from '@parley/core'
import { expect, test } from 'vitest'
import { aCompany } from '../../testing/aPerson.ts'
import { choicesOf } from './companies.ts'
import { companyName } from './companyName.ts'

const one = aCompany({ companyId: 'c1' as never, name: 'One' })
const two = aCompany({ companyId: 'c2' as never, name: 'Two' })
const personal = aCompany({ companyId: 'p' as never, name: 'whatever', type: personalEdition })

test('[LIST-04] there is something to choose from the second company on', () => {
	expect(choicesOf([one])).toEqual([])
	expect(choicesOf([one, two])).toEqual([one, two])
	expect(choicesOf([])).toEqual([])
})

test('[CORP-07] who has a personal edition beside a company changes between the two, the personal one last', () => {
	expect(choicesOf([personal, one])).toEqual([one, personal])
	expect(choicesOf([personal])).toEqual([])
})

test('[OP-104] the personal edition goes by one name for everybody', () => {
	expect([one, personal].map(companyName)).toEqual(['One', '个人版'])
})
