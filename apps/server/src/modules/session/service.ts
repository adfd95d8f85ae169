import { smsType } from '@parley/api'
import type { CompanyId, Locale, SiteId, UserId } from '@parley/core'
import { ok, refused } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { Client, Member } from '../../platform/handlers.ts'
import { hashToken, type Ids } from '../../platform/ids.ts'
import type { AccountService, AuthenticatePassword, CodeInput, MobileNumberService } from '../account/index.ts'
import type { LinkedIdentity, SessionStore, SessionWithUser } from './store.ts'

const day = 86_400_000
/** OP-049: one day, or one week if the person stays signed in. */
const lifetimeMs = { short: day, long: 7 * day }
const keptAfterExpiryMs = day
/** Validity of the previous token after a refresh, for requests already in flight. */
const graceMs = 30_000

export interface SessionDeps {
	store: SessionStore
	accounts: AccountService
	numbers: Pick<MobileNumberService, 'verifyCode'>
	authenticatePassword: AuthenticatePassword
	clock: Clock
	ids: Ids
}

/** Sign-in by name and password. */
export interface LoginAttempt {
	name: string
	password: string
	staySignedIn: boolean
	captcha: string | undefined
}

/** A person who has just signed in, with the token of the new session. */
export interface SignIn {
	token: string
	userId: UserId
}

/** Result of authenticating a request. */
export type SessionCheck =
	| { kind: 'guest' }
	| { kind: 'member'; member: Member; isOwnCompany: boolean; isComplete: boolean; hasMobile: boolean }
	/** Valid token of a person without a company. */
	| { kind: 'noCompany' }

export function createSessionService({ store, accounts, numbers, authenticatePassword, clock, ids }: SessionDeps) {
	const getLifetimeMs = (stay: boolean) => (stay ? lifetimeMs.long : lifetimeMs.short)

	/** Signs in by name and password. Failures count per account name and per address, also for unknown names. */
	async function login(client: Client, { name, password, captcha, staySignedIn }: LoginAttempt) {
		const { siteId } = client
		const found = await authenticatePassword({ client, name, captcha }, () =>
			accounts.authenticate(siteId, name, password),
		)
		if (!found.ok) return found.failure === 'unknown' ? refused('invalidCredentials') : found
		if (found.value.isDisabled) return refused('accountDisabled')
		return ok(await createSession(found.value.id, siteId, staySignedIn))
	}

	/** Signs in by mobile number and code (SMS-02). */
	async function loginBySms(client: Client, input: CodeInput, staySignedIn: boolean) {
		const { siteId } = client
		const proven = await numbers.verifyCode(client, input, smsType.login)
		if (!proven.ok) return proven
		const account = await accounts.findByMobile(siteId, proven.value)
		if (!account) return refused('wrongCode')
		if (!(await accounts.maySignIn(account.id))) return refused('noDefaultCompany')
		return ok(await createSession(account.id, siteId, staySignedIn))
	}

	/** Creates a session and returns its token, which is stored as a hash only. */
	async function createSession(userId: UserId, siteId: SiteId, staySignedIn: boolean): Promise<SignIn> {
		const token = ids.secret()
		const now = clock.now()
		await store.insert({
			id: ids.row('s'),
			userId,
			siteId,
			tokenHash: hashToken(token),
			previousHash: null,
			previousUntil: null,
			staySignedIn,
			createdAt: now,
			expiresAt: now + getLifetimeMs(staySignedIn),
		})
		return { token, userId }
	}

	/** The session of a token on this site, if it has not expired. */
	async function findSession(token: string, siteId: SiteId): Promise<SessionWithUser | undefined> {
		const hash = hashToken(token)
		const found = await store.findByTokenHash(hash)
		if (!found || found.session.siteId !== siteId) return undefined
		const { session } = found
		const now = clock.now()
		if (session.expiresAt <= now) return undefined
		const isPrevious = session.tokenHash !== hash
		return isPrevious && (session.previousUntil ?? 0) <= now ? undefined : found
	}

	/**
	 * Authenticates a request. The token must belong to this site; `isOwnCompany` tells whether `companyId` is valid.
	 *
	 * @param language in which the person uses the page; it is remembered for messages that reach them outside of it
	 */
	async function authenticate(
		token: string | undefined,
		siteId: SiteId,
		companyId: string | undefined,
		language?: Locale,
	): Promise<SessionCheck> {
		const found = token === undefined ? undefined : await findSession(token, siteId)
		if (!found) return { kind: 'guest' }
		if (language && language !== found.user.language) await store.saveLanguage(found.user.id, language)
		const named = selectCompany(found, companyId)
		const company = named ?? selectCompany(found, undefined)
		if (!company) return { kind: 'noCompany' }
		const { user, session } = found
		return {
			kind: 'member',
			isOwnCompany: named !== undefined,
			isComplete: user.isComplete,
			hasMobile: user.mobile !== null,
			member: {
				userId: user.id,
				userName: user.name,
				displayName: user.displayName,
				companyId: company.companyId,
				companyType: company.type,
				userType: company.userType,
				meetingsVersion: company.meetingsVersion,
				companyIds: found.companies.map(({ companyId }) => companyId),
				sessionId: session.id,
			},
		}
	}

	/** The person of a token with their companies and linked identities. */
	async function findOwnProfile(
		token: string,
		siteId: SiteId,
	): Promise<(SessionWithUser & { identities: LinkedIdentity[] }) | undefined> {
		const found = await findSession(token, siteId)
		return found && { ...found, identities: await store.listIdentities(found.user.id) }
	}

	/** Replaces the token of a session; the old one stays valid for requests already sent. */
	async function refresh(token: string, siteId: SiteId, staySignedIn: boolean | undefined) {
		const found = await findSession(token, siteId)
		if (!found) return refused('signedOut')
		const next = ids.secret()
		const now = clock.now()
		const stay = staySignedIn ?? found.session.staySignedIn
		const rotated = await store.replaceToken(found.session.id, hashToken(token), hashToken(next), {
			previousUntil: now + graceMs,
			expiresAt: now + getLifetimeMs(stay),
			staySignedIn: stay,
		})
		return rotated ? ok({ token: next }) : refused('signedOut')
	}

	async function logout(member: Member, everywhere: boolean) {
		if (everywhere) await store.endByUser(member.userId)
		else await store.remove(member.sessionId)
	}

	return {
		login,
		loginBySms,
		createSession,
		authenticate,
		findOwnProfile,
		refresh,
		logout,
		listCompanies: store.listCompanies,
		endAllOf: (userId: UserId) => store.endByUser(userId),
		/** Ends every session of a person but the current one. */
		endOtherSessions: ({ userId, sessionId }: Member) => store.endByUser(userId, sessionId),
		findExisting: store.findExisting,
		findEnded: store.findEnded,
		findPerson: store.findPerson,
		/** Changes when sessions of a person were ended, by whichever process. */
		endingsVersion: store.endingsVersion,
		/** An expired session admits no one, but shows a meeting in progress that its person did not sign out. */
		removeExpired: () => store.removeExpired(clock.now() - keptAfterExpiryMs),
	}
}
export type SessionService = ReturnType<typeof createSessionService>

/** The named company if the person is a member; without a name the last one, the default one or the first. */
function selectCompany({ user, companies }: SessionWithUser, wanted: string | undefined) {
	if (wanted !== undefined) return companies.find(company => company.companyId === (wanted as CompanyId))
	return (
		companies.find(company => company.companyId === user.lastCompanyId) ??
		companies.find(company => company.isDefault) ??
		companies[0]
	)
}
