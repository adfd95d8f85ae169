import { company } from '@parley/api'
import type { CompanyId } from '@parley/core'
import { callApi, type GeneralRefusal, type RefusalTable, valueOfFailure } from '../../api/index.ts'
import { m } from '../../locales/index.ts'
import { getCurrentPerson, refreshPerson, switchWorkingCompany } from '../session/index.ts'

const errorMessages = {
	notMember: m.company_switch_notMember,
	network: m.company_switch_network,
	failed: m.company_switch_failed,
}
type SwitchError = keyof typeof errorMessages

/** Only `switched` changed anything; `busy` means that another switch is under way. */
export type SwitchResult = 'switched' | 'busy' | SwitchError

const refusals: RefusalTable<typeof company.remember, SwitchError, GeneralRefusal> = {
	signedOut: 'failed',
	forbidden: 'notMember',
	missing: 'failed',
	staleToken: 'failed',
	invalidInput: 'failed',
	tooMany: 'failed',
	phoneNeeded: 'failed',
	profileNeeded: 'failed',
	broken: 'failed',
	unknown: 'failed',
}

let isSwitching = false

/**
 * Switches to another company of the signed-in person (CORP-02): the server remembers it first, then every call is made
 * for it.
 */
export async function switchCompany(companyId: CompanyId): Promise<SwitchResult> {
	if (isSwitching) return 'busy'
	const person = getCurrentPerson()
	if (person.kind === 'member' && person.company?.companyId === companyId) return 'switched'

	isSwitching = true
	try {
		const remembered = await callApi(company.remember, { companyId }, { quiet: true })
		if (remembered.ok) return switchWorkingCompany(companyId) ? 'switched' : 'failed'
		const error = valueOfFailure(remembered.failure, refusals, 'network')
		// The list of companies is out of date.
		if (error === 'notMember') void refreshPerson()
		return error
	} finally {
		isSwitching = false
	}
}

/** Why the company stayed the same; undefined where there is nothing to report. */
export const switchErrorMessage = (result: SwitchResult): string | undefined =>
	result === 'switched' || result === 'busy' ? undefined : errorMessages[result]()
