import { useBridgeInfo } from '../../bridge/index.ts'
import { useSession } from '../session/index.ts'
import { useSite } from '../site/index.ts'
import { type LinkState, linksOf } from './links.ts'
import { offered } from './visibility.ts'

/** The links of whoever is signed in; none where there is nothing to link or unlink. */
export function useLinks(): LinkState[] {
	const { version } = useBridgeInfo()
	const site = useSite(site => site.info)
	const person = useSession()
	if (person.kind === 'guest') return []
	return linksOf(person.user, offered({ version, site, userAgent: navigator.userAgent }))
}
