import { cleanText, isDisplayName, ok, refused, type SiteId } from '@parley/core'
import { type ImAppId, type ImUserId, ImAppId as imAppId, imLimits, ImUserId as imUserId } from '@parley/im'
import * as v from 'valibot'
import type { Clock } from '../../../platform/clock.ts'
import type { Caller } from '../../../platform/handlers.ts'
import type { Ids } from '../../../platform/ids.ts'
import type { AddressHolds } from '../groups/addressHolds.ts'
import type { UserProfile } from '../model/person.ts'
import type { ReservedNames } from '../people/reservedNames.ts'
import type { AccountNames } from '../ports/accounts.ts'
import type { WordFilter } from '../ports/words.ts'
import type { MessagingStore } from '../store/store.ts'
import { createGuestCookie } from './guestCookie.ts'
import type { TokenIdentity } from './tokens.ts'

/** Lifetime of a token; shorter if the person signs out. */
export const tokenLifetimeMs = 24 * 3_600_000

type TokenCaller = Pick<Caller, 'siteId' | 'requestedOrigin' | 'address' | 'member' | 'imGuestCookie'>

export interface TokenServiceDeps {
	store: Pick<MessagingStore, 'findUsers' | 'putProfile'>
	signToken(identity: TokenIdentity): Promise<string>
	accounts: AccountNames
	allowsGuests(siteId: SiteId): Promise<boolean>
	/** Renames a guest in their open sessions. */
	rename(appId: ImAppId, uid: ImUserId, nickName: string): void
	/** Checks the names of guests. */
	words: WordFilter
	reservedNames: ReservedNames
	addressHolds: Pick<AddressHolds, 'note'>
	clock: Clock
	ids: Ids
	/** HMAC key of the cookies of guests. */
	secret: Uint8Array
}

/** A caller's identity in messaging: from the server's own data, never from the caller. */
interface Identified {
	appId: ImAppId
	profile: UserProfile
	/** The sign-in of a member; null for guests. */
	sessionId: string | null
	/** Cookie of a guest from now on. */
	cookie?: string
}

/** Issues tokens: to members for themselves, to guests for the identity of their browser (API-35, API-36). */
export function createTokenService(deps: TokenServiceDeps) {
	const { store, clock } = deps
	const guests = createGuestCookie(deps)

	async function memberProfile(caller: TokenCaller): Promise<UserProfile | undefined> {
		if (!caller.member) return undefined
		const uid = v.parse(imUserId, caller.member.userId)
		const [account] = await deps.accounts.find(appOf(caller), [uid])
		return account && { ...account, isGuest: false }
	}

	async function issue(caller: TokenCaller, { appId, profile, sessionId, cookie }: Identified) {
		const issuedAt = clock.now()
		await store.putProfile(appId, profile, issuedAt)
		if (profile.isGuest) await deps.addressHolds.note(appId, profile.uid, caller.address)
		const { uid, isGuest, nickName } = profile
		const identity = { uid, appId, isGuest, nickName, sessionId, issuedAt, expiresAt: issuedAt + tokenLifetimeMs }
		const { requestedOrigin: origin } = caller
		const value = {
			token: await deps.signToken(identity),
			appVersion: imLimits.sdkVersion,
			server: origin,
			apiServer: origin,
			monitorServer: origin,
			userId: uid,
		}
		return { ...ok(value), ...(cookie !== undefined && { imGuestCookie: cookie }) }
	}

	const isOwnApp = (caller: TokenCaller, appId: string): boolean => appId === caller.siteId
	const appOf = ({ siteId }: TokenCaller): ImAppId => v.parse(imAppId, siteId)

	async function guestOf(caller: TokenCaller): Promise<ImUserId | undefined> {
		return guests.read(appOf(caller), caller.imGuestCookie)
	}

	/** Returns why a guest may not use a name. */
	async function nameRefusal(app: ImAppId, name: string) {
		if (!isDisplayName(name)) return 'nameInvalid'
		if (deps.words.refuses(app, name)) return 'wordRefused'
		return (await deps.reservedNames.isReserved(app, name)) ? 'nameReserved' : undefined
	}

	return {
		/**
		 * Returns a caller's identity in messaging, member or guest; a new guest gets a cookie that identifies them again.
		 * `guest`: the browser's guest identity without a sign-in, if it has one.
		 */
		async identify(caller: TokenCaller): Promise<{ uid: ImUserId; guest?: ImUserId; cookie?: string }> {
			const known = await guestOf(caller)
			const guest = known && { guest: known }
			if (caller.member) return { uid: v.parse(imUserId, caller.member.userId), ...guest }
			if (known) return { uid: known, ...guest }
			const uid = guests.newGuest()
			return { uid, cookie: guests.write(appOf(caller), uid) }
		},

		/**
		 * Issues a token to a member, who may name no one else, or to the guest of this browser, who becomes one with the
		 * first token.
		 */
		async token(caller: TokenCaller, { id, nickName, appId }: { id?: string; nickName?: string; appId: string }) {
			if (!isOwnApp(caller, appId)) return refused('otherApplication')
			const app = appOf(caller)
			const profile = await memberProfile(caller)
			if (profile) {
				if (id !== undefined && id !== '' && id !== profile.uid) return refused('notYou')
				return issue(caller, { appId: app, profile, sessionId: caller.member?.sessionId ?? null })
			}
			if (!(await deps.allowsGuests(caller.siteId))) return refused('guestsNotAllowed')
			const name = cleanText(nickName ?? '')
			const refusal = await nameRefusal(app, name)
			if (refusal) return refused(refusal)
			const uid = (await guestOf(caller)) ?? guests.newGuest()
			const guest = { uid, nickName: name, imgUrl: '', isGuest: true }
			return issue(caller, { appId: app, profile: guest, sessionId: null, cookie: guests.write(app, uid) })
		},

		/** Issues another token to a holder or former holder of one; `imId` must be their own. */
		async tokenAgain(caller: TokenCaller, { imId, appId }: { imId: string; appId: string }) {
			if (!isOwnApp(caller, appId)) return refused('otherApplication')
			const app = appOf(caller)
			const profile = await memberProfile(caller)
			if (profile) {
				if (imId !== profile.uid) return refused('notYou')
				return issue(caller, { appId: app, profile, sessionId: caller.member?.sessionId ?? null })
			}
			const uid = await guestOf(caller)
			if (uid === undefined || uid !== imId) return refused('notYou')
			if (!(await deps.allowsGuests(caller.siteId))) return refused('guestsNotAllowed')
			const [known] = await store.findUsers(app, [uid])
			if (!known) return refused('notYou')
			const { nickName, imgUrl } = known
			if (deps.words.refuses(app, nickName)) return refused('wordRefused')
			if (await deps.reservedNames.isReserved(app, nickName)) return refused('nameReserved')
			const guest = { uid, nickName, imgUrl, isGuest: true }
			return issue(caller, { appId: app, profile: guest, sessionId: null, cookie: guests.write(app, uid) })
		},

		/** Changes the name others see (API-37). */
		async rename(caller: TokenCaller, { id, nickName }: { id: string; nickName: string }) {
			const app = appOf(caller)
			const profile = await memberProfile(caller)
			const uid = profile?.uid ?? (await guestOf(caller))
			if (uid === undefined || uid !== id) return refused('notYou')
			const name = profile?.nickName ?? cleanText(nickName)
			const refusal = profile ? undefined : await nameRefusal(app, name)
			if (refusal) return refused(refusal)
			const imgUrl = profile?.imgUrl ?? ''
			await store.putProfile(app, { uid, nickName: name, imgUrl, isGuest: profile === undefined }, clock.now())
			deps.rename(app, uid, name)
			return ok({})
		},
	}
}
export type TokenService = ReturnType<typeof createTokenService>
