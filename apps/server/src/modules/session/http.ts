import { openPassword, session, type User } from '@parley/api'
import { done, refused } from '@parley/core'
import { answers } from '../../platform/answers.ts'
import type { SiteService } from '../site/index.ts'
import type { SessionService } from './service.ts'
import type { KnownSession } from './store.ts'

export const sessionHttp = (service: SessionService, sites: SiteService) =>
	answers(session, {
		challengeOpen: async (_, { siteId }) => done({ isOpen: (await sites.find(siteId)).settings.challengeOpen }),
		async login({ name, sealedPassword, staySignedIn = false }, { siteId, address }) {
			// A password that cannot be opened is a wrong one: it takes the same way and the same time.
			const password = openPassword(sealedPassword) ?? ''
			const opened = await service.login(siteId, { name, password, staySignedIn, address })
			return opened.ok ? done({ token: opened.value.token }) : opened
		},
		async me(_, { token, siteId }) {
			const known = await service.me(token, siteId)
			return known ? done(present(known)) : refused('signedOut')
		},
		refresh: ({ staySignedIn }, { token, siteId }) => service.refresh(token, siteId, staySignedIn),
		async logout({ everywhere = false }, { member }) {
			await service.logout(member, everywhere)
			return done({})
		},
	})

/** The only way a person leaves the server: no hash, no token. */
function present({ user, companies }: KnownSession): User {
	const current = companies.find(company => company.companyId === user.lastCompanyId)
	return {
		id: user.id,
		name: user.name,
		displayName: user.displayName,
		isComplete: user.isComplete,
		userType: (current ?? companies.find(company => company.isDefault) ?? companies[0])?.userType ?? 0,
		...(user.source !== null && { source: user.source }),
		...(user.mobile !== null && { mobile: user.mobile }),
		...(user.mobileCode !== null && { mobileCode: user.mobileCode }),
		...(user.picture !== null && { picture: user.picture }),
		companies: companies.map(({ companyId, name, type, userType, isDefault }) => ({
			companyId,
			name,
			type,
			userType,
			// The page opens where the person was last.
			isDefault: current ? companyId === current.companyId : isDefault,
		})),
	}
}
