import type { CompanyId, SiteId, UserId } from '@parley/core'
import { clean, done, refused } from '@parley/core'
import type { Member } from '../../platform/answers.ts'
import type { Clock } from '../../platform/clock.ts'
import { fingerprint, type Ids } from '../../platform/ids.ts'
import type { CreateBudget } from '../../platform/limits.ts'
import type { AccountService } from '../account/index.ts'
import type { KnownSession, SessionStore } from './store.ts'

const day = 86_400_000
/** OP-049: a day, or a week where the person stays signed in. */
const lifetimeMs = { short: day, long: 7 * day }
/** How long requests already on their way may still carry the token that a refresh replaced. */
const graceMs = 30_000
const window = { times: 10, perS: 15 * 60 }
const windowOfAddress = { times: 60, perS: 15 * 60 }

export interface SessionDeps {
	store: SessionStore
	accounts: AccountService
	clock: Clock
	ids: Ids
	budget: CreateBudget
}

/** Which company a request speaks for. */
export type Standing = { as: 'guest' } | { as: 'member'; member: Member } | { as: 'stranger' }

export function sessionService({ store, accounts, clock, ids, budget }: SessionDeps) {
	const perAccount = budget('login-account', window.times, window.perS)
	const perAddress = budget('login-address', windowOfAddress.times, windowOfAddress.perS)

	const lifetimeOf = (stay: boolean) => (stay ? lifetimeMs.long : lifetimeMs.short)

	/** Signs in by name and password; failures are counted per account and per address, whether or not the account exists. */
	async function login(
		siteId: SiteId,
		attempt: { name: string; password: string; staySignedIn: boolean; address: string },
	) {
		const accountKey = `${siteId}/${clean(attempt.name).toLowerCase()}`
		const addressKey = `${siteId}/${attempt.address}`
		const waitMs = Math.max(await perAccount.waitMs(accountKey), await perAddress.waitMs(addressKey))
		if (waitMs > 0) return { ...refused('tooManyAttempts'), retryAfterMs: waitMs }

		const account = await accounts.authenticate(siteId, attempt.name, attempt.password)
		if (!account) {
			await Promise.all([perAccount.take(accountKey), perAddress.take(addressKey)])
			return refused('invalidCredentials')
		}
		await perAccount.reset(accountKey)
		return done({ token: await open(account.id, siteId, attempt.staySignedIn), userId: account.id })
	}

	async function open(userId: UserId, siteId: SiteId, staySignedIn: boolean): Promise<string> {
		const token = ids.secret()
		const now = clock.now()
		await store.insert({
			id: ids.row('s'),
			userId,
			siteId,
			tokenHash: fingerprint(token),
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
		const hash = fingerprint(token)
		const found = await store.findByHash(hash)
		if (!found || found.session.siteId !== siteId) return undefined
		const { session } = found
		const now = clock.now()
		if (session.expiresAt <= now) return undefined
		const isPrevious = session.tokenHash !== hash
		return isPrevious && (session.previousUntil ?? 0) <= now ? undefined : found
	}

	/** Who a request is: its token must belong to this site, its company must be one of the person's own. */
	async function standing(token: string | undefined, siteId: SiteId, companyId: string | undefined): Promise<Standing> {
		const found = token === undefined ? undefined : await known(token, siteId)
		if (!found) return { as: 'guest' }
		const company = companyFor(found, companyId)
		if (!company) return { as: 'stranger' }
		const { user, session } = found
		return {
			as: 'member',
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

	async function me(token: string, siteId: SiteId): Promise<KnownSession | undefined> {
		return await known(token, siteId)
	}

	/** A new token for the session; the old one stays good for requests already on their way. */
	async function refresh(token: string, siteId: SiteId, staySignedIn: boolean | undefined) {
		const found = await known(token, siteId)
		if (!found) return refused('signedOut')
		const next = ids.secret()
		const now = clock.now()
		const stay = staySignedIn ?? found.session.staySignedIn
		const rotated = await store.rotate(found.session.id, fingerprint(token), fingerprint(next), {
			previousUntil: now + graceMs,
			expiresAt: now + lifetimeOf(stay),
			staySignedIn: stay,
		})
		return rotated ? done({ token: next }) : refused('signedOut')
	}

	async function logout(member: Member, everywhere: boolean) {
		if (everywhere) await store.removeOfUser(member.userId)
		else await store.remove(member.sessionId)
	}

	return {
		login,
		standing,
		me,
		refresh,
		logout,
		companiesOf: store.companiesOf,
		endAllOf: store.removeOfUser,
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
