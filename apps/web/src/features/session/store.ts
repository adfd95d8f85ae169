import { Membership, User } from '@parley/api'
import * as v from 'valibot'
import { create } from 'zustand'
import { storage } from '../../storage/index.ts'

/** Who is here. The company is the one this person works in now. */
export type Person = { kind: 'guest' } | { kind: 'member'; user: User; company: Membership | undefined }

/** The login flag lives in memory and starts from what the browser kept (LOGIN-26, OP-047). */
export const useSession = create<Person>(() => readStoredPerson())

/** Who is here, for code that is not a component. */
export const getCurrentPerson = (): Person => useSession.getState()
export const getCurrentUserId = (): string | undefined => {
	const person = getCurrentPerson()
	return person.kind === 'member' ? person.user.id : undefined
}

export function readStoredPerson(from: Pick<typeof storage, 'read' | 'readJson'> = storage): Person {
	const kept = v.safeParse(User.schema, from.readJson('userInfo'))
	if (!kept.success || !from.read('accessToken')) return { kind: 'guest' }
	const user = User.decode(kept.output)
	return { kind: 'member', user, company: chooseCompany(user, from.read('corpId')) }
}

/** The company last worked in, else the default one, else the first. */
export function chooseCompany({ companies }: User, companyId?: string): Membership | undefined {
	const isChosen = (company: Membership) => company.companyId === companyId
	return companies.find(isChosen) ?? companies.find(company => company.isDefault) ?? companies[0]
}

/** Saves who signed in and sets the login flag (LOGIN-24, LOGIN-26). */
export function setMember(user: User, accessToken: string, staySignedIn: boolean) {
	const company = chooseCompany(user)
	const userInfo = User.encode(user)
	storage.saveSession({ accessToken, userInfo, userName: user.name, nickName: user.displayName }, staySignedIn)
	storage.writeJson('corp', company && Membership.encode(company))
	if (company) storage.write('corpId', company.companyId)
	useSession.setState({ kind: 'member', user, company }, true)
}

/** The same person as the server knows them now; the company they work in stays. */
export function updateMember(user: User) {
	const { kind } = getCurrentPerson()
	const accessToken = storage.read('accessToken')
	if (kind === 'guest' || !accessToken) return
	const userInfo = User.encode(user)
	storage.saveSession({ accessToken, userInfo, userName: user.name, nickName: user.displayName }, true)
	useSession.setState({ kind: 'member', user, company: chooseCompany(user, storage.read('corpId')) }, true)
}

/** Forgets the person; the company goes too, so that the site's own is asked for again (HTTP-15). */
export function setGuest() {
	storage.removeSession()
	storage.write('corpId', undefined)
	useSession.setState({ kind: 'guest' }, true)
}
