import { useBridgeInfo } from '../../bridge/index.ts'
import { useSession } from '../session/index.ts'
import { useSite } from '../site/index.ts'
import { getAvailableProviders } from './availability.ts'
import { getLinkedAccounts, type LinkedAccount } from './linkedAccounts.ts'

/** The links of whoever is signed in; none where there is nothing to link or unlink. */
export function useLinkedAccounts(): LinkedAccount[] {
	const { version } = useBridgeInfo()
	const site = useSite(site => site.info)
	const person = useSession()
	if (person.kind === 'guest') return []
	return getLinkedAccounts(person.user, getAvailableProviders({ version, site, userAgent: navigator.userAgent }))
}
