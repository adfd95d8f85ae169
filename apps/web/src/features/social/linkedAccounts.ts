import type { SiteInfo, User } from '@parley/api'
import { hasOaAccounts } from './oaAccounts.ts'
import type { Provider } from './provider.ts'
import type { AccountKind } from './socialSignIn.ts'

/** How a kind of identity stands with whoever is signed in. */
export interface LinkedAccount {
	provider: Provider
	isLinked: boolean
	/** The name it goes by in the other app. */
	name?: string | undefined
	/** Only the messenger can be linked from here: the other is linked when somebody signs in with it (BIND-29). */
	canLink: boolean
	/** App, site and device have it. */
	isOffered: boolean
}

type LinkedIds = Pick<User, 'messengerId' | 'messengerName' | 'deviceMakerId'>

/** What there is to say about links: those there are, and those there could be. */
export function getLinkedAccounts(user: LinkedIds, offered: readonly Provider[]): LinkedAccount[] {
	const isOffered = (provider: Provider) => offered.includes(provider)
	const messenger = {
		provider: 'messenger' as const,
		isLinked: Boolean(user.messengerId),
		name: user.messengerName || undefined,
		canLink: !user.messengerId && isOffered('messenger'),
		isOffered: isOffered('messenger'),
	}
	const deviceMaker = {
		provider: 'deviceMaker' as const,
		isLinked: Boolean(user.deviceMakerId),
		canLink: false,
		isOffered: isOffered('deviceMaker'),
	}
	return [messenger, deviceMaker].filter(({ isLinked, isOffered }) => isLinked || isOffered)
}

/** How somebody can prove who they are before a link goes: by the number they have, by OA where the site has that. */
export function getVerificationMethods(
	user: Pick<User, 'mobile'>,
	site: Pick<SiteInfo, 'type' | 'isOa'> | undefined,
): AccountKind[] {
	const ways: AccountKind[] = user.mobile ? ['phone'] : []
	if (hasOaAccounts(site)) ways.push('oa')
	return ways.length > 0 ? ways : ['phone']
}
