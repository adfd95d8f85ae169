import { type Check, type CheckResult, describeAnswer } from '../../platform/check.ts'
import { allowsGuests, readSites, type Site, unsafeImOrigins } from '../site/index.ts'

/** Lists the settings of each site that decide who uses messaging, and which words are refused. */
function checkMessaging(sites: readonly Site[]): CheckResult {
	const lines = sites.map(({ id, host, settings }) =>
		[
			`${host} (appId ${id}): ${allowsGuests(settings) ? 'guests write in chat rooms' : 'no guests'}`,
			settings.chatsNeedFriendship ? 'members write to friends only' : 'members write to each other',
			`${settings.refusedWords.length} refused words`,
		].join(', '),
	)
	return { found: lines.length === 0 ? 'no site yet' : lines.join('; ') }
}

/** Warns of pages without HTTPS, which an attacker on the network can change. */
function checkImOrigins(sites: readonly Site[]): CheckResult {
	const lines = sites.flatMap(({ host, settings }) =>
		unsafeImOrigins(settings.imOrigins).map(origin => `${host}: pages of ${origin} may use messaging`),
	)
	if (lines.length === 0) return { found: 'no other origin without HTTPS may use messaging' }
	return {
		found: lines.join('; '),
		remedy:
			'Serve them over HTTPS, then set the full list of origins: parley site set <host> imOrigins=https://…,https://…',
	}
}

export const messagingChecks: readonly Check[] = [
	{ about: 'messaging', run: async context => describeAnswer(await readSites(context), checkMessaging) },
	{ about: 'im origins', run: async context => describeAnswer(await readSites(context), checkImOrigins) },
]
