import type { Membership, User } from '@parley/api'
import { type MemberSession, type SessionState, useSession } from '../features/session/index.ts'

interface About {
	userType?: number
	companyType?: number
	/** Further companies of the person. */
	others?: Partial<Membership>[]
}

export const aCompany = (fields: Partial<Membership> = {}): Membership =>
	({ companyId: 'c1', name: 'Parley Demo', type: 1, userType: 1, isDefault: false, ...fields }) as Membership

/** Han Mei, in one company or more. */
export function aMember({ userType = 1, companyType = 1, others = [] }: About = {}): MemberSession {
	const company = aCompany({ type: companyType, userType, isDefault: true })
	const companies = [company, ...others.map(aCompany)]
	const user = { id: 'hanmei', name: 'hanmei', displayName: '韩梅', isComplete: true, userType, companies }
	return { kind: 'member', user: user as unknown as User, company }
}

export const setPerson = (person: SessionState) => useSession.setState(person, true)
