import type { Result } from '@parley/core'
import type { ImAppId, ImUserId } from '@parley/im'
import { removePublishedPasswords } from '../demo/index.ts'
import { createAccountService, createSqlAccountStore, createSqlPeopleStore } from '../modules/account/index.ts'
import { type Company, createSqlCompanyStore } from '../modules/company/index.ts'
import { createDirectoryService, createSqlDirectoryStore } from '../modules/directory/index.ts'
import { openInvitations } from '../modules/invitation/index.ts'
import { createSqlHandoverStore } from '../modules/meeting/index.ts'
import { createSqlMessagingStore, forgetPerson } from '../modules/messaging/index.ts'
import { createSqlSessionStore } from '../modules/session/index.ts'
import { createSqlSiteStore, type Site } from '../modules/site/index.ts'
import { createSqlIdentityStore } from '../modules/social/index.ts'
import { createSqlComplaintStore } from '../modules/support/index.ts'
import { createProofService, createSqlVerificationStore } from '../modules/verification/index.ts'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { databaseLocation, type OpenDatabase, openDatabase, withLateSync } from '../platform/database.ts'
import type { Db } from '../platform/db.ts'
import { randomIds } from '../platform/ids.ts'
import { type ImportLock, lockImports } from '../platform/importLock.ts'
import { failure } from './adminEnvironment.ts'

function createServices(db: Db) {
	const clock = systemClock
	const ids = randomIds
	const accountStore = createSqlAccountStore(db)
	return {
		clock,
		ids,
		sites: createSqlSiteStore(db),
		companies: createSqlCompanyStore(db),
		invitations: openInvitations({ db, clock }),
		complaints: createSqlComplaintStore(db),
		handovers: createSqlHandoverStore(db),
		messaging: createSqlMessagingStore(db),
		forgetInMessaging: (appId: ImAppId, uid: ImUserId) => forgetPerson(db, appId, uid),
		accountStore,
		people: createSqlPeopleStore(db),
		accounts: createAccountService({ store: accountStore, clock, ids }),
		directory: createDirectoryService({ store: createSqlDirectoryStore(db), ids }),
		sessions: createSqlSessionStore(db),
		identities: createSqlIdentityStore(db),
		proofs: createProofService({ store: createSqlVerificationStore(db), clock, ids }),
	}
}
export type AdminServices = ReturnType<typeof createServices>

/** Services and stores for the commands. */
export interface AdminContext extends AdminServices {
	/** Runs `work` in one transaction, for writes of many rows. */
	writeMany(work: (within: Db) => Promise<void>): Promise<void>
	/** Runs `work` while commits do not wait for the disk, until its end. */
	withLateSync<T>(work: () => Promise<T>): Promise<T>
	/** Runs `work` with services on one transaction. */
	inTransaction<T>(work: (parts: AdminServices) => Promise<T>): Promise<T>
	/** True if an open transaction blocks all other writers, as with SQLite. */
	isExclusive: boolean
	/** Takes the lock that one import holds at a time; undefined while another one does. */
	lockImports(): Promise<ImportLock | undefined>
	/** Removes the published password from the demo people; returns how many had it. */
	removePublishedPasswords(): Promise<number>
}

const createAdminContext = (
	{ db, kind }: Pick<OpenDatabase, 'db' | 'kind'>,
	location: ReturnType<typeof databaseLocation>,
): AdminContext => ({
	...createServices(db),
	writeMany: work => db.transaction().execute(work),
	withLateSync: work => withLateSync({ db, kind }, work),
	inTransaction: work => db.transaction().execute(transaction => work(createServices(transaction))),
	isExclusive: kind === 'sqlite',
	lockImports: () => lockImports(location),
	removePublishedPasswords: () => removePublishedPasswords(db),
})

/** Opens the configured database for one command. */
export async function withAdminContext<T>(config: Config, work: (context: AdminContext) => Promise<T>): Promise<T> {
	const location = databaseLocation(config)
	const database = await openDatabase(location)
	try {
		return await work(createAdminContext(database, location))
	} finally {
		await database.close()
	}
}

/** Finds the site of a host name, or the default site. */
export async function findSite(context: AdminContext, host: string | undefined): Promise<Result<Site, string[]>> {
	const sites = await context.sites.all()
	const site = sites.find(one => (host === undefined ? one.isDefault : one.host === host.toLowerCase()))
	if (site) return { ok: true, value: site }
	if (sites.length === 0) return failure('No site exists yet. Create one: parley site create <host>')
	const known = sites.map(one => one.host).join(', ')
	return failure(
		host === undefined
			? `No default site is set. Name a site with --site: ${known}`
			: `No site ${host}. Existing sites: ${known}`,
	)
}

/** Finds a company on a site by id or name. */
export async function findCompany(
	context: AdminContext,
	site: Site,
	wanted: string,
): Promise<Result<Company, string[]>> {
	const companies = await context.companies.listBySite(site.id)
	const found = companies.filter(one => one.id === wanted || one.name === wanted)
	const [company] = found
	if (!company) {
		const known = companies.map(one => one.name).join(', ') || 'none yet'
		return failure(`No company "${wanted}" on ${site.host}. Existing companies: ${known}`)
	}
	if (found.length > 1)
		return failure(`Several companies are called "${wanted}"; use an id: ${found.map(one => one.id).join(', ')}`)
	return { ok: true, value: company }
}
