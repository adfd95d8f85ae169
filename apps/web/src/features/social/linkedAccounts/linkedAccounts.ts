import type { SiteInfo, User } from '@parley/api'
import { m } from '../../../locales/index.ts'
import { useSession } from '../../session/index.ts'
import type { Provider } from '../provider.ts'
import { hasOaAccounts, useAvailableProviders } from '../provider.ts'
import type { AccountKind } from '../signIn/socialSignIn.ts'

/** A provider as the signed-in person sees it: linked or not. */
export interface LinkedAccount {
	provider: Provider
	isLinked: boolean
	/** The person's name in the other app. */
	name?: string | undefined
	/** Only the messenger can be linked from here; the device maker's identity is linked by signing in with it (BIND-29). */
	canLink: boolean
	/** App, site and device support it. */
	isAvailable: boolean
}

type LinkedIds = Pick<User, 'messengerId' | 'messengerName' | 'deviceMakerId'>

/** The accounts that are linked, and those that could be. */
export function getLinkedAccounts(user: LinkedIds, availableProviders: readonly Provider[]): LinkedAccount[] {
	const isAvailable = (provider: Provider) => availableProviders.includes(provider)
	const messenger = {
		provider: 'messenger' as const,
		isLinked: Boolean(user.messengerId),
		name: user.messengerName || undefined,
		canLink: !user.messengerId && isAvailable('messenger'),
		isAvailable: isAvailable('messenger'),
	}
	const deviceMaker = {
		provider: 'deviceMaker' as const,
		isLinked: Boolean(user.deviceMakerId),
		canLink: false,
		isAvailable: isAvailable('deviceMaker'),
	}
	return [messenger, deviceMaker].filter(({ isLinked, isAvailable }) => isLinked || isAvailable)
}

/** The linked accounts of the signed-in person; empty where there is nothing to link or unlink. */
export function useLinkedAccounts(): LinkedAccount[] {
	const availableProviders = useAvailableProviders()
	const person = useSession()
	return person.kind === 'guest' ? [] : getLinkedAccounts(person.user, availableProviders)
}

export function linkStatusLabel({ isLinked, name }: Pick<LinkedAccount, 'isLinked' | 'name'>): string {
	if (!isLinked) return m.social_linked_no()
	return name ? m.social_linked_as({ name }) : m.social_linked_yes()
}

/** Returns the ways a person can verify their identity before unlinking: their number, or an OA account if the site has those. */
export function getVerificationMethods(
	user: Pick<User, 'mobile'>,
	site: Pick<SiteInfo, 'type' | 'isOa'> | undefined,
): AccountKind[] {
	const methods: AccountKind[] = user.mobile ? ['phone'] : []
	if (hasOaAccounts(site)) methods.push('oa')
	return methods.length > 0 ? methods : ['phone']
}
