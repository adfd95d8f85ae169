import { company } from '@parley/api'
import type { CompanyId } from '@parley/core'
import { callApi } from '../../api/index.ts'
import { getCurrentPerson, refreshPerson, switchWorkingCompany } from '../session/index.ts'

/** What came of changing the company; only `switched` changed anything. */
export type Switched = 'switched' | 'underway' | 'notTheirs' | 'unreachable' | 'failed'

let isUnderway = false

/**
 * Works in another of one's companies from now on (CORP-02): the server remembers it first, then everything is asked
 * for there. A second tap meanwhile does nothing.
 */
export async function switchCompany(companyId: CompanyId): Promise<Switched> {
	if (isUnderway) return 'underway'
	const person = getCurrentPerson()
	if (person.kind === 'member' && person.company?.companyId === companyId) return 'switched'

	isUnderway = true
	try {
		const remembered = await callApi(company.remember, { companyId }, { quiet: true })
		if (!remembered.ok) return whyNot(remembered.failure.refusal)
		return switchWorkingCompany(companyId) ? 'switched' : 'failed'
	} finally {
		isUnderway = false
	}
}

function whyNot(refusal: string): Switched {
	if (refusal === 'offline' || refusal === 'timeout') return 'unreachable'
	if (refusal !== 'forbidden') return 'failed'
	// What there is to choose is out of date.
	void refreshPerson()
	return 'notTheirs'
}
