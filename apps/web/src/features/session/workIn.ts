import { Membership } from '@parley/api'
import { storage } from '../../storage/index.ts'
import { getCurrentPerson, useSession } from './store.ts'

// In a file of its own: the landing brings the session, and nobody changes company there.

/** The company somebody works in from now on, one of their own; what is asked for next is asked for there. False where it is not. */
export function switchWorkingCompany(companyId: string): boolean {
	const person = getCurrentPerson()
	const company = person.kind === 'member' && person.user.companies.find(own => own.companyId === companyId)
	if (!company) return false
	storage.write('corpId', companyId)
	storage.writeJson('corp', Membership.encode(company))
	useSession.setState({ ...person, company }, true)
	return true
}
