import type { User } from '@parley/api'
import { type Person, useSession } from '../features/session/index.ts'

type Member = Extract<Person, { at: 'member' }>

/** Han Mei, in a company; a test names what it is about. */
export function aMember({ userType = 1, companyType = 1 }: { userType?: number; companyType?: number } = {}): Member {
	const company = { companyId: 'c1', name: 'Parley Demo', type: companyType, userType, isDefault: true }
	const user = { id: 'hanmei', name: 'hanmei', displayName: '韩梅', isComplete: true, userType, companies: [company] }
	return { at: 'member', user: user as unknown as User, company: company as Member['company'] }
}

export const become = (person: Person) => useSession.setState(person, true)
