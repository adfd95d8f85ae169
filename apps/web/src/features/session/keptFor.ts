import { getCurrentPerson, type Person } from './store.ts'

/** Whose it is what a tab keeps: what one person wrote for one company is nobody else's. */
export const getPersonScope = (person: Person = getCurrentPerson()): string =>
	person.kind === 'member' ? `${person.user.id} ${person.company?.companyId}` : 'guest'
