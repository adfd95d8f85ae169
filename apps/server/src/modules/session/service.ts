import { smsType } from '@parley/api'
import type { CompanyId, SiteId, UserId } from '@parley/core'
import { ok, refused } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { Member } from '../../platform/handlers.ts'
import { hashToken, type Ids } from '../../platform/ids.ts'
import type { AccountService, NumberService, PasswordDoor, TypedNumber } from '../account/index.ts'
import type { KnownSession, OwnIdentity, SessionStore } from './store.ts'

const day = 86_400_000
/** OP-049: a day, or a week where the person stays signed in. */
const lifetimeMs = { short: day, long: 7 * day }
/** How long requests already on their way may still carry the token that a refresh replaced. */
const graceMs = 30_000

export interface SessionDeps {
	store: SessionStore
	accounts: AccountService
	numbers: Pick<NumberService, 'prove'>
	pastPassword: PasswordDoor
	clock: Clock
	ids: Ids
}

/** Somebody signing in by name and password. */
export interface Attempt {
	name: string
	password: string
	staySignedIn: boolean
	captcha: string | undefined
	address: string
	browser: string
}

/** Which company a request speaks for. */
export type Standing =
	| { as: 'guest' }
	| { as: 'member'; member: Member; isOwnCompany: boolean; isComplete: boolean; hasMobile: boolean }
	/** A good token of somebody who is in no company at all. */
	| { as: 'stranger' }

export function sessionService({ store, accounts, numbers, pastPassword, clock, ids }: SessionDeps) {
	const lifetimeOf = (stay: boolean) => (stay ? lifetimeMs.long : lifetimeMs.short)

	/** Signs in by name and password; failures are counted per account and per address, whether or not the account exists. */
	async function login(siteId: SiteId, attempt: Attempt) {
		const { name, password, staySignedIn } = attempt
		const found = await pastPassword({ ...attempt, siteId }, () => accounts.authenticate(siteId, name, password))
		if (!found.ok) return found.failure === 'unknown' ? refused('invalidCredentials') : found
		const { id } = found.value
		return ok({ token: await open(id, siteId, staySignedIn), userId: id })
	}

	/** Signs in whoever holds a number (SMS-02). */
	async function loginBySms(typed: TypedNumber & { code: string }, address: string, staySignedIn: boolean) {
		const { siteId } = typed
		const proven = await numbers.prove(typed, smsType.login, address)
		if (!proven.ok) return proven
		const account = await accounts.findByMobile(siteId, proven.value)
		if (!account) return refused('wrongCode')
		if (!(await accounts.hasCompany(account.id))) return refused('noDefaultCompany')
		return ok({ token: await open(account.id, siteId, staySignedIn) })
	}

	/** A new session, under a token that nobody had before. */
	async function open(userId: UserId, siteId: SiteId, staySignedIn: boolean): Promise<string> {
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
			expiresAt: now + lifetimeOf(staySignedIn),
		})
		return token
	}

	/** The living session of a token on this site. */
	async function known(token: string, siteId: SiteId): Promise<KnownSession | undefined> {
		const hash = hashToken(token)
		const found = await store.findByHash(hash)
		if (!found || found.session.siteId !== siteId) return undefined
		const { session } = found
		const now = clock.now()
		if (session.expiresAt <= now) return undefined
		const isPrevious = session.tokenHash !== hash
		return isPrevious && (session.previousUntil ?? 0) <= now ? undefined : found
	}

	/** Who a request is: its token must belong to this site. Whether its company is one of the person's own is said beside. */
	async function standing(token: string | undefined, siteId: SiteId, companyId: string | undefined): Promise<Standing> {
		const found = token === undefined ? undefined : await known(token, siteId)
		if (!found) return { as: 'guest' }
		const named = companyFor(found, companyId)
		const company = named ?? companyFor(found, undefined)
		if (!company) return { as: 'stranger' }
		const { user, session } = found
		return {
			as: 'member',
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
				sessionId: session.id,
			},
		}
	}

	/** Somebody with everything their own page shows; only here are identities asked for. */
	async function me(
		token: string,
		siteId: SiteId,
	): Promise<(KnownSession & { identities: OwnIdentity[] }) | undefined> {
		const found = await known(token, siteId)
		return found && { ...found, identities: await store.identitiesOf(found.user.id) }
	}

	/** A new token for the session; the old one stays good for requests already on their way. */
	async function refresh(token: string, siteId: SiteId, staySignedIn: boolean | undefined) {
		const found = await known(token, siteId)
		if (!found) return refused('signedOut')
		const next = ids.secret()
		const now = clock.now()
		const stay = staySignedIn ?? found.session.staySignedIn
		const rotated = await store.rotate(found.session.id, hashToken(token), hashToken(next), {
			previousUntil: now + graceMs,
			expiresAt: now + lifetimeOf(stay),
			staySignedIn: stay,
		})
		return rotated ? ok({ token: next }) : refused('signedOut')
	}

	async function logout(member: Member, everywhere: boolean) {
		if (everywhere) await store.removeOfUser(member.userId)
		else await store.remove(member.sessionId)
	}

	return {
		login,
		loginBySms,
		open,
		standing,
		me,
		refresh,
		logout,
		companiesOf: store.companiesOf,
		endAllOf: (userId: UserId) => store.removeOfUser(userId),
		/** Every session of somebody but the one they speak from. */
		endOthers: ({ userId, sessionId }: Member) => store.removeOfUser(userId, sessionId),
		sweep: () => store.removeExpired(clock.now()),
	}
}
export type SessionService = ReturnType<typeof sessionService>

/** The company a request names, else the last one, else the default one; nothing where it names one that is not theirs. */
function companyFor({ user, companies }: KnownSession, wanted: string | undefined) {
	if (wanted !== undefined) return companies.find(company => company.companyId === (wanted as CompanyId))
	return (
		companies.find(company => company.companyId === user.lastCompanyId) ??
		companies.find(company => company.isDefault) ??
		companies[0]
	)
}
