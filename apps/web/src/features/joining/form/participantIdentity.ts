import { storage } from '../../../storage/index.ts'
import { useSession } from '../../session/index.ts'
import { useSite } from '../../site/index.ts'
import { isNameLocked } from './joinForm.ts'

/**
 * The name somebody joins under, and whether it is theirs to choose (JOIN-06, JOIN-18, JOIN-19).
 * @param handedName what they had filled in before signing in came between (QJ-10)
 */
export function useParticipantIdentity(handedName?: string) {
	const person = useSession()
	const info = useSite(site => site.info)
	const isLocked = isNameLocked(person, info)
	const own = person.kind === 'member' ? person.user.displayName : (storage.read('joinDisplayName') ?? '')
	return { person, name: isLocked ? own : (handedName ?? own), isNameLocked: isLocked }
}
