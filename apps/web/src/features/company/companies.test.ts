import type { Membership } from '@parley/api'
import { personalEdition } from '@parley/core'
import { expect, test } from 'vitest'
import { aCompany, aMember } from '../../testing/aPerson.ts'
import { companyName, getSelectableCompanies } from './companies.ts'

const one = aCompany({ companyId: 'c1' as never, name: 'One' })
const two = aCompany({ companyId: 'c2' as never, name: 'Two' })
const personal = aCompany({ companyId: 'p' as never, name: 'whatever', type: personalEdition })

const personIn = (current: Membership | undefined, ...companies: Membership[]) => ({
	user: { ...aMember().user, companies },
	company: current,
})

test('[CORP-01] there is something to switch to from the second company on', () => {
	expect(getSelectableCompanies(personIn(one, one))).toEqual([])
	expect(getSelectableCompanies(personIn(one, one, two))).toEqual([one, two])
	expect(getSelectableCompanies(personIn(undefined))).toEqual([])
})

test('[CORP-07] a person with a company and a personal edition switches between the two, the personal one last', () => {
	expect(getSelectableCompanies(personIn(one, personal, one))).toEqual([one, personal])
	expect(getSelectableCompanies(personIn(personal, personal))).toEqual([])
})

test('[CORP-07] only on a master platform; a person in the personal edition of another can leave it', () => {
	expect(getSelectableCompanies(personIn(one, personal, one), false)).toEqual([])
	expect(getSelectableCompanies(personIn(one, personal, one, two), false)).toEqual([one, two])
	expect(getSelectableCompanies(personIn(personal, personal, one), false)).toEqual([one])
})

test('[OP-104] the personal edition has one name for everybody', () => {
	expect([one, personal].map(companyName)).toEqual(['One', '个人版'])
})
