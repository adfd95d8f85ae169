import { Membership, User } from '@parley/api'
import * as v from 'valibot'
import { create } from 'zustand'
import { storage } from '../../storage/index.ts'

/** The user of the page; the company is the one they work in now. */
export type SessionState = { kind: 'guest' } | MemberSession
export interface MemberSession {
	kind: 'member'
	user: User
	company: Membership | undefined
}

/** Starts from what the browser stored (LOGIN-26, OP-047). */
export const useSession = create<SessionState>(() => readStoredPerson())

/** For code that is not a component. */
export const getCurrentPerson = (): SessionState => useSession.getState()
export const getCurrentUserId = (): string | undefined => {
	const person = getCurrentPerson()
	return person.kind === 'member' ? person.user.id : undefined
}

export function readStoredPerson(from: Pick<typeof storage, 'read' | 'readJson'> = storage): SessionState {
	const stored = v.safeParse(User.schema, from.readJson('userInfo'))
	if (!stored.success || !from.read('accessToken')) return { kind: 'guest' }
	const user = User.decode(stored.output)
	return { kind: 'member', user, company: chooseCompany(user, from.read('corpId')) }
}

/** The company last worked in, else the default one, else the first. */
export function chooseCompany({ companies }: User, companyId?: string): Membership | undefined {
	const isChosen = (company: Membership) => company.companyId === companyId
	return companies.find(isChosen) ?? companies.find(company => company.isDefault) ?? companies[0]
}

/** Stores who signed in (LOGIN-24, LOGIN-26). */
export function setMember(user: User, accessToken: string, staySignedIn: boolean) {
	const company = chooseCompany(user)
	const userInfo = User.encode(user)
	storage.saveSession({ accessToken, userInfo, userName: user.name, nickName: user.displayName }, staySignedIn)
	storage.writeJson('corp', company && Membership.encode(company))
	if (company) storage.write('corpId', company.companyId)
	useSession.setState({ kind: 'member', user, company }, true)
}

/** Stores the person as the server knows them now; the company they work in stays, where they are still a member. */
export function updateMember(user: User) {
	const { kind } = getCurrentPerson()
	const accessToken = storage.read('accessToken')
	if (kind === 'guest' || !accessToken) return
	const userInfo = User.encode(user)
	storage.saveSession({ accessToken, userInfo, userName: user.name, nickName: user.displayName }, true)
	const storedId = storage.read('corpId')
	const company = chooseCompany(user, storedId)
	// The company they worked in is gone: further requests are for the one that is there.
	if (company && company.companyId !== storedId) storeCompany(company)
	useSession.setState({ kind: 'member', user, company }, true)
}

function storeCompany(company: Membership) {
	storage.write('corpId', company.companyId)
	storage.writeJson('corp', Membership.encode(company))
}

/** Removes the person and the company, so that the company of the site is fetched again (HTTP-15). */
export function setGuest() {
	storage.removeSession()
	storage.write('corpId', undefined)
	useSession.setState({ kind: 'guest' }, true)
}

/** Signs out on this page alone; the sign-in method used last is forgotten too (BIND-14, OP-135). */
export function signOutLocally() {
	setGuest()
	storage.write('activeType', undefined)
}

/** The owner of this tab's data: text one person wrote for one company is hidden from others. */
export const getPersonScope = (person: SessionState = getCurrentPerson()): string =>
	person.kind === 'member' ? `${person.user.id} ${person.company?.companyId}` : 'guest'

/** Makes one of the person's companies the one they work in, for all further requests. False where it is not theirs. */
export function switchWorkingCompany(companyId: string): boolean {
	const person = getCurrentPerson()
	const company = person.kind === 'member' && person.user.companies.find(own => own.companyId === companyId)
	if (!company) return false
	storeCompany(company)
	useSession.setState({ ...person, company }, true)
	return true
}
