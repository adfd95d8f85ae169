import { storage } from '../../storage/index.ts'
import { useSession } from '../session/index.ts'
import { useSite } from '../site/index.ts'
import { isNameLocked } from './form.ts'

/** The name somebody joins under, and whether it is theirs to choose (JOIN-06, JOIN-18, JOIN-19). */
export function useWho(handedName?: string) {
	const person = useSession()
	const info = useSite(site => site.info)
	const kept = handedName ?? storage.read('joinDisplayName') ?? ''
	return {
		person,
		name: person.at === 'member' ? person.user.displayName : kept,
		isNameLocked: isNameLocked(person, info),
	}
}
