import { personalEdition } from '@parley/core'
import { expect, test } from 'vitest'
import { aCompany } from '../../testing/aPerson.ts'
import { companyName, getSelectableCompanies } from './companies.ts'

const one = aCompany({ companyId: 'c1' as never, name: 'One' })
const two = aCompany({ companyId: 'c2' as never, name: 'Two' })
const personal = aCompany({ companyId: 'p' as never, name: 'whatever', type: personalEdition })

test('[LIST-04] there is a choice from the second company on', () => {
	expect(getSelectableCompanies([one])).toEqual([])
	expect(getSelectableCompanies([one, two])).toEqual([one, two])
	expect(getSelectableCompanies([])).toEqual([])
})

test('[CORP-07] a person with a company and a personal edition switches between the two, the personal one last', () => {
	expect(getSelectableCompanies([personal, one])).toEqual([one, personal])
	expect(getSelectableCompanies([personal])).toEqual([])
})

test('[OP-104] the personal edition has one name for everybody', () => {
	expect([one, personal].map(companyName)).toEqual(['One', '个人版'])
})
