import { decryptPassword, session, type User } from '@parley/api'
import { ok, refused } from '@parley/core'
import { type CallHandlers, type HandlerResult, handlers } from '../../platform/handlers.ts'
import type { SessionService, SignIn } from './service.ts'
import type { LinkedIdentity, SessionWithUser } from './store.ts'

export const sessionHttp = (service: SessionService): CallHandlers =>
	handlers(session, {
		async login({ name, encryptedPassword, captcha, staySignedIn = false }, caller) {
			// A password that cannot be decrypted is treated as a wrong one, with the same steps and timing.
			const password = decryptPassword(encryptedPassword) ?? ''
			return toSignedIn(await service.login(caller, { name, password, staySignedIn, captcha }))
		},
		loginBySms: async ({ mobile, areaCode, code, captcha, staySignedIn = false }, caller) =>
			toSignedIn(await service.loginBySms(caller, { mobile, areaCode, code, captcha }, staySignedIn)),
		async check(_, { token, siteId }) {
			const known = token === undefined ? undefined : await service.findOwnProfile(token, siteId)
			return known ? ok(presentUser(known)) : refused('notSignedIn')
		},
		async me(_, { token, siteId }) {
			const known = await service.findOwnProfile(token, siteId)
			return known ? ok(presentUser(known)) : refused('signedOut')
		},
		refresh: ({ staySignedIn }, { token, siteId }) => service.refresh(token, siteId, staySignedIn),
		async logout({ everywhere = false }, { member }) {
			await service.logout(member, everywhere)
			return ok({})
		},
	})

/** The response to a sign-in, by whatever proof. */
export const toSignedIn = <F extends string>(opened: HandlerResult<SignIn, F>) =>
	opened.ok ? { ...ok({ token: opened.value.token }), signedIn: opened.value.userId } : opened

/** The user object of the wire; contains neither hash nor token. */
export function presentUser({ user, companies, identities }: SessionWithUser & { identities: LinkedIdentity[] }): User {
	const ofMessenger = identities.find(({ provider }) => provider === 'messenger')
	const ofDeviceMaker = identities.find(({ provider }) => provider === 'deviceMaker')
	const picture = user.picture ?? ofMessenger?.picture
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
		...(ofMessenger && { messengerId: ofMessenger.subject }),
		...(ofMessenger?.nickname && { messengerName: ofMessenger.nickname }),
		...(ofDeviceMaker && { deviceMakerId: ofDeviceMaker.subject }),
		...(picture && { picture }),
		companies: companies.map(({ companyId, name, type, userType, isDefault }) => ({
			companyId,
			name,
			type,
			userType,
			// The page starts in the company of the last visit.
			isDefault: current ? companyId === current.companyId : isDefault,
		})),
	}
}
