import type { SiteInfo, User } from '@parley/api'
import { bindsToOa } from './oaAccounts.ts'
import type { Provider } from './provider.ts'

/** How a kind of identity stands with whoever is signed in. */
export interface LinkState {
	provider: Provider
	isLinked: boolean
	/** The name it goes by in the other app. */
	name?: string | undefined
	/** Only the messenger can be linked from here: the other is linked when somebody signs in with it (BIND-29). */
	canLink: boolean
	/** App, site and device have it. */
	isOffered: boolean
}

type Linked = Pick<User, 'messengerId' | 'messengerName' | 'deviceMakerId'>

/** What there is to say about links: those there are, and those there could be. */
export function linksOf(user: Linked, offered: readonly Provider[]): LinkState[] {
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

export type ProofWay = 'phone' | 'oa'

/** How somebody can prove who they are before a link goes: by the number they have, by OA where the site has that. */
export function proofWays(user: Pick<User, 'mobile'>, site: Pick<SiteInfo, 'type' | 'isOa'> | undefined): ProofWay[] {
	const ways: ProofWay[] = user.mobile ? ['phone'] : []
	if (bindsToOa(site)) ways.push('oa')
	return ways.length > 0 ? ways : ['phone']
}
